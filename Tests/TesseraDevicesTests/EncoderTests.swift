import ImagePlugin
import TesseraDevices
import TesseraRender
import TesseraTestSupport
import Testing

@Suite struct EncoderTests {
  /// Pixels of every alpha and many colours, premultiplied, with a stride that is not the width.
  private static func noise(_ width: Int, _ height: Int, opaque: Bool = false) throws -> PixelBuffer {
    let buffer = try PixelBuffer(width: width, height: height)
    var random = SeededGenerator(seed: 5)
    buffer.withUnsafeMutableBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let alpha = opaque ? 255 : Int.random(in: 0...255, using: &random)
          for c in 0..<3 { bytes[y * buffer.stride + x * 4 + c] = UInt8(Int.random(in: 0...255, using: &random) * alpha / 255) }
          bytes[y * buffer.stride + x * 4 + 3] = UInt8(alpha)
        }
      }
    }
    return buffer
  }

  private static func rows(_ buffer: PixelBuffer, bytes count: Int) -> [UInt8] {
    buffer.withUnsafeBytes { bytes in (0..<buffer.height).flatMap { Array(bytes[$0 * buffer.stride..<$0 * buffer.stride + count]) } }
  }

  @Test(arguments: [0, 1, 6, 9]) func premultipliedPixelsSurviveARoundTripThroughPNG(compression: Int) throws {
    let buffer = try Self.noise(61, 37)
    let back = try ImageDecoder.decode(bytes: PNGEncoder.encode(buffer, compression: compression))
    #expect(Self.rows(back, bytes: 61 * 4) == Self.rows(buffer, bytes: 61 * 4))
  }

  @Test func opaquePixelsBecomeRGB() throws {
    let buffer = try Self.noise(20, 10, opaque: true)
    let file = try PNGEncoder.encode(buffer)
    #expect(file[24] == 8 && file[25] == 2)
    #expect(Self.rows(try ImageDecoder.decode(bytes: file), bytes: 80) == Self.rows(buffer, bytes: 80))
    #expect(try PNGEncoder.encode(Self.noise(20, 10))[25] == 6)
    #expect(try PNGEncoder.encode(buffer) == file)
  }

  @Test(arguments: [
    (PixelFormat.xrgb8888, UInt8(8), UInt8(2)), (.rgb888, 8, 2), (.rgb565, 8, 2), (.gray8, 8, 0), (.gray4, 4, 0), (.mono1, 1, 0),
  ])
  func everyFormatBecomesThePNGOfItsDepth(format: PixelFormat, depth: UInt8, type: UInt8) throws {
    let buffer = try Self.noise(13, 9, opaque: true).converted(to: format)
    let file = try PNGEncoder.encode(buffer)
    #expect(file[24] == depth && file[25] == type)
    let back = try ImageDecoder.decode(bytes: file)
    let expected = try buffer.converted(to: .argb8888)
    #expect(Self.rows(back, bytes: 52) == Self.rows(expected, bytes: 52))
  }

  @Test func ppmIsAHeaderAndBytes() throws {
    let buffer = try PixelBuffer(width: 2, height: 1)
    buffer.clear(Color(red: 1, green: 0, blue: 0.2))
    #expect(PPMEncoder.encode(buffer) == Array("P6\n2 1\n255\n".utf8) + [255, 0, 51, 255, 0, 51])
    for format in [PixelFormat.rgb565, .gray4, .mono1, .rgb888] {
      let other = try Self.noise(7, 5, opaque: true).converted(to: format)
      let reference = try other.converted(to: .rgb888)
      #expect(Array(PPMEncoder.encode(other).suffix(7 * 5 * 3)) == Self.rows(reference, bytes: 21), "\(format)")
    }
  }

  @Test func rawRowsArePackedOrAtAStride() throws {
    let buffer = try Self.noise(5, 3)
    #expect(try RawEncoder.encode(buffer) == Self.rows(buffer, bytes: 20))
    let wide = try RawEncoder.encode(buffer, stride: 32)
    #expect(wide.count == 96 && (0..<3).allSatisfy { wide[$0 * 32 + 20..<$0 * 32 + 32].allSatisfy { $0 == 0 } })
    #expect(try RawEncoder.encode(buffer, format: .rgb565).count == 30)
    #expect(try RawEncoder.encode(buffer, format: .mono1).count == 3)
    #expect(throws: DeviceError.self) { try RawEncoder.encode(buffer, stride: 19) }
    #expect(throws: DeviceError.self) { try RawEncoder.encode(buffer, stride: .max) }
  }
}
