/// A function with a body: its name, the line where it is declared, and its length from there to its closing brace.
struct CodeFunction: Equatable {
  var name: String
  var line: Int
  var length: Int
}

extension CodeText {
  /// Every function, initializer, deinitializer, subscript and computed property with a body, nested ones too.
  var functions: [CodeFunction] {
    switch language {
    case .swift: swiftFunctions
    case .c: cFunctions
    }
  }

  // MARK: Swift

  private var swiftFunctions: [CodeFunction] { swiftBodies.map(\.function) }

  /// Every function of Swift with the bytes of its body, braces included.
  var swiftBodies: [(function: CodeFunction, body: ClosedRange<Int>)] {
    var found: [(function: CodeFunction, body: ClosedRange<Int>)] = []
    var index = 0
    var line = 1
    while index < bytes.count {
      let byte = bytes[index]
      // Most words begin with another letter than the keywords `func`, `var`, `init`, `subscript` and `deinit`.
      let mayDeclare =
        byte == UInt8(ascii: "f") || byte == UInt8(ascii: "v") || byte == UInt8(ascii: "i") || byte == UInt8(ascii: "s")
        || byte == UInt8(ascii: "d")
      guard mayDeclare, isWordStart(index) else {
        if byte == UInt8(ascii: "\n") { line += 1 }
        index += 1
        continue
      }
      let word = self.word(at: index)
      let after = index + word.utf8.count
      if let name = declaredName(word, at: index, after),
        let open = bodyStart(from: after, isProperty: word == "var"),
        let close = closingBrace(of: open)
      {
        found.append((CodeFunction(name: name, line: line, length: newlines(index..<close) + 1), open...close))
      }
      index = after
    }
    return found
  }

  /// Name of the function that a keyword at `index` declares; nil where it declares none.
  private func declaredName(_ word: String, at index: Int, _ after: Int) -> String? {
    let isMember = index > 0 && bytes[index - 1] == UInt8(ascii: ".")
    guard !isMember else { return nil }
    switch word {
    case "func", "var":
      var start = after
      while start < bytes.count, bytes[start] == UInt8(ascii: " ") { start += 1 }
      let name = self.word(at: start)
      return name.isEmpty ? "operator" : name
    case "init", "subscript":
      guard after < bytes.count else { return nil }
      return "(<?!".utf8.contains(bytes[after]) ? word : nil
    case "deinit": return word
    default: return nil
    }
  }

  /// The brace that opens the body of a declaration whose keyword ends at `start`; nil for a requirement and a stored property.
  private func bodyStart(from start: Int, isProperty: Bool) -> Int? {
    var depth = 0
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "{"): if depth == 0 { return index }
      case UInt8(ascii: "}"): if depth <= 0 { return nil }
      case UInt8(ascii: "="), UInt8(ascii: "\n"): if isProperty, depth == 0 { return nil }
      default: break
      }
      if depth < 0 { return nil }
      if !isProperty, depth == 0, isWordStart(index),
        ["func", "init", "var", "let", "case"].contains(word(at: index))
      {
        return nil
      }
      index += 1
    }
    return nil
  }

  private func closingBrace(of open: Int) -> Int? {
    var depth = 0
    for index in open..<bytes.count {
      if bytes[index] == UInt8(ascii: "{") { depth += 1 }
      if bytes[index] == UInt8(ascii: "}") {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }

  // MARK: C

  /// Functions begin at file scope with a parenthesis before the brace, and end with a brace in the first column.
  private var cFunctions: [CodeFunction] {
    var found: [CodeFunction] = []
    var index = 0
    var line = 1
    var declaration = 0  // where the declaration began that the next brace ends
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: ";"), UInt8(ascii: "}"): declaration = index + 1
      case UInt8(ascii: "{"):
        let head = String(decoding: bytes[declaration..<index], as: UTF8.self)
        let close = columnZeroBrace(after: index) ?? bytes.count - 1
        if head.contains(#/\)\s*$/#), let name = head.firstMatch(of: #/(\w+)\s*\(/#)?.output.1 {
          let first =
            declaration
            + head.utf8.prefix { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: " ") }.count
          found.append(
            CodeFunction(
              name: String(name), line: line - newlines(first..<index),
              length: newlines(first..<close) + 1))
        }
        line += newlines(index..<close)
        index = close
        declaration = close + 1
      default: break
      }
      index += 1
    }
    return found
  }

  private func columnZeroBrace(after open: Int) -> Int? {
    // A body on one line.
    var index = open
    while index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
      if bytes[index] == UInt8(ascii: "}") { return index }
      index += 1
    }
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "\n"), bytes[index + 1] == UInt8(ascii: "}") {
        return index + 1
      }
      index += 1
    }
    return nil
  }

  // MARK: Words and lines

  func isWordByte(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
      || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "`") || byte >= 0x80
  }

  func isWordStart(_ index: Int) -> Bool {
    isWordByte(bytes[index]) && (index == 0 || !isWordByte(bytes[index - 1]))
  }

  func word(at start: Int) -> String {
    String(decoding: bytes[start...].prefix(while: isWordByte), as: UTF8.self)
  }

  func newlines(_ range: Range<Int>) -> Int {
    bytes[range].reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
  }
}
