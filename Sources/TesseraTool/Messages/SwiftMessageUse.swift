/// Use of a message in a Swift file.
struct SwiftMessageUse: Equatable {
  var key: String
  /// Number of arguments without a name.
  var unnamed = 0
  /// Names of the other arguments.
  var names: [String] = []
  /// Whether an expression gives further arguments.
  var computesArguments = false
  /// Text of the literal after the key, without spaces.
  var ignored = ""
  /// Place of the literal, from 1; columns count Unicode scalars.
  var line: Int
  var column: Int
}

/// Uses of messages in a Swift file: calls `environment.message("key …")`, `MessageText(key: "key")`, and variables of the type `MessageText` with a
/// literal. Linear in the file.
struct SwiftMessageUses: Equatable {
  var uses: [SwiftMessageUse] = []
  /// Whether a key is computed, so that any message may be used.
  var computesKeys = false

  init(_ text: String) {
    var reader = SwiftMessageReader(bytes: Array(text.utf8))
    reader.readFile()
    (uses, computesKeys) = (reader.uses, reader.computesKeys)
  }
}

/// Reads literals of Swift, skips comments, and finds the uses of messages.
private struct SwiftMessageReader {
  let bytes: [UInt8]
  var at = 0
  var uses: [SwiftMessageUse] = []
  var computesKeys = false
  /// Lines before `counted`, plus 1, and the start of the last one.
  private var line = 1
  private var lineStart = 0
  private var counted = 0

  /// A string literal: its text, and its interpolations with the values of `as:`.
  private struct Literal {
    var text = ""
    var interpolations: [String?] = []
  }

  /// Maximum nesting of interpolations; deeper ones are skipped.
  private static let mostNesting = 16

