#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension PixelBuffer {
  /// Decodes a ThumbHash: the blurred colours of a picture, its alpha and its aspect ratio, in about 25 bytes.
  ///
  /// - Returns: `argb8888`, the longer side of 32 pixels, in the aspect ratio of the picture.
  /// - Throws: `RenderError.badArgument` if there are too few bytes, `outOfMemory`.
  ///
  /// Source: the algorithm of github.com/evanw/thumbhash.
  public static func thumbHash(_ bytes: [UInt8]) throws(RenderError) -> PixelBuffer {
    let hash = try ThumbHash(bytes)
    let pixels = try PixelBuffer(width: hash.width, height: hash.height)
    let stride = pixels.stride
    pixels.withUnsafeMutableBytes { bytes in
      for y in 0..<hash.height {
        for x in 0..<hash.width {
          let color = hash.color(x: x, y: y)
          let at = y * stride + x * 4
          // Premultiplied, rounded to nearest.
          func byte(_ v: Double) -> UInt8 { UInt8(min(255, max(0, (min(1, max(0, v)) * color.alpha * 255).rounded()))) }
          (bytes[at], bytes[at + 1], bytes[at + 2]) = (byte(color.blue), byte(color.green), byte(color.red))
          bytes[at + 3] = UInt8((color.alpha * 255).rounded())
        }
      }
    }
    return pixels
  }

  /// Decodes a ThumbHash from its base64 text.
  public static func thumbHash(_ text: String) throws(RenderError) -> PixelBuffer {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for letter in text.utf8 where letter != UInt8(ascii: "=") {
      guard let digit = base64(letter) else { throw .badArgument("`\(text)` is not a ThumbHash: it must be Base64 text") }
      bits = (bits << 6 | digit) & 0xFFFF
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> count & 0xFF))
      }
    }
    return try thumbHash(bytes)
  }

  private static func base64(_ letter: UInt8) -> Int? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(letter) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(letter) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(letter) + 4
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}

/// The coefficients of a ThumbHash: luminance, two colour differences, alpha.
private struct ThumbHash {
  /// One channel: a mean and cosines in a triangle of columns and rows.
  struct Channel {
    var mean: Double
    var columns: Int
    var rows: Int
    var factors: [Double] = []
  }

  let width: Int
  let height: Int
  private var luminance: Channel
  private var yellow: Channel
  private var red: Channel
  private var alpha: Channel

  init(_ bytes: [UInt8]) throws(RenderError) {
    guard bytes.count >= 5 else { throw .badArgument("a ThumbHash of \(bytes.count) bytes; it has 5 at least") }
    let head = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16, tail = Int(bytes[3]) | Int(bytes[4]) << 8
    let hasAlpha = head >> 23 != 0, isLandscape = tail >> 15 != 0
    guard !hasAlpha || bytes.count >= 6 else { throw .badArgument("a ThumbHash with alpha must have at least 6 bytes, got 5") }
    let (long, short) = (hasAlpha ? 5 : 7, tail & 7)
    let ratio = isLandscape ? Double(long) / Double(max(1, short)) : Double(max(1, short)) / Double(long)
    width = max(1, Int((ratio > 1 ? 32 : 32 * ratio).rounded()))
    height = max(1, Int((ratio > 1 ? 32 / ratio : 32).rounded()))
    luminance = Channel(
      mean: Double(head & 63) / 63, columns: max(3, isLandscape ? long : short), rows: max(3, isLandscape ? short : long))
    yellow = Channel(mean: Double(head >> 6 & 63) / 31.5 - 1, columns: 3, rows: 3)
    red = Channel(mean: Double(head >> 12 & 63) / 31.5 - 1, columns: 3, rows: 3)
    alpha = Channel(mean: hasAlpha ? Double(bytes[5] & 15) / 15 : 1, columns: 5, rows: 5)

    var next = (hasAlpha ? 6 : 5) * 2  // half bytes
    func read(_ channel: inout Channel, _ scale: Double) throws(RenderError) {
      for row in 0..<channel.rows {
        var column = row == 0 ? 1 : 0
        while column * channel.rows < channel.columns * (channel.rows - row) {
          guard next / 2 < bytes.count else { throw .badArgument("the ThumbHash ends too early, after \(bytes.count) bytes") }
          let half = Int(bytes[next / 2]) >> (next % 2 * 4) & 15
          channel.factors.append((Double(half) / 7.5 - 1) * scale)
          next += 1
          column += 1
        }
      }
    }
    try read(&luminance, Double(head >> 18 & 31) / 31)
    try read(&yellow, Double(tail >> 3 & 63) / 63 * 1.25)
    try read(&red, Double(tail >> 9 & 63) / 63 * 1.25)
    if hasAlpha { try read(&alpha, Double(bytes[5] >> 4) / 15) }
  }

  /// Returns the colour of a pixel, not premultiplied; colours may be outside 0...1.
  func color(x: Int, y: Int) -> (red: Double, green: Double, blue: Double, alpha: Double) {
    let (l, p, q) = (value(luminance, x, y), value(yellow, x, y), value(red, x, y))
    let b = l - 2.0 / 3 * p
    let r = (3 * l - b + q) / 2
    return (r, r - q, b, min(1, max(0, value(alpha, x, y))))
  }

  private func value(_ channel: Channel, _ x: Int, _ y: Int) -> Double {
    guard !channel.factors.isEmpty else { return channel.mean }
    var (sum, index) = (channel.mean, 0)
    for row in 0..<channel.rows {
      let vertical = cos(.pi / Double(height) * (Double(y) + 0.5) * Double(row)) * 2
      var column = row == 0 ? 1 : 0
      while column * channel.rows < channel.columns * (channel.rows - row) {
        sum += channel.factors[index] * cos(.pi / Double(width) * (Double(x) + 0.5) * Double(column)) * vertical
        index += 1
        column += 1
      }
    }
    return sum
  }
}
