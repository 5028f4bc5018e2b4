/// Creates PNG files of every kind without a PNG library: stored deflate blocks, no filter.
struct TestPNG {
  var width: Int
  var height: Int
  /// 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGBA
  var colorType: Int
  var bitDepth = 8
  var interlaced = false
  /// Red, green, blue of each entry.
  var palette: [UInt8] = []
  /// Content of the tRNS chunk.
  var transparency: [UInt8] = []
  /// Size in the header, if it is false.
  var claimed: (width: Int, height: Int)?
  /// Chunks before the picture's.
  var extra: [(name: String, data: [UInt8])] = []
  /// Filter of each row, 0...4; only for a non-interlaced picture with whole bytes.
  var filter: (_ y: Int) -> Int = { _ in 0 }
  /// Repeating sizes of the chunks of image data; empty means one chunk.
  var pieces: [Int] = []
  /// Bytes after the last row, within the image data.
  var excess: [UInt8] = []
  /// Value of a channel, 0..<1 << bitDepth.
  var sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int

  var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType]! }

  func bytes() -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let size = claimed ?? (width, height)
    Self.append(
      "IHDR", Self.word(size.width) + Self.word(size.height) + [UInt8(bitDepth), UInt8(colorType), 0, 0, interlaced ? 1 : 0], to: &file)
    for chunk in extra { Self.append(chunk.name, chunk.data, to: &file) }
    if !palette.isEmpty { Self.append("PLTE", palette, to: &file) }
    if !transparency.isEmpty { Self.append("tRNS", transparency, to: &file) }
    var data = Self.stored(filtered(rows()) + excess)[...]
    var turn = 0
    repeat {
      let count = pieces.isEmpty ? data.count : min(data.count, pieces[turn % pieces.count])
      Self.append("IDAT", Array(data.prefix(count)), to: &file)
      data = data.dropFirst(count)
      turn += 1
    } while !data.isEmpty
    Self.append("IEND", [], to: &file)
    return file
  }

  private func rows() -> [UInt8] {
    // Adam7: first column and row, and the steps between them.
    let passes =
      interlaced
      ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)] : [(0, 0, 1, 1)]
    var data: [UInt8] = []
    let channels = channels
    for (left, top, right, down) in passes where left < width && top < height {
      for y in stride(from: top, to: height, by: down) {
        data.append(0)
        var bits = 0
        var held = 0
        for x in stride(from: left, to: width, by: right) {
          for channel in 0..<channels {
            held = held << bitDepth | sample(x, y, channel)
            bits += bitDepth
            while bits >= 8 {
              data.append(UInt8(truncatingIfNeeded: held >> (bits - 8)))
              bits -= 8
              held &= (1 << bits) - 1
            }
          }
        }
        if bits > 0 { data.append(UInt8(truncatingIfNeeded: held << (8 - bits))) }
      }
    }
    return data
  }

  /// Returns the filtered rows, as defined by the specification.
  private func filtered(_ data: [UInt8]) -> [UInt8] {
    guard !interlaced, bitDepth == 8 else { return data }
    let channels = channels
    let length = width * channels + 1
    var result = data
    for y in 0..<height {
      let (row, kind) = (y * length, filter(y))
      result[row] = UInt8(kind)
      for x in 1..<length {
        let a = x > channels ? Int(data[row + x - channels]) : 0
        let b = y > 0 ? Int(data[row - length + x]) : 0
        let c = x > channels && y > 0 ? Int(data[row - length + x - channels]) : 0
        let guess: Int
        switch kind {
        case 1: guess = a
        case 2: guess = b
        case 3: guess = (a + b) / 2
        case 4:
          let p = a + b - c
          let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
          guess = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
        default: guess = 0
        }
        result[row + x] = UInt8(truncatingIfNeeded: Int(data[row + x]) - guess)
      }
    }
    return result
  }

  static func word(_ v: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: v >> $0) } }

  static func append(_ name: String, _ data: [UInt8], to file: inout [UInt8]) {
    let body = Array(name.utf8) + data
    file += word(data.count) + body + word(Int(crc(body)))
  }

  private static let remainders: [UInt32] = (0..<256).map { (byte: UInt32) in
    var c = byte
    for _ in 0..<8 { c = c & 1 == 1 ? c >> 1 ^ 0xEDB8_8320 : c >> 1 }
    return c
  }

  static func crc(_ bytes: [UInt8]) -> UInt32 {
    var c: UInt32 = 0xFFFF_FFFF
    for byte in bytes { c = c >> 8 ^ remainders[Int((c ^ UInt32(byte)) & 0xFF)] }
    return c ^ 0xFFFF_FFFF
  }

  private static func stored(_ data: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [0x78, 0x01]
    var at = 0
    repeat {
      let count = min(65535, data.count - at)
      out += [at + count == data.count ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8 & 0xFF)]
      out += data[at..<at + count]
      at += count
    } while at < data.count
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in data {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return out + word(Int(b << 16 | a))
  }
}
