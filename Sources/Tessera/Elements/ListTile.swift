public import TesseraLayout

/// A title, a line below it, and elements before and after them: the usual row of a list, or the head of a card.
///
/// ```swift
/// ListTile(Text("Ines").font(16, .bold), Text("See you at noon").font(12), detail: Text("11:42").font(12), leading: portrait)
/// ```
///
/// The lines take the remaining width. A `Row` of the leading element, a `Column` of the lines, and the trailing element, all centred vertically.
/// With layout modifiers it stays a part of the spec, as rows and columns do. A value; any thread.
public struct ListTile: NodeElement {
  private var row: Row

  /// Makes a tile.
  ///
  /// - Parameters:
  ///   - title: the first line.
  ///   - subtitle: element below the title, or nil.
  ///   - detail: element at the end of the first line, or nil.
  ///   - gap: distance between the lines and the leading, trailing and detail elements.
  ///   - lineGap: distance between the lines.
  ///   - leading: element before the lines, at its own width, or nil.
  ///   - trailing: element after the lines, at its own width, or nil.
  public init(
    _ title: any LayoutElement, _ subtitle: (any LayoutElement)? = nil, detail: (any LayoutElement)? = nil, gap: Dimension = .points(10),
    lineGap: Dimension = .points(2), leading: (any LayoutElement)? = nil, trailing: (any LayoutElement)? = nil
  ) {
    row = Row(gap: gap, align: .center) {
      if let leading { leading.flexShrink(0) }
      Column(gap: lineGap) {
        if let detail {
          Row(gap: gap, align: .center) {
            title.expand()
            detail.flexShrink(0)
          }
        } else {
          title
        }
        if let subtitle { subtitle }
      }
      .expand()
      if let trailing { trailing.flexShrink(0) }
    }
  }

  /// Returns the tile with the style of its row changed.
  public func style(_ edit: @escaping @Sendable (inout LayoutStyle) -> Void) -> ListTile {
    var tile = self
    tile.row = row.style(edit)
    return tile
  }

  /// Appends a box of the spec.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) { row.append(to: &builder, adjust: adjust) }

  public func describing(_ edit: (inout NodeDescription) -> Void) -> Subnode<Box> { row.describing(edit) }

  public func makeAnyNode() -> AnyNode { row.makeAnyNode() }

  /// Returns a new box with the content of the tile.
  public func makeNode() -> BoxNode { row.makeNode() }
}
