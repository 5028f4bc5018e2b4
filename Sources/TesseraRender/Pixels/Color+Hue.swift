// Colors by hue. Source: CSS Color 4, section 7; A. R. Smith, Color Gamut Transform Pairs, 1978.
extension Color {
  /// Creates a color from hue, saturation and brightness (HSB, also named HSV).
  ///
  /// - Parameters:
  ///   - hue: angle on the color wheel in degrees: red at 0, green at 120, blue at 240; other turns are the same color.
  ///   - saturation: 0 (gray) to 1 (pure); other values are clamped, NaN counts as 0.
  ///   - brightness: 0 (black) to 1; likewise.
  ///   - alpha: opacity, 0...1.
  public init(hue: Double, saturation: Double, brightness: Double, alpha: Float = 1) {
    let (s, v) = (Self.share(saturation), Self.share(brightness))
    let lightness = v * (1 - s / 2)
    let room = min(lightness, 1 - lightness)
    self.init(hue: hue, saturation: room > 0 ? (v - lightness) / room : 0, lightness: lightness, alpha: alpha)
  }

  /// Creates a color from hue, saturation and lightness (HSL), as `hsl()` of CSS does.
  ///
  /// - Parameters:
  ///   - hue: angle on the color wheel in degrees, as for HSB.
  ///   - saturation: 0 (gray) to 1 (pure); other values are clamped, NaN counts as 0.
  ///   - lightness: 0 (black) to 1 (white); pure colors have 0.5.
  ///   - alpha: opacity, 0...1.
  public init(hue: Double, saturation: Double, lightness: Double, alpha: Float = 1) {
    let (s, l) = (Self.share(saturation), Self.share(lightness))
    let turn = hue.isFinite ? hue.truncatingRemainder(dividingBy: 360) / 30 : 0
    func channel(_ n: Double) -> Float {
      let k = (n + turn + 12).truncatingRemainder(dividingBy: 12)
      return Float(l - s * min(l, 1 - l) * max(-1, min(k - 3, 9 - k, 1)))
    }
    self.init(red: channel(0), green: channel(8), blue: channel(4), alpha: alpha)
  }

  /// Hue in degrees (0..<360), saturation and brightness (0...1); grays have hue 0. The color of a dynamic color is that of the light scheme.
  public var hueSaturationBrightness: (hue: Double, saturation: Double, brightness: Double) {
    let (r, g, b) = (Double(Self.clamped(red)), Double(Self.clamped(green)), Double(Self.clamped(blue)))
    let (most, least) = (max(r, g, b), min(r, g, b))
    let range = most - least
    guard range > 0 else { return (0, 0, most) }
    let sixth = most == r ? (g - b) / range : most == g ? 2 + (b - r) / range : 4 + (r - g) / range
    return ((sixth < 0 ? sixth + 6 : sixth) * 60, range / most, most)
  }

  /// Reads the arguments of `hsl()`: a hue in degrees, two percentages, and an alpha.
  static func hue(_ parts: [Substring], alpha: Float) -> Color? {
    func percent(_ text: Substring) -> Double? {
      guard text.last == "%" else { return nil }
      return Double(text.dropLast()).flatMap { $0.isFinite ? $0 / 100 : nil }
    }
    let degrees = parts[0].hasSuffix("deg") ? parts[0].dropLast(3) : parts[0]
    guard let hue = Double(degrees), hue.isFinite, let s = percent(parts[1]), let l = percent(parts[2]) else { return nil }
    return Color(hue: hue, saturation: s, lightness: l, alpha: alpha)
  }

  private static func share(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
}
