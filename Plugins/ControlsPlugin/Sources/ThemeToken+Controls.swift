package import Tessera
package import TesseraRender

// Sizes of controls that are not multiples of other tokens, logical units.

extension ThemeToken<Double> {
  package static let switchWidth = ThemeToken("switchWidth", compact: 40, regular: 52, roomy: 68)
  package static let switchHeight = ThemeToken("switchHeight", compact: 24, regular: 32, roomy: 40)
  package static let checkboxSide = ThemeToken("checkboxSide", compact: 20, regular: 24, roomy: 32)
  package static let trackHeight = ThemeToken("trackHeight", 6)
  /// Height of an entry of a menu.
  package static let menuRow = ThemeToken("menuRow", compact: 44, regular: 44, roomy: 56)

  /// Height of a navigation bar.
  package static let navigationBar = ThemeToken("navigationBar", compact: 44, regular: 56, roomy: 72)

  /// Size tokens, created before scenes are read so that theme files can set them.
  package static let controls: [ThemeToken<Double>] = [.switchWidth, .switchHeight, .checkboxSide, .trackHeight, .menuRow, .navigationBar]
}

extension ThemeToken<Color> {
  private static func role(_ name: String, _ values: [UInt32]) -> Self {
    let colors = values.map { Color(rgb: $0) }
    return ThemeToken(
      name, light: colors[0], dark: colors[1], contrast: colors[2], contrastDark: colors[3], night: colors[4], paper: colors[5])
  }

  /// Chosen segment, and its letters.
  package static let segment = role("segment", [0xFFFFFF, 0x394142, 0xFFFFFF, 0x000000, 0x100400, 0x000000])
  package static let onSegment = role("onSegment", [0x181C21, 0xEFEFEF, 0x000000, 0xFFFFFF, 0xE7866B, 0xFFFFFF])

  /// Color tokens, created before scenes are read so that theme files can set them.
  package static let controls: [ThemeToken<Color>] = [.segment, .onSegment]
}
