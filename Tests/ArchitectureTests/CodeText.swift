import Synchronization

/// Source text of Swift or C with comments, strings and preprocessor lines blanked, so that every brace is one of the grammar.
///
/// Line numbers and columns are those of the file.
struct CodeText {
  enum Language { case swift, c }

  private struct Source: Hashable {
    let text: String
    let language: Language
  }

  /// Texts that were read: many tests read every file of the repository.
  private static let known = Mutex<[Source: CodeText]>([:])

  let language: Language
  private(set) var bytes: [UInt8]
  private var at = 0

  init(_ text: String, _ language: Language) {
    let source = Source(text: text, language: language)
    if let known = Self.known.withLock({ $0[source] }) {
      self = known
      return
    }
    self.language = language
    bytes = Array(text.utf8)
    blankAll()
    let made = self
    Self.known.withLock { $0[source] = made }
  }

  // MARK: Blanking

  private mutating func blankAll() {
    var isLineStart = true
    while at < bytes.count {
      let byte = bytes[at]
      if starts(with: "//") {
        blankLine(continues: false)
      } else if starts(with: "/*") {
        blankComment()
      } else if language == .swift, byte == UInt8(ascii: "#"), let hashes = rawDelimiter() {
        blankRaw(hashes)
      } else if byte == UInt8(ascii: "\"") {
        blankString()
      } else if language == .c, byte == UInt8(ascii: "'") {
        blankQuoted(by: byte)
      } else if language == .c, isLineStart, byte == UInt8(ascii: "#") {
        blankLine(continues: true)
      } else {
        if byte == UInt8(ascii: "\n") {
          isLineStart = true
        } else if !isSpace(byte) {
          isLineStart = false
        }
        at += 1
      }
    }
  }

  private func starts(with text: StaticString, at offset: Int = 0) -> Bool {
    // Nearly all bytes differ from the first one, and a debug build calls closures slowly.
    guard at + offset + text.utf8CodeUnitCount <= bytes.count, bytes[at + offset] == text.utf8Start[0] else { return false }
    return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[at + offset + $0] == text.utf8Start[$0] }
  }

  private mutating func blank() {
    if bytes[at] != UInt8(ascii: "\n") { bytes[at] = UInt8(ascii: " ") }
    at += 1
  }

  private mutating func blank(_ count: Int) {
    for _ in 0..<count where at < bytes.count { blank() }
  }

  /// Blanks up to the end of the line; a preprocessor line `continues` behind a backslash.
  private mutating func blankLine(continues: Bool) {
    while at < bytes.count,
      bytes[at] != UInt8(ascii: "\n") || (continues && bytes[at - 1] == UInt8(ascii: "\\"))
    {
      // The backslash stays readable for one more step.
      let isBackslash = bytes[at] == UInt8(ascii: "\\")
      if isBackslash, at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "\n"), continues {
        blank(2)
      } else {
        blank()
      }
    }
  }

  private mutating func blankComment() {
    var depth = 0
    repeat {
      if starts(with: "*/") {
        depth -= 1
        blank(2)
      } else if starts(with: "/*"), depth == 0 || language == .swift {
        depth += 1
        blank(2)
      } else {
        blank()
      }
    } while depth > 0 && at < bytes.count
  }

  /// Number of `#` before a raw string or regular expression that begins here.
  private func rawDelimiter() -> Int? {
    var count = 0
    while at + count < bytes.count, bytes[at + count] == UInt8(ascii: "#") { count += 1 }
    guard at + count < bytes.count else { return nil }
    return bytes[at + count] == UInt8(ascii: "\"") || bytes[at + count] == UInt8(ascii: "/")
      ? count : nil
  }

  private mutating func blankRaw(_ hashes: Int) {
    blank(hashes)
    let quote = bytes[at]
    let isMultiline = starts(with: "\"\"\"")
    let width = isMultiline ? 3 : 1
    blank(width)
    func closes(_ text: CodeText) -> Bool {
      guard text.at + width + hashes <= text.bytes.count else { return false }
      return (0..<width).allSatisfy { text.bytes[text.at + $0] == quote }
        && (0..<hashes).allSatisfy { text.bytes[text.at + width + $0] == UInt8(ascii: "#") }
    }
    while at < bytes.count, !closes(self) { blank() }
    blank(width + hashes)
  }

  private mutating func blankString() {
    if language == .swift, starts(with: "\"\"\"") {
      blank(3)
      while at < bytes.count, !starts(with: "\"\"\"") { blankCharacter() }
      blank(3)
    } else {
      blankQuoted(by: UInt8(ascii: "\""))
    }
  }

  private mutating func blankQuoted(by quote: UInt8) {
    blank()
    while at < bytes.count, bytes[at] != quote, bytes[at] != UInt8(ascii: "\n") { blankCharacter() }
    if at < bytes.count, bytes[at] == quote { blank() }
  }

  /// Blanks one character of a string, an escape, or an interpolation with the strings inside it.
  private mutating func blankCharacter() {
    guard bytes[at] == UInt8(ascii: "\\") else { return blank() }
    guard language == .swift, starts(with: "(", at: 1) else { return blank(2) }
    blank(2)
    var depth = 1
    while at < bytes.count, depth > 0 {
      if bytes[at] == UInt8(ascii: "\"") {
        blankString()
        continue
      }
      if bytes[at] == UInt8(ascii: "(") { depth += 1 }
      if bytes[at] == UInt8(ascii: ")") { depth -= 1 }
      blank()
    }
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
