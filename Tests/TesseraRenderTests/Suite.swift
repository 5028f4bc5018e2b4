import Testing
import TesseraGeometry
import TesseraRender

/// What several suites here need: numbers from a seed, pixels as words, pictures to compare.
struct Random: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
  mutating func double(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
  mutating func color() -> Color {
    Color(red: Float(double(0...1)), green: Float(double(0...1)), blue: Float(double(0...1)), alpha: Float(double(0.2...1)))
  }
  /// A premultiplied pixel, often opaque or transparent.
  mutating func pixel() -> UInt32 {
    // One number for all: generic calls are slow in a debug build, and tests make millions of pixels.
    let bits = next()
    let kind = bits & 7
    let a = kind == 0 ? 255 : kind == 1 ? 0 : UInt32(truncatingIfNeeded: bits >> 8) & 255
    let red = (UInt32(truncatingIfNeeded: bits >> 16) & 0xFFF) % (a + 1), green = (UInt32(truncatingIfNeeded: bits >> 28) & 0xFFF) % (a + 1)
    let blue = (UInt32(truncatingIfNeeded: bits >> 40) & 0xFFF) % (a + 1)
    return a << 24 | red << 16 | green << 8 | blue
  }
}

extension PixelBuffer {
  /// Pixels of a 32-bit buffer in rows without padding.
  var words: [UInt32] {
    withUnsafeBytes { bytes in
      (0..<height).flatMap { y in (0..<width).map { bytes.loadUnaligned(fromByteOffset: y * stride + $0 * 4, as: UInt32.self) } }
    }
  }
  /// Bytes of the rows without what pads them.
  /// Bytes of each row without padding.
  var rows: [[UInt8]] {
    let length = format.minimumStride(width: width) ?? 0
    return withUnsafeBytes { bytes in (0..<height).map { Array(bytes[$0 * stride..<$0 * stride + length]) } }
  }
  func set(_ x: Int, _ y: Int, _ word: UInt32) {
    withUnsafeMutableBytes { $0.storeBytes(of: word, toByteOffset: y * stride + x * 4, as: UInt32.self) }
  }
  static func random(_ width: Int, _ height: Int, format: PixelFormat = .argb8888, seed: UInt64 = 1) throws -> PixelBuffer {
    let buffer = try PixelBuffer(width: width, height: height)
    var random = Random(seed)
    for y in 0..<height { for x in 0..<width { buffer.set(x, y, random.pixel()) } }
    return format == .argb8888 ? buffer : try buffer.converted(to: format)
  }
}

func mul255(_ a: UInt32, _ b: UInt32) -> UInt32 { (a * b * 2 + 255) / 510 }  // rounded to nearest
func eachChannel(_ p: UInt32, _ f: (UInt32) -> UInt32) -> UInt32 {
  f(p >> 24) << 24 | f(p >> 16 & 255) << 16 | f(p >> 8 & 255) << 8 | f(p & 255)
}
func over(_ s: UInt32, _ d: UInt32) -> UInt32 { s &+ eachChannel(d) { mul255($0, 255 - s >> 24) } }
