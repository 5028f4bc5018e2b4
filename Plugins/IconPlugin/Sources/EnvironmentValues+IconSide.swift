package import Tessera

extension EnvironmentValues {
  /// Factor of icons without a size of their own, 1...2: the text scale.
  package var iconScale: Double { textScale.isFinite ? min(2, max(1, textScale)) : 1 }

  /// Returns the side of an icon next to text, in whole logical units.
  ///
  /// - Parameter side: Side at a text scale of 1, logical units; nil means the theme's `icon`.
  package func iconSide(_ side: Double? = nil) -> Double { ((side ?? theme[.icon]) * iconScale).rounded() }
}
