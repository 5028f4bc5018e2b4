/// Names of HTML character references. Source: HTML, "Named character references".
enum EntityNames {
  /// Text by name; a name contains its semicolon if it needs one.
  private static let texts: [String: String] = {
    var result: [String: String] = [:]
    result.reserveCapacity(2300)
    for half in [firstHalf, secondHalf] {
      for entry in half.split(separator: " ") {
        let parts = entry.split(separator: "=")
        var text = String.UnicodeScalarView()
        for code in parts[1].split(separator: ",") { UInt32(code, radix: 16).flatMap(Unicode.Scalar.init).map { text.append($0) } }
        result[String(parts[0])] = String(text)
      }
    }
    return result
  }()

  /// Length of the longest name with its semicolon.
  static let longest = 32

  /// Returns the text of the longest name that begins `bytes`, and the length of that name in bytes.
  static func match(_ bytes: ArraySlice<UInt8>) -> (text: String, length: Int)? {
    var name = Array(bytes.prefix(longest).prefix { Bytes.isLetterOrDigit($0) })
    if bytes.dropFirst(name.count).first == UInt8(ascii: ";") { name.append(UInt8(ascii: ";")) }
    while !name.isEmpty {
      if let text = texts[String(decoding: name, as: UTF8.self)] { return (text, name.count) }
      name.removeLast()
    }
    return nil
  }

  /// Replacements of the code points 0x80 to 0x9F in numeric references: Windows-1252.
  static let windows1252: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018,
    0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}
