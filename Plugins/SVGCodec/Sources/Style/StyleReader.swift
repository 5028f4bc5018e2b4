/// Reads CSS: rules and declarations; passes over what it does not understand. Source: CSS Syntax 3.
struct StyleReader {
  private var scanner: Scanner

  init(_ text: some StringProtocol) { scanner = Scanner(text) }

  /// The rules of a style sheet; those behind an `@` are none.
  mutating func rules() -> [StyleSheet.Rule] {
    var result: [StyleSheet.Rule] = []
    while true {
      skipBlank()
      guard let next = scanner.next else { return result }
      if next == UInt8(ascii: "@") {
        skipAtRule()
        continue
      }
      // XML comments around style sheets are no part of them.
      if next == UInt8(ascii: "<") || next == UInt8(ascii: "-"), skipMark() { continue }
      guard let head = scanner.text(until: "{") else { return result }
      let body = block()
      var reader = StyleReader(body)
      let declarations = reader.declarations()
      for text in Self.withoutComments(head).split(separator: ",") {
        var selector = StyleReader(text)
        if let parts = selector.selector(), !parts.isEmpty {
          result.append(.init(selector: StyleSelector(parts: parts), declarations: declarations))
        }
      }
    }
  }

  /// The declarations of a block or of a `style` attribute.
  mutating func declarations() -> [StyleDeclaration] {
    var result: [StyleDeclaration] = []
    while true {
      skipBlank()
      if scanner.take(";") { continue }
      guard !scanner.isAtEnd else { return result }
      let name = scanner.word()
      skipBlank()
      guard !name.isEmpty, scanner.take(":") else {
        skipDeclaration()
        continue
      }
      var value = Self.withoutComments(valueText()).trimmed
      var isImportant = false
      if let mark = value.lastIndex(of: "!"), value[value.index(after: mark)...].trimmed.lowercased() == "important" {
        isImportant = true
        value = String(value[..<mark]).trimmed
      }
      result.append(StyleDeclaration(name: name, value: value, isImportant: isImportant))
    }
  }

  // MARK: parts