  init(bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ offset: Int = 0) -> UInt8 { at + offset < bytes.count ? bytes[at + offset] : 0 }
  private func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { text in at + text.count <= bytes.count && bytes[at..<at + text.count].elementsEqual(text) }
  }

  mutating func readFile() {
    // The words before the current place, without the spaces between them: `environment`, `.`, `message`.
    var words = ["", "", ""]
    while at < bytes.count {
      skipSpace()
      guard at < bytes.count else { return }
      if isLiteral {
        _ = literal(nesting: 0)
        words = ["", "", ""]
      } else if Self.isLetter(byte()) {
        words = [words[1], words[2], word()]
        _ = readUse(words)
      } else {
        words = [words[1], words[2], byte() == UInt8(ascii: ".") ? "." : ""]
        at += 1
      }
    }
  }

  /// Reads a use after its name, up to the end of its literals. Returns whether a parenthesis was opened.
  private mutating func readUse(_ words: [String], nesting: Int = 0) -> Bool {
    let isCall = words[2] == "message" && words[1] == "." && Self.isEnvironment(words[0])
    guard isCall || words[2] == "MessageText" else { return false }
    skipSpace()
    let opening = byte()
    guard opening == UInt8(ascii: "(") || !isCall && opening == UInt8(ascii: "=") else { return false }
    let opens = opening == UInt8(ascii: "(")
    at += 1
    skipSpace()
    if !isCall, opens, starts(with: "key") {
      _ = word()
      skipSpace()
      guard byte() == UInt8(ascii: ":") else { return opens }
      at += 1
      skipSpace()
    }
    guard isLiteral else {
      // `message(MessageText(key: …))` is read at its inner name.
      if !starts(with: "MessageText") { computesKeys = true }
      return opens
    }
    var use = SwiftMessageUse(key: "", line: 0, column: 0)
    (use.line, use.column) = place()
    let number = uses.count
    uses.append(use)
    let literal = literal(nesting: nesting)
    let text = literal.text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    use.key = String(text.first ?? "")
    use.ignored = text.count > 1 ? String(text[1].filter { $0 != " " }) : ""
    use.unnamed = literal.interpolations.count { $0 == nil }
    use.names = literal.interpolations.compactMap { $0 }
    skipSpace()
    if opens, byte() == UInt8(ascii: ",") {
      at += 1
      readDictionary(into: &use)
    }
    uses[number] = use
    return opens
  }

  /// Reads the keys of a dictionary literal; any other expression gives computed arguments.
  private mutating func readDictionary(into use: inout SwiftMessageUse) {
    skipSpace()
    guard byte() == UInt8(ascii: "[") else {
      use.computesArguments = true
      return
    }
    at += 1
    var (depth, isKey) = (0, true)
    while at < bytes.count {
      skipSpace()
      if isLiteral {
        let name = literal(nesting: 0)
        if depth == 0, isKey { use.names.append(name.text) }
        isKey = false
        continue
      }
      switch byte() {
      case UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ","): if depth == 0 { isKey = true }
      case UInt8(ascii: ":"): if depth == 0 { isKey = false }
      default: if depth == 0, isKey, Self.isLetter(byte()) { use.computesArguments = true }
      }
      at += 1
      if depth < 0 { return }
    }
  }

  // MARK: Literals and spaces

  private var isLiteral: Bool {
    if byte() == UInt8(ascii: "\"") { return true }
    guard byte() == UInt8(ascii: "#") else { return false }
    var end = at
    while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: "\"")
  }

  private mutating func literal(nesting: Int) -> Literal {
    var (hashes, text, result) = (0, [UInt8](), Literal())
    while byte() == UInt8(ascii: "#") { (hashes, at) = (hashes + 1, at + 1) }
    let quotes = starts(with: "\"\"\"") ? 3 : 1
    at += quotes
    while at < bytes.count {
      if byte() == UInt8(ascii: "\""), closes(quotes, hashes) {
        at += quotes + hashes
        break
      }
      // A literal of one line ends with its line, whatever is wrong with it.
      if quotes == 1, byte() == UInt8(ascii: "\n") { break }
      guard byte() == UInt8(ascii: "\\"), (0..<hashes).allSatisfy({ byte(1 + $0) == UInt8(ascii: "#") }) else {
        text.append(byte())
        at += 1
        continue
      }
      at += 1 + hashes
      if byte() == UInt8(ascii: "(") {
        at += 1
        result.interpolations.append(interpolation(nesting: nesting + 1))
      } else {
        at += 1
      }
    }
    result.text = String(decoding: text, as: UTF8.self)
    return result
  }

  private func closes(_ quotes: Int, _ hashes: Int) -> Bool {
    (0..<quotes).allSatisfy { byte($0) == UInt8(ascii: "\"") } && (0..<hashes).allSatisfy { byte(quotes + $0) == UInt8(ascii: "#") }
  }

  /// Skips an interpolation with its closing parenthesis. Returns the text of `as:`, or nil.
  private mutating func interpolation(nesting: Int) -> String? {
    var (depth, name) = (0, String?.none)
    var words = ["", "", ""]
    while at < bytes.count {
      skipSpace()
      if isLiteral, nesting <= Self.mostNesting {
        _ = literal(nesting: nesting)
        continue
      }
      if Self.isLetter(byte()) {
        words = [words[1], words[2], word()]
        if nesting <= Self.mostNesting, readUse(words, nesting: nesting) { depth += 1 }
        guard words[2] == "as", depth == 0 else { continue }
        skipSpace()
        guard byte() == UInt8(ascii: ":") else { continue }
        at += 1
        skipSpace()
        if isLiteral { name = literal(nesting: nesting).text }
        continue
      }
      words = [words[1], words[2], byte() == UInt8(ascii: ".") ? "." : ""]
      switch byte() {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      default: break
      }
      at += 1
      if depth < 0 { break }
    }
    return name
  }

  /// Skips spaces and comments.
  private mutating func skipSpace() {
    while at < bytes.count {
      if [0x20, 0x09, 0x0A, 0x0D].contains(byte()) {
        at += 1
      } else if starts(with: "//") {
        while at < bytes.count, byte() != UInt8(ascii: "\n") { at += 1 }
      } else if starts(with: "/*") {
        var depth = 0
        repeat {
          if starts(with: "/*") {
            (depth, at) = (depth + 1, at + 2)
          } else if starts(with: "*/") {
            (depth, at) = (depth - 1, at + 2)
          } else {
            at += 1
          }
        } while depth > 0 && at < bytes.count
      } else {
        return
      }
    }
  }

  private mutating func word() -> String {
    let start = at
    while at < bytes.count, Self.isLetter(byte()) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte()) { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private static func isEnvironment(_ word: String) -> Bool {
    ["environment", "environmentValues", "Environment", "EnvironmentValues"].contains { word.hasSuffix($0) }
  }

  /// Counts lines up to the current place. Returns its line and column.
  private mutating func place() -> (line: Int, column: Int) {
    for i in counted..<at where bytes[i] == UInt8(ascii: "\n") { (line, lineStart) = (line + 1, i + 1) }
    counted = at
    return (line, bytes[lineStart..<at].count { $0 & 0xC0 != 0x80 } + 1)
  }
}
