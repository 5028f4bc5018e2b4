/// Attributes of a range of text.
public struct TextAttributes: Sendable, Hashable {
  /// Families, size, weight, slant.
  public var font: Font
  /// Colour of glyphs, underline and strikethrough; colour glyphs use only its alpha.
  public var color: Color
  /// Fill of the line box behind the text; nil: none.
  public var background: Color?
  /// Radius of the corners of `background`, logical units.
  public var backgroundRadius: Double
  /// Whether the text is underlined, at the font's own position and thickness.
  public var underline: Bool
  /// Style of the underline.
  public var underlineStyle: TextLineStyle
  /// Colour of the underline; nil: that of the text.
  public var underlineColor: Color?
  /// Whether an underline (single, thick or double) has gaps around descenders.
  ///
  /// Only if the text is drawn unrotated at the canvas's scale, below 128 device pixels per em.
  public var underlineSkipsInk: Bool
  /// Whether the text is struck through, at the font's own position and thickness.
  public var strikethrough: Bool
  /// Style of the strikethrough line.
  public var strikethroughStyle: TextLineStyle
  /// Colour of the strikethrough line; nil: that of the text.
  public var strikethroughColor: Color?
  /// Outline around the letters; nil: none.
  public var outline: TextOutline?
  /// Space added after each cluster, logical units; a value other than 0 turns ligatures off.
  ///
  /// Ignored for cursive scripts, which stay joined.
  public var letterSpacing: Double
  /// Space added after each space character (U+0020 and U+00A0), logical units.
  public var wordSpacing: Double
  /// Superscript or subscript; `baselineOffset` is added.
  public var position: TextPosition
  /// Target of a link; nil: no link.
  public var link: String?
  /// Attachment in place of the text, a U+FFFC; nil: none.
  public var attachment: TextAttachment?
  /// Upward shift, logical units.
  public var baselineOffset: Double
  /// BCP 47 tag ("ja", "zh-Hant") that selects regional forms and fallback fonts; nil: guessed from the text.
  public var language: String?

  /// Creates attributes with a font and a colour only.
  public init(font: Font = .body, color: Color = .letters) {
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

  /// Whether a color depends on the color scheme.
  public var isDynamic: Bool {
    color.isDynamic || background?.isDynamic ?? false || underlineColor?.isDynamic ?? false || strikethroughColor?.isDynamic ?? false
      || outline?.color.isDynamic ?? false
  }

  /// Returns the attributes with all lengths multiplied by `factor`.
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
