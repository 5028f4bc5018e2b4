public import TesseraRender

/// Pixel of a 32-bit buffer: premultiplied, 8 bits a channel. A value.
public struct TestPixel: Equatable, CustomStringConvertible, Sendable {
  /// Blue, from 0 to 255.
  public var blue: UInt8
  /// Green, from 0 to 255.
  public var green: UInt8
  /// Red, from 0 to 255.
  public var red: UInt8
  /// Alpha, from 0 to 255.
  public var alpha: UInt8

  /// Creates a pixel from a colour and alpha, each from 0 to 255; premultiplies the colour.
  public init(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int = 255) {
    func times(_ v: Int) -> UInt8 { UInt8((Double(v) * Double(alpha) / 255).rounded()) }
    (self.blue, self.green, self.red, self.alpha) = (times(blue), times(green), times(red), UInt8(alpha))
  }

  /// Reads the pixel at `x`, `y`, which must be within the buffer.
  public init(_ buffer: PixelBuffer, _ x: Int, _ y: Int) {
    let b = buffer.withUnsafeBytes { [UInt8]($0[y * buffer.stride + x * 4..<y * buffer.stride + x * 4 + 4]) }
    (blue, green, red, alpha) = (b[0], b[1], b[2], b[3])
  }

  /// Returns the largest channel difference.
  public func difference(_ other: TestPixel) -> Int {
    let channels = [(blue, other.blue), (green, other.green), (red, other.red), (alpha, other.alpha)]
    return channels.reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  public var description: String { "r\(red) g\(green) b\(blue) a\(alpha)" }
}
