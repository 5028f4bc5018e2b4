/// Classes of ASCII bytes.
enum Bytes {
  static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }
  static func isLetterOrDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 32 >= 97 && byte | 32 <= 122) }
  /// ASCII whitespace of HTML: tab, line feed, form feed, carriage return, space.
  static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 12 || byte == 13 }

  /// Returns the lines of `bytes`, which end with CR, LF or both.
  static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      guard byte == 10 || byte == 13 else {
        at += 1
        continue
      }
      lines.append(bytes[start..<at])
      at += byte == 13 && at + 1 < bytes.count && bytes[at + 1] == 10 ? 2 : 1
      start = at
    }
    lines.append(bytes[start...])
    return lines
  }

  static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line.drop { isSpace($0) }
    while let last = line.last, isSpace(last) { line.removeLast() }
    return line
  }
}
