/// How a part of a text looks.
public struct TextAttributes: Sendable, Hashable {
  /// Families, size, weight, slant.
  public var font: Font
  /// Of glyphs, underline and strikethrough; coloured glyphs take its alpha only.
  public var color: Color
  /// Fills the line box behind the part; nil: nothing.
  public var background: Color?
  /// A line below, at the font's own position and thickness.
  public var underline: Bool
  /// A line through the middle, at the font's own position and thickness.
  public var strikethrough: Bool
  /// Logical units added after each cluster; where it is not 0, ligatures are off.
  ///
  /// Cursive scripts stay joined and take none.
  public var letterSpacing: Double
  /// Logical units upwards.
  public var baselineOffset: Double
  /// BCP 47 tag ("ja", "zh-Hant") that chooses between regional forms and fallback fonts; nil: guessed from the text.
  public var language: String?

  /// Makes attributes of a font and a colour, with nothing added.
  public init(font: Font = .body, color: Color = .black) {
    self.font = font
    self.color = color
    self.background = nil
    self.underline = false
    self.strikethrough = false
    self.letterSpacing = 0
    self.baselineOffset = 0
    self.language = nil
  }
}
