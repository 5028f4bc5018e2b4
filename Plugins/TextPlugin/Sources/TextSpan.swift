public import TesseraRender

/// Part of a text with its changes; nil keeps the value of the node.
public struct TextSpan: Sendable, Hashable {
  /// Characters of the part.
  public var text: String
  /// Font families; the first known one is used.
  public var families: [String]?
  /// Font size, logical units per em.
  public var fontSize: Double?
  /// Font weight.
  public var weight: FontWeight?
  /// Upright or italic.
  public var slant: FontSlant?
  /// Width of letters, percent of the normal width.
  public var fontWidth: Double?
  /// Whether edges of letters are aligned to pixel rows.
  public var hinting: FontHinting?
  /// Value by variation axis tag ("wdth"); added to the node's font.
  public var variations: [String: Double]?
  /// Value by OpenType feature tag ("tnum"), 0 disables a feature; added to the node's font.
  public var features: [String: Int]?
  /// BCP 47 tag ("de", "ja") that selects regional forms, fonts and hyphenation patterns.
  public var language: String?
  /// Colour of the letters.
  public var color: Color?
  /// Colour behind the letters.
  public var background: Color?
  /// Corner radius of the background, logical units.
  public var backgroundRadius: Double?
  /// Whether the part is underlined.
  public var underline: Bool?
  /// Style of the underline.
  public var underlineStyle: TextLineStyle?
  /// Whether the underline skips descenders.
  public var underlineSkipsInk: Bool?
  /// Colour of the underline.
  public var underlineColor: Color?
  /// Whether the part is struck through.
  public var strikethrough: Bool?
  /// Style of the strikethrough.
  public var strikethroughStyle: TextLineStyle?
  /// Colour of the strikethrough.
  public var strikethroughColor: Color?
  /// Colour of an outline around the letters.
  public var outlineColor: Color?
  /// Width of the outline, logical units. If only the colour is given, that of the node's outline, or 1.
  public var outlineWidth: Double?
  /// Whether the part is a superscript or subscript.
  public var position: TextPosition?
  /// Target of a link on the part, which then has the node's link colour and an underline unless it sets its own.
  public var link: String?
  /// Space added after each space, logical units.
  public var wordSpacing: Double?
  /// Space added after each cluster, logical units.
  public var letterSpacing: Double?
  /// Upward shift of the letters, logical units.
  public var baselineOffset: Double?
  /// Attachment in the line in place of `text`; nil means the text.
  public var attachment: Attachment?

  /// Space in the line for a subnode of the text node.
  public struct Attachment: Sendable, Hashable {
    /// `id` of the subnode, which is placed during layout; it gets no space if the text is truncated before it.
    public var node: String
    /// Width in logical units; nil means equal to the height.
    public var width: Double?
    /// Height in logical units; nil means equal to the width, or the font size if that is nil too.
    public var height: Double?
    /// Vertical alignment relative to the letters.
    public var alignment = TextAttachment.Alignment.baseline

    /// Creates space for the subnode with this `id`.
    public init(node: String, width: Double? = nil, height: Double? = nil, alignment: TextAttachment.Alignment = .baseline) {
      self.node = node
      self.width = width
      self.height = height
      self.alignment = alignment
    }

    /// Returns the space for the attachment next to letters of `font`.
    func room(beside font: Font) -> TextAttachment {
      TextAttachment(
        id: node, width: width ?? height ?? font.size, height: height ?? width ?? font.size, alignment: alignment, beside: font)
    }
  }

  /// Creates a part without changes except a given colour and weight.
  public init(_ text: String, color: Color? = nil, weight: FontWeight? = nil) {
    self.text = text
    self.color = color
    self.weight = weight
  }

  /// Creates a part that contains a subnode of the text node.
  public init(_ attachment: Attachment) {
    self.init(TextAttachment.character)
    self.attachment = attachment
  }

  func attributes(over base: TextAttributes, linkColor: Color) -> TextAttributes {
    var result = base
    if let link {
      result.link = link
      result.color = linkColor
      result.underline = true
    }
    if let families { result.font.families = families }
    if let fontSize { result.font.size = fontSize }
    if let weight { result.font.weight = weight }
    if let slant { result.font.slant = slant }
    if let fontWidth { result.font.width = fontWidth }
    if let hinting { result.font.hinting = hinting }
    if let color { result.color = color }
    if let variations { result.font.variations.merge(variations) { $1 } }
    if let features { result.font.features.merge(features) { $1 } }
    if let language { result.language = language }
    if let underlineSkipsInk { result.underlineSkipsInk = underlineSkipsInk }
    if let background { result.background = background }
    if let underline { result.underline = underline }
    if let strikethrough { result.strikethrough = strikethrough }
    if let letterSpacing { result.letterSpacing = letterSpacing }
    if let backgroundRadius { result.backgroundRadius = backgroundRadius }
    if let underlineStyle { (result.underline, result.underlineStyle) = (underline ?? true, underlineStyle) }
    if let underlineColor { result.underlineColor = underlineColor }
    if let strikethroughStyle { (result.strikethrough, result.strikethroughStyle) = (strikethrough ?? true, strikethroughStyle) }
    if let strikethroughColor { result.strikethroughColor = strikethroughColor }
    if let outlineColor { result.outline = TextOutline(width: result.outline?.width ?? 1, color: outlineColor) }
    if let outlineWidth { result.outline?.width = outlineWidth }
    if let position { result.position = position }
    if let wordSpacing { result.wordSpacing = wordSpacing }
    if let baselineOffset { result.baselineOffset = baselineOffset }
    if let attachment { result.attachment = attachment.room(beside: result.font) }
    return result
  }
}
