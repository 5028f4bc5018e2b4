/// Writes BMP files of every kind: what decoders are tested with.
struct TestBMP {
  var width: Int
  var height: Int
  var bits: Int
  /// Bytes of the header: 12, 40, 52, 56, 64, 108 or 124.
  var headerSize = 40
  var compression = 0
  var isTopDown = false
  var palette: [(red: UInt8, green: UInt8, blue: UInt8)] = []
  /// Red, green, blue, alpha.
  var masks: [UInt32] = []
  /// Rows as they are stored, or runs.
  var data: [UInt8] = []

  func bytes(isEntry: Bool = false, mask: [UInt8] = []) -> [UInt8] {
    var header = Self.little(UInt32(headerSize))
    let shownHeight = (isEntry ? height * 2 : height) * (isTopDown ? -1 : 1)
    if headerSize == 12 {
      header += Self.little(UInt16(width)) + Self.little(UInt16(shownHeight)) + Self.little(UInt16(1)) + Self.little(UInt16(bits))
    } else {
      header += Self.little(UInt32(width)) + Self.little(UInt32(bitPattern: Int32(shownHeight)))
      header += Self.little(UInt16(1)) + Self.little(UInt16(bits)) + Self.little(UInt32(compression))
      header += Self.little(UInt32(data.count)) + Self.little(UInt32(2835)) + Self.little(UInt32(2835))
      header += Self.little(UInt32(palette.count)) + Self.little(UInt32(0))
      if headerSize > 40 { for mask in masks { header += Self.little(mask) } }
      header += [UInt8](repeating: 0, count: max(0, headerSize - header.count))
      if headerSize == 40 { for mask in masks { header += Self.little(mask) } }
    }
    for color in palette { header += [color.blue, color.green, color.red] + (headerSize == 12 ? [] : [0]) }
    if isEntry { return header + data + mask }
    let offset = UInt32(14 + header.count)
    return Array("BM".utf8) + Self.little(offset + UInt32(data.count)) + Self.little(UInt32(0)) + Self.little(offset) + header + data
  }

  /// Stores pixels, given as they are shown, in rows of this depth.
  mutating func store(_ pixel: (_ x: Int, _ y: Int) -> UInt32) {
    data = []
    let stride = (width * bits + 31) / 32 * 4
    for row in 0..<height {
      let y = isTopDown ? row : height - 1 - row
      var line = [UInt8](repeating: 0, count: stride)
      for x in 0..<width {
        let value = pixel(x, y)
        if bits < 8 {
          line[x * bits / 8] |= UInt8(value << UInt32(8 - bits - x * bits % 8) & 0xFF)
        } else {
          for byte in 0..<bits / 8 { line[x * bits / 8 + byte] = UInt8(value >> UInt32(byte * 8) & 0xFF) }
        }
      }
      data += line
    }
  }

  static func little(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> UInt32($0 * 8) & 0xFF) } }
  static func little(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }

  /// An ICO (kind 1) or CUR (kind 2) with these pictures.
  static func directory(kind: UInt16 = 1, _ entries: [(side: Int, bytes: [UInt8])]) -> [UInt8] {
    var head = little(UInt16(0)) + little(kind) + little(UInt16(entries.count))
    var body: [UInt8] = []
    for entry in entries {
      head += [UInt8(entry.side & 0xFF), UInt8(entry.side & 0xFF), 0, 0] + little(UInt16(1)) + little(UInt16(32))
      head += little(UInt32(entry.bytes.count)) + little(UInt32(6 + 16 * entries.count + body.count))
      body += entry.bytes
    }
    return head + body
  }
}