  private static func withoutComments(_ text: String) -> String {
    guard text.range(of: "/*") != nil else { return text }
    var scanner = Scanner(text)
    var bytes: [UInt8] = []
    while let b = scanner.next {
      if b == UInt8(ascii: "/"), scanner.at + 1 < scanner.bytes.count, scanner.bytes[scanner.at + 1] == UInt8(ascii: "*") {
        skipComment(&scanner)
      } else {
        bytes.append(b)
        scanner.at += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func skipComment(_ scanner: inout Scanner) {
    scanner.at += 2
    while scanner.at < scanner.bytes.count {
      if scanner.bytes[scanner.at] == UInt8(ascii: "*"), scanner.at + 1 < scanner.bytes.count,
        scanner.bytes[scanner.at + 1] == UInt8(ascii: "/")
      {
        scanner.at += 2
        return
      }
      scanner.at += 1
    }
  }

  private mutating func skipBlank() {
    while let b = scanner.next {
      if Scanner.isSpace(b) {
        scanner.at += 1
      } else if b == UInt8(ascii: "/"), scanner.at + 1 < scanner.bytes.count, scanner.bytes[scanner.at + 1] == UInt8(ascii: "*") {
        Self.skipComment(&scanner)
      } else {
        return
      }
    }
  }

  private mutating func skipMark() -> Bool {
    for mark in ["<!--", "-->"] where scanner.bytes[scanner.at...].starts(with: mark.utf8) {
      scanner.at += mark.utf8.count
      return true
    }
    return false
  }

  private mutating func skipAtRule() {
    while let b = scanner.next {
      scanner.at += 1
      if b == UInt8(ascii: ";") { return }
      if b == UInt8(ascii: "{") {
        _ = block()
        return
      }
    }
  }

  /// What is between the brace that was taken and the one that closes it.
  private mutating func block() -> String {
    let first = scanner.at
    var depth = 1
    while let b = scanner.next {
      if b == UInt8(ascii: "{") { depth += 1 }
      if b == UInt8(ascii: "}") { depth -= 1 }
      scanner.at += 1
      if depth == 0 { return String(decoding: scanner.bytes[first..<scanner.at - 1], as: UTF8.self) }
    }
    return String(decoding: scanner.bytes[first...], as: UTF8.self)
  }

  private mutating func skipDeclaration() {
    _ = valueText()
    _ = scanner.take(";")
  }

  /// Up to the semicolon that ends it; those in quotes and parentheses do not.
  private mutating func valueText() -> String {
    let first = scanner.at
    var (depth, quote) = (0, UInt8(0))
    while let b = scanner.next {
      if quote != 0 {
        if b == quote { quote = 0 }
      } else if b == UInt8(ascii: "'") || b == UInt8(ascii: "\"") {
        quote = b
      } else if b == UInt8(ascii: "(") {
        depth += 1
      } else if b == UInt8(ascii: ")") {
        depth -= 1
      } else if b == UInt8(ascii: ";"), depth <= 0 {
        break
      }
      scanner.at += 1
    }
    return String(decoding: scanner.bytes[first..<scanner.at], as: UTF8.self)
  }

  // MARK: selectors

  private mutating func selector() -> [StyleSelector.Part]? {
    var parts: [StyleSelector.Part] = []
    var joint = StyleSelector.Joint.descendant
    while true {
      scanner.skipSpaces()
      guard !scanner.isAtEnd else { return parts }
      if scanner.take(">") {
        joint = .child
        continue
      }
      if scanner.take("+") {
        joint = .sibling
        continue
      }
      guard var part = self.part() else { return nil }
      part.joint = joint
      joint = .descendant
      parts.append(part)
    }
  }

  private mutating func part() -> StyleSelector.Part? {
    var part = StyleSelector.Part()
    let first = scanner.at
    if !scanner.take("*") {
      let name = scanner.word()
      if !name.isEmpty { part.tag = name }
    }
    while let b = scanner.next, !Scanner.isSpace(b), b != UInt8(ascii: ">"), b != UInt8(ascii: "+") {
      scanner.at += 1
      switch b {
      case UInt8(ascii: "#"): part.attributes.append(.init(name: "id", test: .equals, value: scanner.word()))
      case UInt8(ascii: "."): part.attributes.append(.init(name: "class", test: .includes, value: scanner.word()))
      case UInt8(ascii: ":"):
        if scanner.word() == "first-child" { part.isFirstChild = true } else { part.isImpossible = true }
      case UInt8(ascii: "["):
        guard let attribute = attribute() else { return nil }
        part.attributes.append(attribute)
      default: return nil
      }
    }
    return scanner.at > first ? part : nil
  }

  private mutating func attribute() -> StyleSelector.Attribute? {
    guard let inside = scanner.text(until: "]") else { return nil }
    var scanner = Scanner(inside)
    scanner.skipSpaces()
    let name = scanner.word()
    scanner.skipSpaces()
    if scanner.isAtEnd { return name.isEmpty ? nil : .init(name: name, test: .exists, value: "") }
    var test = StyleSelector.Attribute.Test.equals
    switch scanner.next {
    case UInt8(ascii: "~"): test = .includes
    case UInt8(ascii: "|"): test = .dashes
    case UInt8(ascii: "^"): test = .begins
    case UInt8(ascii: "$"): test = .ends
    case UInt8(ascii: "*"): test = .contains
    default: break
    }
    if test != .equals { scanner.at += 1 }
    guard scanner.take("=") else { return nil }
    var value = String(decoding: scanner.bytes[scanner.at...], as: UTF8.self).trimmed
    if let quote = value.first, quote == "'" || quote == "\"" {
      guard value.count >= 2, value.last == quote else { return nil }
      value = String(value.dropFirst().dropLast())
    }
    return .init(name: name, test: test, value: value)
  }
}
