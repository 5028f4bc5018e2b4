public import TesseraRender

// What texts in builders are told most often. Every other member is a modifier of a subnode (`Text("Toucan").opacity(0.5).letterSpacing(2)`), or set with
// ``Tessera/NodeType/with(_:_:)``.
extension Text {
  /// The text in another font.
  public func font(_ font: Font) -> Text { with(\.font, font) }
  /// The text in letters of another size, logical units, and weight.
  public func font(_ size: Double, _ weight: FontWeight = .regular) -> Text { font(Font(size: size, weight: weight)) }
  /// The text in another colour.
  public func color(_ color: Color) -> Text { with(\.color, color) }
  /// The text in the environment's tint, where there is one.
  public func tinted(_ followsTint: Bool = true) -> Text { with(\.followsTint, followsTint) }
  /// The text in letters of another weight.
  public func weight(_ weight: FontWeight) -> Text { with(\.font.weight, weight) }
  /// The text in at most so many lines; 0: as many as it takes.
  public func lineLimit(_ count: Int) -> Text { with(\.lineLimit, count) }
  /// The text with its lines elsewhere in the width of the box.
  public func alignment(_ alignment: TextAlignment) -> Text { with(\.alignment, alignment) }
  /// The text with more room between lines, logical units.
  public func lineSpacing(_ spacing: Double) -> Text { with(\.lineSpacing, spacing) }
}
