/// How a part of a text looks.
public struct TextAttributes: Sendable, Hashable {
  /// Families, size, weight, slant.
  public var font: Font
  /// Of glyphs, underline and strikethrough; coloured glyphs take its alpha only.
  public var color: Color
  /// Fills the line box behind the part; nil: nothing.
  public var background: Color?
  /// Radius of the corners of `background`, logical units.
  public var backgroundRadius: Double
  /// A line below, at the font's own position and thickness.
  public var underline: Bool
  /// How the line below is drawn.
  public var underlineStyle: TextLineStyle
  /// Colour of the line below; nil: that of the text.
  public var underlineColor: Color?
  /// Whether a line below (single, thick or double) leaves room for what reaches down into it.
  ///
  /// Only where the text is drawn upright at the canvas's scale and below 128 device pixels an em.
  public var underlineSkipsInk: Bool
  /// A line through the middle, at the font's own position and thickness.
  public var strikethrough: Bool
  /// How the line through the middle is drawn.
  public var strikethroughStyle: TextLineStyle
  /// Colour of the line through the middle; nil: that of the text.
  public var strikethroughColor: Color?
  /// A rim around the letters; nil: none.
  public var outline: TextOutline?
  /// Logical units added after each cluster; where it is not 0, ligatures are off.
  ///
  /// Cursive scripts stay joined and take none.
  public var letterSpacing: Double
  /// Logical units added after each space (U+0020 and U+00A0).
  public var wordSpacing: Double
  /// Whether the part is small and raised or lowered; `baselineOffset` comes on top.
  public var position: TextPosition
  /// Where a touch on the part leads; nil: nowhere.
  public var link: String?
  /// What the part, a U+FFFC, stands for; nil: itself.
  public var attachment: TextAttachment?
  /// Logical units upwards.
  public var baselineOffset: Double
  /// BCP 47 tag ("ja", "zh-Hant") that chooses between regional forms and fallback fonts; nil: guessed from the text.
  public var language: String?

  /// Makes attributes of a font and a colour, with nothing added.
  public init(font: Font = .body, color: Color = .black) {
    self.font = font
    self.color = color
    self.background = nil
    self.backgroundRadius = 0
    self.underline = false
    self.underlineStyle = .single
    self.underlineSkipsInk = true
    self.strikethrough = false
    self.strikethroughStyle = .single
    self.letterSpacing = 0
    self.wordSpacing = 0
    self.position = .normal
    self.baselineOffset = 0
    self.language = nil
  }

  /// Whether a color follows the color scheme.
  public var isDynamic: Bool {
    color.isDynamic || background?.isDynamic ?? false || underlineColor?.isDynamic ?? false || strikethroughColor?.isDynamic ?? false
      || outline?.color.isDynamic ?? false
  }

  /// The same with every length `factor` times as long.
  public func scaled(by factor: Double) -> TextAttributes {
    var result = self
    result.font.size *= factor
    result.letterSpacing *= factor
    result.wordSpacing *= factor
    result.baselineOffset *= factor
    result.backgroundRadius *= factor
    result.outline?.width *= factor
    result.attachment?.width *= factor
    result.attachment?.ascent *= factor
    result.attachment?.descent *= factor
    return result
  }
}
