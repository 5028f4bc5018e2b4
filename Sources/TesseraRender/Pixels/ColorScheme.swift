/// Light or dark color scheme.
public enum ColorScheme: String, Sendable, CaseIterable, Hashable {
  /// Dark content on light.
  case light
  /// Light content on dark.
  case dark
}

extension Color {
  /// Returns a dynamic colour: `light`, unless ``resolved(in:)`` or a canvas uses the dark scheme.
  ///
  /// `dark` is stored with 8 bits per channel. Properties of nodes, the standard node types and canvases resolve dynamic colours, in texts
  /// too.
  public static func dynamic(light: Color, dark: Color) -> Color {
    var color = light
    func byte(_ channel: Float) -> UInt64 { UInt64(clamped(channel) * 255 + 0.5) }
    color.darkBits = 1 << 32 | byte(dark.red) << 24 | byte(dark.green) << 16 | byte(dark.blue) << 8 | byte(dark.alpha)
    return color
  }

  /// Returns a dynamic colour with the number of a theme's token. Code without a theme resolves it by the colour scheme.
  ///
  /// - Parameters:
  ///   - number: 0...32,766; other numbers give a colour without a token.
  ///   - light: colour in the light scheme.
  ///   - dark: colour in the dark scheme, stored with 8 bits per channel.
  package static func token(_ number: Int, light: Color, dark: Color) -> Color {
    var color = dynamic(light: light.resolved(in: .light), dark: dark.resolved(in: .light))
    if (0..<0x7FFF).contains(number) { color.darkBits |= UInt64(number + 1) << 33 }
    return color
  }

  /// Number of the token of ``letters``.
  package static let lettersNumber = 0x7FFE

  /// Color of letters without one: black, white in the dark scheme. Nodes show their theme's `ink` instead.
  public static let letters = Color.token(lettersNumber, light: .black, dark: .white)

  /// Number of the colour's token; nil for a colour without one.
  package var tokenNumber: Int? {
    let number = Int(darkBits >> 33 & 0x7FFF)
    return number == 0 ? nil : number - 1
  }

  /// Factor of the token's alpha, 0...1, from ``opacity(_:)``.
  package var tokenOpacity: Float { 1 - Float(darkBits >> 48 & 255) / 255 }

  /// Bits of the two schemes, without the token, for layouts of text.
  var schemeBits: UInt64 { darkBits & 0x1_FFFF_FFFF }

  /// Adds the token of another colour with an opacity, 0...1.
  mutating func keepToken(of other: Color, opacity: Float) {
    darkBits = schemeBits | other.darkBits & 0x7FFF << 33 | UInt64((1 - opacity) * 255 + 0.5) << 48
  }

  /// Whether the colour depends on the colour scheme or the theme.
  public var isDynamic: Bool { darkBits != 0 }

  /// Returns the static colour for a scheme.
  public func resolved(in scheme: ColorScheme) -> Color {
    guard isDynamic else { return self }
    guard scheme == .dark else { return Color(red: red, green: green, blue: blue, alpha: alpha) }
    func channel(_ shift: UInt64) -> Float { Float(darkBits >> shift & 255) / 255 }
    return Color(red: channel(24), green: channel(16), blue: channel(8), alpha: channel(0))
  }

  /// Returns the colour changed by `change`, which is called once per scheme for a dynamic colour.
  public func map(_ change: (Color) -> Color) -> Color {
    guard isDynamic else { return change(self) }
    return .dynamic(light: change(resolved(in: .light)), dark: change(resolved(in: .dark)))
  }
}

extension Gradient {
  /// Returns the gradient with each of its colours changed by `change`.
  public func map(_ change: (Color) -> Color) -> Gradient {
    let stops = stops.map { GradientStop($0.offset, change($0.color)) }
    return switch self {
    case .linear(let from, let to, _): .linear(from: from, to: to, stops: stops)
    case .radial(let center, let radius, _): .radial(center: center, radius: radius, stops: stops)
    case .conic(let center, let angle, _): .conic(center: center, angle: angle, stops: stops)
    }
  }
}

extension Paint {
  /// Whether the paint has a dynamic colour.
  public var isDynamic: Bool {
    switch self {
    case .color(let color): color.isDynamic
    case .gradient(let gradient): gradient.stops.contains { $0.color.isDynamic }
    }
  }

  /// Returns the static paint for a scheme.
  public func resolved(in scheme: ColorScheme) -> Paint {
    guard isDynamic else { return self }
    return map { $0.resolved(in: scheme) }
  }

  /// Returns the paint with each of its colours changed by `change`.
  public func map(_ change: (Color) -> Color) -> Paint {
    switch self {
    case .color(let color): .color(change(color))
    case .gradient(let gradient): .gradient(gradient.map(change))
    }
  }

  /// Returns a dynamic colour as paint.
  public static func dynamic(light: Color, dark: Color) -> Paint { .color(.dynamic(light: light, dark: dark)) }
}
