#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension PixelBuffer {
  /// Decodes a BlurHash: the blurred colours of a picture in a text of 20 to 30 letters.
  ///
  /// - Parameters:
  ///   - blurHash: the text.
  ///   - width: pixels of the result, 1...256; 32 are enough, since it is stretched smoothly.
  ///   - height: rows of the result, 1...256.
  /// - Returns: opaque `argb8888`.
  /// - Throws: `RenderError.badArgument` for an invalid BlurHash, `badSize`, `outOfMemory`.
  /// - Complexity: O(width * height * components), with at most 81 components.
  ///
  /// Source: the algorithm of github.com/woltapp/blurhash.
  public static func blurHash(_ blurHash: String, width: Int = 32, height: Int = 32) throws(RenderError) -> PixelBuffer {
    guard (1...256).contains(width), (1...256).contains(height) else {
      throw .badSize(width: width, height: height, reason: "a decoded BlurHash must have 1 to 256 pixels per side")
    }
    let hash = try BlurHash(blurHash)
    let pixels = try PixelBuffer(width: width, height: height)
    let stride = pixels.stride
    let columns = (0..<width).map { x in BlurHash.cosines(Double(x) / Double(width)) }
    pixels.withUnsafeMutableBytes { bytes in
      for y in 0..<height {
        let rows = BlurHash.cosines(Double(y) / Double(height))
        for x in 0..<width {
          let color = hash.color(columns[x], rows)
          let at = y * stride + x * 4
          (bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]) = (color.blue, color.green, color.red, 255)
        }
      }
    }
    return pixels
  }
}

/// The coefficients of a BlurHash, in linear light.
private struct BlurHash {
  var columns: Int
  var components: [(red: Double, green: Double, blue: Double)] = []

  private static let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8)

  init(_ text: String) throws(RenderError) {
    let digits = text.utf8.map { letter in Self.letters.firstIndex(of: letter) }
    guard digits.count >= 6, !digits.contains(nil) else {
      throw .badArgument("`\(text)` is not a BlurHash: it must have at least 6 characters, all digits of base 83")
    }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 83 + ($1 ?? 0) } }
    let size = number(0..<1)
    columns = size % 9 + 1
    let count = columns * (size / 9 + 1)
    guard size < 81, digits.count == 4 + 2 * count else {
      throw .badArgument(
        "`\(text)` is not a BlurHash: by its first character it must have \(4 + 2 * count) characters, got \(digits.count)")
    }
    let largest = Double(number(1..<2) + 1) / 166
    let mean = number(2..<6)
    components.append((Self.linear(mean >> 16 & 255), Self.linear(mean >> 8 & 255), Self.linear(mean & 255)))
    for index in 1..<max(1, count) {
      let value = number(4 + index * 2..<6 + index * 2)
      func part(_ v: Int) -> Double {
        let share = (Double(v) - 9) / 9
        return share * abs(share) * largest
      }
      components.append((part(value / 361), part(value / 19 % 19), part(value % 19)))
    }
  }

  /// Returns half waves 0...8 at a position, 0..<1 from left or top.
  static func cosines(_ place: Double) -> [Double] { (0..<9).map { cos(.pi * place * Double($0)) } }

  /// Returns the colour for these values of the half waves.
  func color(_ horizontal: [Double], _ vertical: [Double]) -> (red: UInt8, green: UInt8, blue: UInt8) {
    var sum = (red: 0.0, green: 0.0, blue: 0.0)
    for (index, component) in components.enumerated() {
      let basis = horizontal[index % columns] * vertical[index / columns]
      sum.red += component.red * basis
      sum.green += component.green * basis
      sum.blue += component.blue * basis
    }
    return (Self.encoded(sum.red), Self.encoded(sum.green), Self.encoded(sum.blue))
  }

  private static func linear(_ value: Int) -> Double {
    let v = Double(value) / 255
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }

  private static func encoded(_ value: Double) -> UInt8 {
    let v = min(1, max(0, value))
    let encoded = v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055
    return UInt8(encoded * 255 + 0.5)
  }
}
