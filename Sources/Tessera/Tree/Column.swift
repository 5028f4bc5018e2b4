public import TesseraLayout

/// Children one below another: a flex container.
///
/// Layout modifiers leave it a part of the spec; what only a node has (a background, a handler) makes it a ``Box`` node. A value; any thread.
public struct Column: NodeElement {
  private var content: ContainerContent

  /// Makes a column.
  ///
  /// - Parameters:
  ///   - gap: distance between neighbours.
  ///   - align: how children stand across the column; stretched unless said otherwise.
  ///   - justify: where free space along the column goes.
  ///   - children: what stands in it.
  public init(
    gap: Dimension = .points(0), align: ItemAlignment = .normal, justify: ContentAlignment = .normal,
    @LayoutElementBuilder _ children: () throws -> [any LayoutElement] = { [] }
  ) rethrows {
    content = ContainerContent("Column", .column, gap: gap, align, justify, try children())
  }

  /// Returns the column with its style changed.
  public func style(_ edit: @escaping @Sendable (inout LayoutStyle) -> Void) -> Column {
    var column = self
    edit(&column.content.style)
    return column
  }

  /// Appends a box of the spec.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) { content.append(to: &builder, adjust: adjust) }

  public func describing(_ edit: (inout NodeDescription) -> Void) -> Subnode<Box> { Subnode(content).describing(edit) }

  public func makeAnyNode() -> AnyNode { makeNode() }

  /// Returns a new box with the children.
  public func makeNode() -> BoxNode { Subnode(content).makeNode() }
}
