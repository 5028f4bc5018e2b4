/// Bytes as letters. Source: RFC 4648, both alphabets.
enum Base64 {
  /// Returns the bytes; nil where a letter is of no alphabet. White space and padding are skipped.
  static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for letter in text {
      let value: UInt8
      switch letter {
      case 65...90: value = letter - 65
      case 97...122: value = letter - 71
      case 48...57: value = letter + 4
      case 43, 45: value = 62
      case 47, 95: value = 63
      case 61, 9, 10, 13, 32: continue
      default: return nil
      }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return result
  }
}
