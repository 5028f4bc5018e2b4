/// Position in a YAML text that only moves forward, so that all look-ups together are linear in the text.
struct YAMLLines {
  /// Line and column in characters, both from 1, and offset in bytes.
  private var (line, column, offset) = (1, 1, 0)

  /// Maximum number of bytes of a comment in a message.
  private static let longest = 40
  /// Maximum number of bytes of a value before a comment.
  private static let longestValue = 256
  /// Maximum number of blanks before a comment.
  private static let mostBlanks = 256

  /// Returns the text of a comment with no blank after `#` that follows the plain value at `place` in its line, such as a color without
  /// quotes. Returns nil without such a comment, or if the value has several lines or more than 256 bytes.
  ///
  /// - Precondition: `place` is not before that of the previous call.
  mutating func comment(behind value: UnsafeRawBufferPointer, at place: Place, in bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard value.count <= Self.longestValue, go(to: place, in: bytes), bytes[offset...].starts(with: value) else { return nil }
    let rest = bytes[(offset + value.count)...].prefix(Self.mostBlanks).prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return rest.isEmpty && !value.isEmpty ? nil : Self.comment(at: rest.endIndex, in: bytes)
  }

  /// Returns the bytes of the line of `place`, and the offset of `place` in it. Linear in the text.
  static func line(of place: Place, in bytes: UnsafeBufferPointer<UInt8>) -> (bytes: [UInt8], offset: Int) {
    var lines = YAMLLines()
    guard lines.go(to: Place(line: place.line, column: 1), in: bytes) else { return ([], 0) }
    let start = lines.offset
    _ = lines.go(to: place, in: bytes)
    return (Array(bytes[start...].prefix { $0 != UInt8(ascii: "\n") }), lines.offset - start)
  }

  /// Returns the first comment with no blank after `#` in lines from `first` to `last`. Linear in the text.
  static func comment(inLines first: UInt32, through last: UInt32, of bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var lines = YAMLLines()
    guard first <= last, lines.go(to: Place(line: first, column: 1), in: bytes) else { return nil }
    var (line, isQuoted) = (first, false)
    for at in lines.offset..<bytes.count {
      if bytes[at] == UInt8(ascii: "\n") { (line, isQuoted) = (line + 1, false) }
      if bytes[at] == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard line <= last else { return nil }
      guard !isQuoted else { continue }
      let isAfterBlank = at > 0 && (bytes[at - 1] == UInt8(ascii: " ") || bytes[at - 1] == UInt8(ascii: "\t"))
      if isAfterBlank, let comment = comment(at: at, in: bytes) { return comment }
    }
    return nil
  }

  /// Moves forward to a place, or to the end of its line. Returns false if the line is after the end of the text, or if the place is before
  /// the current one.
  private mutating func go(to place: Place, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard (UInt32(line), UInt32(column)) <= (place.line, place.column) else { return false }
    while line < place.line {
      guard offset < bytes.count else { return false }
      if bytes[offset] == UInt8(ascii: "\n") { (line, column) = (line + 1, 1) }
      offset += 1
    }
    while column < place.column, offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") {
      offset += 1
      if offset == bytes.count || bytes[offset] & 0xC0 != 0x80 { column += 1 }
    }
    return true
  }

  private static func comment(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "#") else { return nil }
    // `# text` is an intended comment. In brackets, a value ends before `,` and closing brackets.
    let ends: [UInt8] = Array(" \t\r\n,}]#".utf8)
    let text = bytes[(start + 1)...].prefix(longest).prefix { !ends.contains($0) }
    return text.isEmpty ? nil : "#" + String(decoding: text, as: UTF8.self)
  }
}
