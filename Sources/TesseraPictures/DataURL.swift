/// Decodes URLs of the scheme `data`, which embed pictures in other files. Source: RFC 2397; base64 of RFC 4648, in both alphabets.
public enum DataURL {
  /// Returns the bytes of a `data:` URL, decoded from base64 or percent escapes. Returns nil for other URLs and for characters outside the
  /// base64 alphabets. White space and padding in base64 are skipped. Any thread.
  /// - Complexity: O(n) in characters.
  public static func bytes(of url: String) -> [UInt8]? {
    guard url.utf8.starts(with: "data:".utf8), let comma = url.utf8.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    let body = url.utf8[url.utf8.index(after: comma)...]
    return url[..<comma].hasSuffix(";base64") ? base64(body) : percent(Array(body))
  }

  private static func base64(_ text: some Sequence<UInt8>) -> [UInt8]? {
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
      case 61, 9...13, 32: continue
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

  private static func percent(_ text: [UInt8]) -> [UInt8] {
    func hex(_ letter: UInt8) -> UInt8? {
      switch letter {
      case 48...57: letter - 48
      case 65...70: letter - 55
      case 97...102: letter - 87
      default: nil
      }
    }
    var result: [UInt8] = []
    var at = 0
    while at < text.count {
      if text[at] == UInt8(ascii: "%"), at + 2 < text.count, let high = hex(text[at + 1]), let low = hex(text[at + 2]) {
        result.append(high << 4 | low)
        at += 3
      } else {
        result.append(text[at])
        at += 1
      }
    }
    return result
  }
}
