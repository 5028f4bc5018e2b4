/// Identifies bytes that no codec reads, and the requirements for reading them.
enum UnknownFormat {
  /// Formats by their first bytes; nil matches any byte.
  private static let known: [(name: String, part: String?, bytes: [UInt8?])] = [
    ("WebP", "webp", ascii("RIFF????WEBP")), ("GIF", "gif", ascii("GIF8")), ("AVIF", "avif", ascii("????ftypavi")),
    ("HEIC", nil, ascii("????ftyphei")), ("TIFF", nil, ascii("II*") + [0]), ("TIFF", nil, ascii("MM") + [0] + ascii("*")),
    ("SVG or other XML", "svg", ascii("<?xml")), ("SVG", "svg", ascii("<svg")), ("Lottie", "lottie", ascii("{\"v\":")),
    ("QOI", "bitmaps", ascii("qoif")),
    ("JPEG XL", nil, [0xFF, 0x0A]), ("JPEG XL", nil, [0, 0, 0, 0x0C] + ascii("JXL ")), ("JPEG 2000", nil, [0, 0, 0, 0x0C] + ascii("jP  ")),
    ("ICO", "bitmaps", [0, 0, 1, 0]), ("BMP", "bitmaps", ascii("BM????????????")),
    ("PNM", "bitmaps", ascii("P6")), ("PNM", "bitmaps", ascii("P5")), ("PDF", nil, ascii("%PDF")),
  ]

  /// Returns a reason for an error message.
  static func reason(_ beginning: UnsafeRawBufferPointer, read formats: [PictureFormat]) -> String {
    let wanted = list(formats.map(\.rawValue))
    guard let first = beginning.first else { return "it is empty; supported: \(wanted)" }
    if let format = known.first(where: { matches(beginning, $0.bytes) }) {
      let isRead = formats.contains { $0.rawValue == format.name }
      guard !isRead, let part = format.part else { return "it is \(format.name); supported: \(wanted)" }
      return "it is \(format.name), and this program was built without the part `\(part)`; supported: \(wanted)"
    }
    let second = beginning.count > 1 ? " \(hexadecimal(beginning[1]))" : ""
    return "its format is unknown (first bytes \(hexadecimal(first))\(second)); supported: \(wanted)"
  }

  private static func list(_ names: [String]) -> String {
    guard let last = names.last else { return "no format, because there are no codecs" }
    return names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " or " + last
  }

  private static func ascii(_ text: StaticString) -> [UInt8?] {
    text.withUTF8Buffer { $0.map { $0 == UInt8(ascii: "?") ? nil : $0 } }
  }

  private static func matches(_ bytes: UnsafeRawBufferPointer, _ pattern: [UInt8?]) -> Bool {
    bytes.count >= pattern.count && zip(bytes, pattern).allSatisfy { $1 == nil || $0 == $1 }
  }

  private static func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
