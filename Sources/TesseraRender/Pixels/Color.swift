internal import CRender

/// A colour, sRGB-encoded, not premultiplied, each channel 0...1.
///
/// Values outside 0...1 are clamped when drawn; NaN counts as 0.
public struct Color: Sendable, Hashable {
  /// Red, 0...1.
  public var red: Float
  /// Green, 0...1.
  public var green: Float
  /// Blue, 0...1.
  public var blue: Float
  /// Opacity, 0...1.
  public var alpha: Float
  /// Dynamic colour; 0 means the same colour in every environment (``dynamic(light:dark:)``, ``token(_:light:dark:)``).
  ///
  /// From bit 0: four channels of 8 bits for the dark scheme, and a flag of a dynamic colour. Then 15 bits for the number of a token plus 1, and 8
  /// bits for the transparency of the token.
  var darkBits: UInt64 = 0

  /// Creates a colour from its channels.
  public init(red: Float, green: Float, blue: Float, alpha: Float = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Creates a gray.
  public init(white: Float, alpha: Float = 1) { self.init(red: white, green: white, blue: white, alpha: alpha) }

  /// Creates a colour from 0xRRGGBB; higher bits are ignored.
  public init(rgb: UInt32, alpha: Float = 1) {
    self.init(
      red: Float(rgb >> 16 & 255) / 255, green: Float(rgb >> 8 & 255) / 255, blue: Float(rgb & 255) / 255, alpha: alpha)
  }

  /// Creates a colour from "#rgb", "#rgba", "#rrggbb", "#rrggbbaa", a CSS name, "transparent", "rgb(…)", "rgba(…)", "hsl(…)" or "hsla(…)"; nil for other
  /// text.
  ///
  /// Case and surrounding space are ignored. In rgb(…), channels are 0...255 or percentages, separated by commas or spaces; in hsl(…) they are a
  /// hue in degrees and two percentages. Alpha is 0...1 or a percentage after a comma or a slash. "light-dark(a, b)" gives a dynamic colour. Source: CSS Color 4, sections 4.2, 5.1, 6.1 and 7;
  /// CSS Color 5, section 5.
  public init?(_ text: String) {
    guard text.utf8.count <= 200 else { return nil }
    let trimmed = text.lowercased().drop(while: { $0.isWhitespace })
    let end = trimmed.lastIndex { !$0.isWhitespace }
    guard let end else { return nil }
    let word = trimmed[...end]
    if word.first == "#" {
      guard let color = Self.hexadecimal(word.dropFirst()) else { return nil }
      self = color
    } else if word.hasPrefix("light-dark(") {
      guard let color = Self.pair(word.dropFirst(11)) else { return nil }
      self = color
    } else if word.hasPrefix("rgb") || word.hasPrefix("hsl") {
      guard let color = Self.function(word) else { return nil }
      self = color
    } else if word == "transparent" {
      self = .clear
    } else if let rgb = Self.named(String(word)) {
      self.init(rgb: rgb)
    } else {
      return nil
    }
  }

  /// The colour as "#rrggbb", or "#rrggbbaa" if it is not opaque.
  ///
  /// A dynamic colour gives "light-dark(#rrggbb, #rrggbb)".
  public var hex: String {
    if isDynamic { return "light-dark(\(resolved(in: .light).hex), \(resolved(in: .dark).hex))" }
    func two(_ v: Float) -> String {
      let n = UInt32(Self.clamped(v) * 255 + 0.5)
      return (n < 16 ? "0" : "") + String(n, radix: 16)
    }
    return "#" + two(red) + two(green) + two(blue) + (Self.clamped(alpha) * 255 + 0.5 < 255 ? two(alpha) : "")
  }

  /// Returns the colour with its alpha multiplied by `factor`.
  public func opacity(_ factor: Float) -> Color {
    var faded = map {
      var c = $0
      c.alpha = Self.clamped(c.alpha * factor)
      return c
    }
    if tokenNumber != nil { faded.keepToken(of: self, opacity: tokenOpacity * Self.clamped(factor)) }
    return faded
  }

  /// Whether the colour hides everything behind it.
  public var isOpaque: Bool { alpha >= 1 && (darkBits == 0 || darkBits & 255 == 255) }

  /// Transparent black.
  public static let clear = Color(white: 0, alpha: 0)
  /// Opaque black.
  public static let black = Color(white: 0)
  /// Opaque white.
  public static let white = Color(white: 1)

  static func clamped(_ v: Float) -> Float { v > 0 ? min(v, 1) : 0 }

  private static func hexadecimal(_ digits: Substring) -> Color? {
    let values = digits.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
    guard values.count == digits.count else { return nil }
    let bytes: [Int]
    switch values.count {
    case 3, 4: bytes = values.map { $0 * 17 }
    case 6, 8: bytes = stride(from: 0, to: values.count, by: 2).map { values[$0] * 16 + values[$0 + 1] }
    default: return nil
    }
    let f = bytes.map { Float($0) / 255 }
    return Color(red: f[0], green: f[1], blue: f[2], alpha: f.count > 3 ? f[3] : 1)
  }

  /// Parses two colours with a comma between them and a closing bracket at the end.
  private static func pair(_ text: Substring) -> Color? {
    guard text.last == ")" else { return nil }
    var depth = 0
    let inside = text.dropLast()
    let comma = inside.firstIndex { c in
      depth += c == "(" ? 1 : c == ")" ? -1 : 0
      return c == "," && depth == 0
    }
    guard let comma, let light = Color(String(inside[..<comma])), let dark = Color(String(inside[inside.index(after: comma)...])),
      !light.isDynamic, !dark.isDynamic
    else { return nil }
    return .dynamic(light: light, dark: dark)
  }

  private static func function(_ text: Substring) -> Color? {
    guard let open = text.firstIndex(of: "("), text.last == ")" else { return nil }
    let name = text[..<open]
    guard ["rgb", "rgba", "hsl", "hsla"].contains(name) else { return nil }
    let inside = text[text.index(after: open)...].dropLast()
    let parts = inside.split(whereSeparator: { $0 == "," || $0 == "/" || $0.isWhitespace })
    guard parts.count == 3 || parts.count == 4 else { return nil }
    func value(_ s: Substring, full: Float) -> Float? {
      let isPercent = s.last == "%"
      guard let v = Float(isPercent ? s.dropLast() : s), v.isFinite else { return nil }
      return clamped(v / (isPercent ? 100 : full))
    }
    guard let a = parts.count == 4 ? value(parts[3], full: 1) : 1 else { return nil }
    if name.hasPrefix("hsl") { return hue(Array(parts.prefix(3)), alpha: a) }
    guard let r = value(parts[0], full: 255), let g = value(parts[1], full: 255), let b = value(parts[2], full: 255) else { return nil }
    return Color(red: r, green: g, blue: b, alpha: a)
  }
}

extension Color {
  var asC: cr_color { cr_color(red: red, green: green, blue: blue, alpha: alpha) }
  init(_ c: cr_color) { self.init(red: c.red, green: c.green, blue: c.blue, alpha: c.alpha) }
}
