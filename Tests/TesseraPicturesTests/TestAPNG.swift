import TesseraGeometry
import TesseraPictures

/// Makes APNG files of frames of one colour each.
struct TestAPNG {
  struct Frame {
    var area: PixelRect
    /// Red, green, blue, alpha.
    var color: [UInt8]
    /// 0: keep, 1: clear, 2: restore.
    var disposal: UInt8 = 0
    var blends = false
    var hundredths: UInt16 = 10
  }

  var width = 2
  var height = 2
  var loops: UInt32 = 0
  var frames: [Frame]

  func bytes() -> [UInt8] {
    var out: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    out += chunk("IHDR", big(UInt32(width)) + big(UInt32(height)) + [8, 6, 0, 0, 0])
    out += chunk("acTL", big(UInt32(frames.count)) + big(loops))
    var sequence: UInt32 = 0
    for (i, frame) in frames.enumerated() {
      let (area, delay) = (frame.area, frame.hundredths)
      out += chunk(
        "fcTL",
        big(sequence) + [area.width, area.height, area.x, area.y].flatMap { big(UInt32($0)) }
          + [UInt8(delay >> 8), UInt8(delay & 255), 0, 100, frame.disposal, frame.blends ? 1 : 0])
      sequence += 1
      let row: [UInt8] = [0] + Array(repeating: frame.color, count: area.width).joined()
      let pixels = stored(Array(Array(repeating: row, count: area.height).joined()))
      if i == 0 {
        out += chunk("IDAT", pixels)
      } else {
        out += chunk("fdAT", big(sequence) + pixels)
        sequence += 1
      }
    }
    return out + chunk("IEND", [])
  }

  private func big(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(24 - $0 * 8)) } }

  private func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(kind.utf8) + content
    return big(UInt32(content.count)) + body + big(PNGCodec.checksum(of: body))
  }

  /// Zlib data of one block that is not compressed.
  private func stored(_ data: [UInt8]) -> [UInt8] {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in data {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    let count = UInt16(data.count)
    let lengths = [count & 255, count >> 8, ~count & 255, ~count >> 8].map { UInt8($0) }
    return [0x78, 0x01, 0x01] + lengths + data + big(b << 16 | a)
  }
}
