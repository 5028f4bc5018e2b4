public import TesseraLayout

/// A flex container with its children in a column.
///
/// With layout modifiers it stays a part of the spec; modifiers of nodes (a background, a handler) make it a ``Box`` node. A value; any thread.
public struct Column: NodeElement {
  private var content: ContainerContent

  /// Makes a column.
  ///
  /// - Parameters:
  ///   - gap: distance between neighbours.
  ///   - align: alignment of children across the column; by default they are stretched.
  ///   - justify: distribution of free space along the column.
  ///   - children: children in order.
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

extension Column: NodeMaking {
  func makeKeptNode() -> AnyNode? { makeNode() }
}
