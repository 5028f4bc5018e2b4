/// Colour mode of a theme.
public enum ThemeMode: String, Sendable, CaseIterable, Hashable {
  /// Dark on light.
  case light
  /// Light on dark.
  case dark
  /// High contrast on white.
  case contrast
  /// High contrast on black.
  case contrastDark
  /// Red light only, for bedrooms, cars and wards.
  case night
  /// For electronic paper of 4 or 16 grays and of 1 bit.
  case paper

  var index: Int {
    switch self {
    case .light: 0
    case .dark: 1
    case .contrast: 2
    case .contrastDark: 3
    case .night: 4
    case .paper: 5
    }
  }

  /// Whether text is lighter than its ground.
  public var isDark: Bool { self == .dark || self == .contrastDark || self == .night }
}

/// Density and size of controls.
public enum ThemeDensity: String, Sendable, CaseIterable, Hashable {
  /// For screens whose shorter side is less than 400 logical units.
  case compact
  /// For shorter sides from 400 to 899.
  case regular
  /// For shorter sides from 900 on.
  case roomy

  /// Returns the density for a screen.
  /// - Parameter shorterSide: logical units.
  public init(shorterSide: Double) { self = shorterSide < 400 ? .compact : shorterSide < 900 ? .regular : .roomy }

  var index: Int {
    switch self {
    case .compact: 0
    case .regular: 1
    case .roomy: 2
    }
  }
}
