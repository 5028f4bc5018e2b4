internal import TesseraRender

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Color by hue, saturation and brightness, each 0...1. A value.
struct HSVColor: Sendable, Hashable {
  /// Position on the circle of colors: 0 and 1 are red.
  var hue: Double
  var saturation: Double
  var brightness: Double
  var alpha: Double

  init(hue: Double, saturation: Double, brightness: Double, alpha: Double = 1) {
    func unit(_ v: Double) -> Double { v.isFinite ? min(1, max(0, v)) : 0 }
    (self.hue, self.saturation, self.brightness, self.alpha) = (unit(hue), unit(saturation), unit(brightness), unit(alpha))
  }

  /// Converts a color; a gray has the hue 0.
  init(_ color: Color) {
    func unit(_ v: Float) -> Double { v.isFinite ? Double(min(1, max(0, v))) : 0 }
    let (r, g, b) = (unit(color.red), unit(color.green), unit(color.blue))
    let (high, low) = (max(r, g, b), min(r, g, b))
    let span = high - low
    var hue = 0.0
    if span > 0 {
      if high == r { hue = (g - b) / span } else if high == g { hue = 2 + (b - r) / span } else { hue = 4 + (r - g) / span }
      hue /= 6
      if hue < 0 { hue += 1 }
    }
    self.init(hue: hue, saturation: high > 0 ? span / high : 0, brightness: high, alpha: unit(color.alpha))
  }

  var color: Color {
    let sector = hue * 6
    func channel(_ shift: Double) -> Float {
      var at = sector + shift
      if at >= 6 { at -= 6 }
      let share = min(1, max(0, min(at, 4 - at)))
      return Float(brightness - brightness * saturation * share)
    }
    return Color(red: channel(5), green: channel(3), blue: channel(1), alpha: Float(alpha))
  }

  /// Returns whether a color is this one in 8 bits a channel.
  func matches(_ color: Color) -> Bool { self.color.hex == color.hex }
}

/// Color of light by its temperature.
enum Warmth {
  /// Temperatures of common lamps, kelvin.
  static let range = 2200.0...6500.0

  /// Returns the color of a black body, scaled to full brightness. After the approximation by T. Helland (2012) of CIE 1964 data.
  static func color(_ kelvin: Double) -> Color {
    let t = (kelvin.isFinite ? min(40_000, max(1000, kelvin)) : 4000) / 100
    func channel(_ v: Double) -> Float { Float(min(255, max(0, v)) / 255) }
    let red = t <= 66 ? 255 : 329.7 * pow(t - 60, -0.1332)
    let green = t <= 66 ? 99.47 * log(t) - 161.1 : 288.1 * pow(t - 60, -0.0755)
    let blue = t >= 66 ? 255 : t <= 19 ? 0 : 138.5 * log(t - 10) - 305.0
    return Color(red: channel(red), green: channel(green), blue: channel(blue))
  }
}
