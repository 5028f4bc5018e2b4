public import Tessera
public import TesseraLayout

/// A scrolling viewport with its children: the builder form of ``Scroll``.
///
/// ```swift
/// Column {
///   NavigationBar("Settings")
///   ScrollView(gap: 8) {
///     for room in rooms { RoomCard(room) }
///   }
///   .padding(12).expand()
/// }
/// ```
///
/// The node and its offset are kept as long as the spec names it. Its children are nodes of the spec that has the element. A value; any thread.
public struct ScrollView: TypedElement {
  private var subnode: Subnode<Scroll>

  /// Makes a viewport.
  ///
  /// - Parameters:
  ///   - axes: scroll axes. The children are in a row if only the horizontal one scrolls, otherwise in a column.
  ///   - gap: distance between neighbors.
  ///   - align: alignment of children across their direction; by default they are stretched.
  ///   - justify: distribution of free space along their direction.
  ///   - children: children in order.
  public init(
    _ axes: Scroll.Axes = .vertical, gap: Dimension = .points(0), align: ItemAlignment = .normal, justify: ContentAlignment = .normal,
    @LayoutElementBuilder _ children: () throws -> [any LayoutElement]
  ) rethrows {
    subnode = try Subnode(
      Scroll(axes), direction: axes == .horizontal ? .row : .column, gap: gap, align: align, justify: justify, children: children)
  }

  public func with(_ change: (inout Scroll) -> Void) -> ScrollView {
    var changed = self
    changed.subnode = subnode.with(change)
    return changed
  }

  /// Returns the viewport with its style changed.
  public func style(_ edit: @escaping @Sendable (inout LayoutStyle) -> Void) -> Subnode<Scroll> { subnode.style(edit) }

  public func describing(_ edit: (inout NodeDescription) -> Void) -> Subnode<Scroll> { subnode.describing(edit) }

  public func placed(at steps: [ElementStep]) -> any LayoutElement { subnode.placed(at: steps) }

  /// Appends the node of the viewport.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) { subnode.append(to: &builder, adjust: adjust) }

  public func makeAnyNode() -> AnyNode { makeNode() }

  /// Returns a new scroll node with the children.
  public func makeNode() -> ScrollNode { subnode.makeNode() }
}
