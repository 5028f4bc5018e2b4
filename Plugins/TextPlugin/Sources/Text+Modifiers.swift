public import TesseraRender

// The most common settings of texts in builders. Every other member is a modifier of a subnode
// (`Text("Toucan").opacity(0.5).letterSpacing(2)`), or set with ``Tessera/NodeType/with(_:_:)``.
extension Text {
  /// Returns the text in another font.
  public func font(_ font: Font) -> Text { with(\.font, font) }
  /// Returns the text with another font size, in logical units, and weight.
  public func font(_ size: Double, _ weight: FontWeight = .regular) -> Text { font(Font(size: size, weight: weight)) }
  /// Returns the text in another colour.
  public func color(_ color: Color) -> Text { with(\.color, color) }
  /// Returns the text in the environment's tint, if there is one.
  public func tinted(_ followsTint: Bool = true) -> Text { with(\.followsTint, followsTint) }
  /// Returns the text with another font weight.
  public func weight(_ weight: FontWeight) -> Text { with(\.font.weight, weight) }
  /// Returns the text with a maximum number of lines; 0 means unlimited.
  public func lineLimit(_ count: Int) -> Text { with(\.lineLimit, count) }
  /// Returns the text with another horizontal alignment.
  public func alignment(_ alignment: TextAlignment) -> Text { with(\.alignment, alignment) }
  /// Returns the text with additional space between lines, logical units.
  public func lineSpacing(_ spacing: Double) -> Text { with(\.lineSpacing, spacing) }
}
