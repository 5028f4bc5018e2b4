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
  /// A line beneath.
  public var underline: Bool?
  /// A line through the middle.
  public var strikethrough: Bool?
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

  func attributes(over base: TextAttributes) -> TextAttributes {
    var result = base
    if let families { result.font.families = families }
    if let fontSize { result.font.size = fontSize }
    if let weight { result.font.weight = weight }
    if let slant { result.font.slant = slant }
    if let color { result.color = color }
    if let background { result.background = background }
    if let underline { result.underline = underline }
    if let strikethrough { result.strikethrough = strikethrough }
    if let letterSpacing { result.letterSpacing = letterSpacing }
    if let baselineOffset { result.baselineOffset = baselineOffset }
    return result
  }
}
