/// URL as bytes: its server, and its forms for messages and for the cache.
package enum URLText {
  /// Maximum URL length in messages, bytes; the rest is cut off.
  static let shownLimit = 500

  /// Returns `url` for messages and logs: its password is `***`, and control characters are escaped as %XX.
  package static func shown(_ url: String) -> String {
    let text = withoutPassword(url)
    guard text.utf8.count > shownLimit else { return printable(text) }
    return printable(String(decoding: text.utf8.prefix(shownLimit), as: UTF8.self)) + "…"
  }

  /// Returns `url` with its password, or user information without a colon, replaced by `***`.
  package static func withoutPassword(_ url: String) -> String {
    let bytes = Array(url.utf8)
    guard let secret = secret(in: bytes) else { return url }
    return String(decoding: bytes[..<secret.lowerBound] + Array("***".utf8) + bytes[secret.upperBound...], as: UTF8.self)
  }

  /// Returns `text` with line ends, other control characters and bidirectional marks escaped as %XX of their bytes.
  package static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard isHidden(scalar) else {
        result.append(scalar)
        continue
      }
      for byte in UTF8.encode(scalar)! {  // every scalar has a UTF-8 form
        let digits = String(byte, radix: 16, uppercase: true)
        result.append(contentsOf: (digits.utf8.count == 1 ? "%0" + digits : "%" + digits).unicodeScalars)
      }
    }
    return String(result)
  }

  /// Returns `url` with spaces after its host as `%20` and without spaces around it, as browsers request it.
  static func requested(_ url: String) -> String {
    let space = UInt8(ascii: " ")
    guard url.utf8.contains(space) else { return url }
    let bytes = Array(url.utf8.drop { $0 == space }.reversed().drop { $0 == space }.reversed())
    let host = authority(in: bytes).upperBound
    return String(decoding: bytes[..<host] + bytes[host...].flatMap { $0 == space ? Array("%20".utf8) : [$0] }, as: UTF8.self)
  }

  /// Returns host and port in lower case, the key by which transfers to one server are counted.
  static func host(of url: String) -> String {
    let bytes = Array(url.utf8)
    let authority = authority(in: bytes)
    let start = bytes[authority].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.lowerBound
    return String(decoding: bytes[start..<authority.upperBound], as: UTF8.self).lowercased()
  }

  /// Range between `//` and the path.
  private static func authority(in bytes: [UInt8]) -> Range<Int> {
    var start = 0
    // Skip to the first `//`, which precedes any query or path.
    for at in bytes.indices.dropLast() where bytes[at] == UInt8(ascii: "/") {
      if bytes[at + 1] == UInt8(ascii: "/") { start = at + 2 }
      break
    }
    let ends: [UInt8] = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
    return start..<(bytes[start...].firstIndex { ends.contains($0) } ?? bytes.count)
  }

  /// Range of the password; nil if there is none. A password with an unescaped `/`, `?` or `#` ends the authority early; then the range
  /// ends at the last `@`.
  private static func secret(in bytes: [UInt8]) -> Range<Int>? {
    let authority = authority(in: bytes)
    let colon = UInt8(ascii: ":")
    if let at = bytes[authority].lastIndex(of: UInt8(ascii: "@")) {
      return (bytes[authority.lowerBound..<at].firstIndex(of: colon).map { $0 + 1 } ?? authority.lowerBound)..<at
    }
    // Skip the colon after an IPv6 bracket, which precedes a port.
    let host = bytes[authority].lastIndex(of: UInt8(ascii: "]")) ?? authority.lowerBound
    guard let first = bytes[host..<authority.upperBound].firstIndex(of: colon),
      let at = bytes[authority.upperBound...].lastIndex(of: UInt8(ascii: "@")),
      bytes[(first + 1)..<authority.upperBound].contains(where: { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return (first + 1)..<at
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
