/// Detection of a file's encoding.
enum SubtitleText {
  /// Returns the text as UTF-8 without byte order mark. Reads UTF-8 and UTF-16; other bytes are read as Windows-1252, except in WebVTT, which
  /// is always UTF-8.
  static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return repaired(bytes.dropFirst(3)) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isBig: false) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isBig: true) }
    // Without a mark: the digits and arrows of UTF-16 have a zero in every second byte.
    let beginning = bytes.prefix(64)
    if bytes.count >= 8, !bytes.starts(with: Array("WEBVTT".utf8)) {
      let even = stride(from: 0, to: beginning.count, by: 2).count { beginning[$0] == 0 }
      let odd = stride(from: 1, to: beginning.count, by: 2).count { beginning[$0] == 0 }
      if odd * 4 > beginning.count, even * 8 < beginning.count { return utf16(bytes[...], isBig: false) }
      if even * 4 > beginning.count, odd * 8 < beginning.count { return utf16(bytes[...], isBig: true) }
    }
    if bytes.starts(with: Array("WEBVTT".utf8)) || String(validating: bytes, as: UTF8.self) != nil { return repaired(bytes[...]) }
    var text = String.UnicodeScalarView()
    for byte in bytes {
      let code = byte >= 0x80 && byte < 0xA0 ? EntityNames.windows1252[Int(byte) - 0x80] : UInt32(byte)
      text.append(Unicode.Scalar(code) ?? "\u{FFFD}")
    }
    return Array(String(text).utf8)
  }

  /// Replaces invalid bytes and NUL by U+FFFD.
  private static func repaired(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
    guard text.contains(0) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    for byte in text { if byte == 0 { result += [0xEF, 0xBF, 0xBD] } else { result.append(byte) } }
    return result
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isBig: Bool) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var at = bytes.startIndex
    while at + 1 < bytes.endIndex {
      let (first, second) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
      units.append(isBig ? first << 8 | second : second << 8 | first)
      at += 2
    }
    return repaired(Array(String(decoding: units, as: UTF16.self).utf8)[...])
  }
}
