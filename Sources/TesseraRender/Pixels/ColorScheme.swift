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

  /// Whether the colour depends on the colour scheme.
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
