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
  /// How far the rim reaches, logical units; 1 where only its colour is given.
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

  /// Makes a part that changes nothing but, where given, its colour and weight.
  public init(_ text: String, color: Color? = nil, weight: FontWeight? = nil) {
    self.text = text
    self.color = color
    self.weight = weight
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
    if let color { result.color = color }
    if let background { result.background = background }
    if let underline { result.underline = underline }
    if let strikethrough { result.strikethrough = strikethrough }
    if let letterSpacing { result.letterSpacing = letterSpacing }
    if let backgroundRadius { result.backgroundRadius = backgroundRadius }
    if let underlineStyle { (result.underline, result.underlineStyle) = (underline ?? true, underlineStyle) }
    if let underlineColor { result.underlineColor = underlineColor }
    if let strikethroughStyle { (result.strikethrough, result.strikethroughStyle) = (strikethrough ?? true, strikethroughStyle) }
    if let strikethroughColor { result.strikethroughColor = strikethroughColor }
    if let outlineColor { result.outline = TextOutline(width: outlineWidth ?? 1, color: outlineColor) }
    if let position { result.position = position }
    if let wordSpacing { result.wordSpacing = wordSpacing }
    if let baselineOffset { result.baselineOffset = baselineOffset }
    return result
  }
}
