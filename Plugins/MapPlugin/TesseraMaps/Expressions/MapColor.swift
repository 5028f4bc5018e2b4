internal import TesseraJSON
internal import Glibc
internal import TesseraRender

/// Color of sRGB with straight alpha, 0...1.
public struct MapColor: Sendable, Hashable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var alpha: Double

  /// Creates a color.
  public init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Color as a CSS text.
  var text: String {
    let channels = [red, green, blue].map { JSONNumber.text(($0 * 255).rounded(.toNearestOrAwayFromZero)) }
    return "rgba(" + (channels + [JSONNumber.text(alpha)]).joined(separator: ",") + ")"
  }

  /// Premultiplied channels by name.
  var mapValue: MapValue {
    .map([
      .init("r", .number(red * alpha)), .init("g", .number(green * alpha)), .init("b", .number(blue * alpha)), .init("a", .number(alpha)),
    ])
  }

  /// Reads a CSS color: a name, `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()`, `hsl()` or `hsla()`.
  init?(css text: String) {
    let text = text.lowercased()
    if text == "transparent" {
      self.init(0, 0, 0, 0)
      return
    }
    guard let open = text.firstIndex(of: "(") else {
      guard !text.isEmpty, let color = Color(text) else { return nil }
      self.init(Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
      // Floats have 8-bit channels only.
      func whole(_ value: Double) -> Double { (value * 255).rounded() / 255 }
      (red, green, blue, alpha) = (whole(red), whole(green), whole(blue), whole(alpha))
      return
    }
    guard text.hasSuffix(")") else { return nil }
    let name = text[..<open].filter { $0 != " " }
    let inside = text[text.index(after: open)...].dropLast()
    let parts = inside.split { $0 == "," || $0 == " " || $0 == "/" }.map(String.init)
    let commas = inside.count { $0 == "," }
    guard parts.count == 3 || parts.count == 4, commas == 0 || commas == parts.count - 1 else { return nil }
    guard let alpha = parts.count == 4 ? Self.fraction(parts[3], of: 1) : 1 else { return nil }
    let a = min(max(alpha, 0), 1)
    switch name {
    case "rgb", "rgba":
      let isPercent = parts[0].hasSuffix("%")
      let channels = parts.prefix(3).compactMap { part -> Double? in
        guard part.hasSuffix("%") == isPercent else { return nil }
        return Self.fraction(part, of: 255).map { min(max($0 / 255, 0), 1) }
      }
      guard channels.count == 3 else { return nil }
      self.init(channels[0], channels[1], channels[2], a)
    case "hsl", "hsla":
      let angle = parts[0].hasSuffix("deg") ? String(parts[0].dropLast(3)) : parts[0]
      guard let hue = Double(angle), hue.isFinite, parts[1].hasSuffix("%"), parts[2].hasSuffix("%"),
        let saturation = Self.fraction(parts[1], of: 1), let lightness = Self.fraction(parts[2], of: 1)
      else { return nil }
      self.init(hue: hue, saturation: min(max(saturation, 0), 1), lightness: min(max(lightness, 0), 1), alpha: a)
    default: return nil
    }
  }

  private static func fraction(_ text: String, of whole: Double) -> Double? {
    let isPercent = text.hasSuffix("%")
    let digits = isPercent ? String(text.dropLast()) : text
    guard let first = digits.utf8.first, first != UInt8(ascii: "i"), first != UInt8(ascii: "n"), let number = Double(digits),
      number.isFinite
    else { return nil }
    return isPercent ? number / 100 * whole : number
  }

  private init(hue: Double, saturation: Double, lightness: Double, alpha: Double) {
    var turn = hue.truncatingRemainder(dividingBy: 360)
    if turn < 0 { turn += 360 }
    func channel(_ n: Double) -> Double {
      let k = (n + turn / 30).truncatingRemainder(dividingBy: 12)
      return lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(k - 3, 9 - k, 1))
    }
    self.init(channel(0), channel(8), channel(4), alpha)
  }
}

