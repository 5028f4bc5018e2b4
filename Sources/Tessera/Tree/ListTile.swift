public import TesseraLayout

/// A title, a line below it, and what stands before and behind them: the usual row of a list, or the head of a card.
///
/// ```swift
/// ListTile(Text("Ines").font(16, .bold), Text("See you at noon").font(12), detail: Text("11:42").font(12), leading: portrait)
/// ```
///
/// The lines take the room that is left. A `Row` of what stands before, a `Column` of the lines, and what stands behind, all in the middle of its height; layout
/// modifiers leave it a part of the spec, as they do those. A value; any thread.
public struct ListTile: NodeElement {
  private var row: Row

  /// Makes a tile.
  ///
  /// - Parameters:
  ///   - title: the first line.
  ///   - subtitle: what stands below it; nil: nothing.
  ///   - detail: what stands at the end of the first line; nil: nothing.
  ///   - gap: distance between the lines and what stands before, behind and at the end of the first.
  ///   - lineGap: distance between the lines.
  ///   - leading: what stands before the lines, as broad as it is; nil: nothing.
  ///   - trailing: what stands behind the lines, as broad as it is; nil: nothing.
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

  /// Returns a new box with what the tile shows.
  public func makeNode() -> BoxNode { row.makeNode() }
}
