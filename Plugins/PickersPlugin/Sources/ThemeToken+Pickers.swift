internal import Tessera

// Sizes of pickers that are not multiples of other tokens, logical units.

extension ThemeToken<Double> {
  /// Height of a row of a roller.
  static let rollerRow = ThemeToken("rollerRow", compact: 36, regular: 44, roomy: 56)
  /// Least side of a day of a calendar.
  static let dayWidth = ThemeToken("dayWidth", compact: 36, regular: 44, roomy: 56)
  static let dayHeight = ThemeToken("dayHeight", compact: 32, regular: 44, roomy: 56)

  /// Size tokens, created before scenes are read so that theme files can set them.
  static let pickers: [ThemeToken<Double>] = [.rollerRow, .dayWidth, .dayHeight]
}
