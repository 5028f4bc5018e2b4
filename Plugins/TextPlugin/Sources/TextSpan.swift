public import TesseraRender

/// A part of a text with what it changes; what is nil is as in the rest of the node.
public struct TextSpan: Sendable, Hashable {
  /// The characters.
  public var text: String
  /// Font families, the first that is known counts.
  public var families: [String]?
  /// Font size, logical units per em.
  public var fontSize: Double?
  /// Font weight.
  public var weight: FontWeight?
  /// Upright or italic.
  public var slant: FontSlant?
  /// How wide letters are, percent of the normal.
  public var fontWidth: Double?
  /// Whether edges of letters go to whole rows of pixels.
  public var hinting: FontHinting?
  /// Variation axis tag ("wdth") to value; beside what the node's font sets.
  public var variations: [String: Double]?
  /// OpenType feature tag ("tnum") to value, 0 turns a feature off; beside what the node's font sets.
  public var features: [String: Int]?
  /// BCP 47 tag ("de", "ja") that chooses between regional forms, fonts and hyphenation patterns.
  public var language: String?
  /// Colour of the letters.
  public var color: Color?
  /// Colour behind the letters.
  public var background: Color?
  /// Radius of the corners behind the letters, logical units.
  public var backgroundRadius: Double?
  /// A line beneath.
  public var underline: Bool?
  /// How the line beneath is drawn.
  public var underlineStyle: TextLineStyle?
  /// Whether the line beneath leaves room for what reaches down into it.
  public var underlineSkipsInk: Bool?
  /// Colour of the line beneath.
  public var underlineColor: Color?
  /// A line through the middle.
  public var strikethrough: Bool?
  /// How the line through the middle is drawn.
  public var strikethroughStyle: TextLineStyle?
  /// Colour of the line through the middle.
  public var strikethroughColor: Color?
  /// Colour of a rim around the letters.
  public var outlineColor: Color?
  /// How far the rim reaches, logical units; that of the node's rim, else 1, where only its colour is given.
  public var outlineWidth: Double?
  /// Whether the part is small and raised or lowered.
  public var position: TextPosition?
  /// Where a touch on the part leads; it then has the node's link colour and a line beneath, unless it brings its own.
  public var link: String?
  /// Added after each space, logical units.
  public var wordSpacing: Double?
  /// Added after each cluster, logical units.
  public var letterSpacing: Double?
  /// How far the letters are raised, logical units.
  public var baselineOffset: Double?
  /// What stands in the line in place of `text`; nil: the text.
  public var attachment: Attachment?

  /// Room in the line for a subnode of the text node.
  public struct Attachment: Sendable, Hashable {
    /// The `id` of the subnode; it gets its place when it is laid out, and none where the text is cut before it.
    public var node: String
    /// How wide it is, logical units; nil: as wide as high.
    public var width: Double?
    /// How high it is, logical units; nil: as high as wide, and where that is nil too the font's size.
    public var height: Double?
    /// Where it stands beside the letters.
    public var alignment = TextAttachment.Alignment.baseline

    /// Makes room for the subnode with this `id`.
    public init(node: String, width: Double? = nil, height: Double? = nil, alignment: TextAttachment.Alignment = .baseline) {
      self.node = node
      self.width = width
      self.height = height
      self.alignment = alignment
    }

    /// The room beside letters of `font`.
    func room(beside font: Font) -> TextAttachment {
      TextAttachment(
        id: node, width: width ?? height ?? font.size, height: height ?? width ?? font.size, alignment: alignment, beside: font)
    }
  }

  /// Makes a part that changes nothing but, where given, its colour and weight.
  public init(_ text: String, color: Color? = nil, weight: FontWeight? = nil) {
    self.text = text
    self.color = color
    self.weight = weight
  }

  /// Makes a part that a subnode of the text node stands in.
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