/// Color spaces of interpolation.
enum ColorSpace: Sendable { case rgb, hcl, lab }

extension MapColor {
  func interpolated(to other: MapColor, _ t: Double, in space: ColorSpace) -> MapColor {
    func mix(_ a: Double, _ b: Double) -> Double { a + t * (b - a) }
    switch space {
    case .rgb:
      return MapColor(mix(red, other.red), mix(green, other.green), mix(blue, other.blue), mix(alpha, other.alpha))
    case .lab:
      let (a, b) = (lab, other.lab)
      return MapColor(lab: (mix(a.l, b.l), mix(a.a, b.a), mix(a.b, b.b)), mix(alpha, other.alpha))
    case .hcl:
      let (a, b) = (hcl, other.hcl)
      var hue = Double.nan
      var chroma = mix(a.c, b.c)
      if !a.h.isNaN, !b.h.isNaN {
        var turn = b.h - a.h
        if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
        hue = a.h + t * turn
      } else if !a.h.isNaN {
        hue = a.h
        if b.l == 1 || b.l == 0 { chroma = a.c }
      } else if !b.h.isNaN {
        hue = b.h
        if a.l == 1 || a.l == 0 { chroma = b.c }
      }
      let angle = hue.isNaN ? 0 : hue * .pi / 180
      return MapColor(lab: (mix(a.l, b.l), cos(angle) * chroma, sin(angle) * chroma), mix(alpha, other.alpha))
    }
  }

  private static let t0 = 4.0 / 29, t1 = 6.0 / 29, t2 = 3 * (6.0 / 29) * (6.0 / 29), t3 = (6.0 / 29) * (6.0 / 29) * (6.0 / 29)
  private static let whiteX = 0.96422, whiteZ = 0.82521

  private var lab: (l: Double, a: Double, b: Double) {
    func linear(_ x: Double) -> Double { x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4) }
    func scaled(_ t: Double) -> Double { t > Self.t3 ? cbrt(t) : t / Self.t2 + Self.t0 }
    let (r, g, b) = (linear(red), linear(green), linear(blue))
    let y = scaled(0.2225045 * r + 0.7168786 * g + 0.0606169 * b)
    var (x, z) = (y, y)
    if r != g || g != b {
      x = scaled((0.4360747 * r + 0.3850649 * g + 0.1430804 * b) / Self.whiteX)
      z = scaled((0.0139322 * r + 0.0971045 * g + 0.7141733 * b) / Self.whiteZ)
    }
    return (max(0, 116 * y - 16), 500 * (x - y), 200 * (y - z))
  }

  private var hcl: (h: Double, c: Double, l: Double) {
    let (l, a, b) = lab
    let chroma = (a * a + b * b).squareRoot()
    guard (chroma * 10_000).rounded() != 0 else { return (.nan, chroma, l) }
    return ((atan2(b, a) * 180 / .pi + 360).truncatingRemainder(dividingBy: 360), chroma, l)
  }

  private init(lab: (l: Double, a: Double, b: Double), _ alpha: Double) {
    func linear(_ t: Double) -> Double { t > Self.t1 ? t * t * t : Self.t2 * (t - Self.t0) }
    func channel(_ x: Double) -> Double { min(max(x <= 0.00304 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055, 0), 1) }
    let y = (lab.l + 16) / 116
    let (x1, y1, z1) = (Self.whiteX * linear(y + lab.a / 500), linear(y), Self.whiteZ * linear(y - lab.b / 200))
    self.init(
      channel(3.1338561 * x1 - 1.6168667 * y1 - 0.4906146 * z1), channel(-0.9787684 * x1 + 1.9161415 * y1 + 0.0334540 * z1),
      channel(0.0719453 * x1 - 0.2289914 * y1 + 1.4052427 * z1), alpha)
  }
}
