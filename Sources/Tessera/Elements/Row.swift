public import TesseraLayout

/// A flex container with its children in a row.
///
/// With layout modifiers it stays a part of the spec; modifiers of nodes (a background, a handler) make it a ``Box`` node. A value; any thread.
public struct Row: NodeElement {
  private var content: ContainerContent

  /// Makes a row, which begins where lines start.
  ///
  /// - Parameters:
  ///   - gap: distance between neighbours.
  ///   - align: alignment of children across the row; by default they are stretched.
  ///   - justify: distribution of free space along the row.
  ///   - children: children in order.
  public init(
    gap: Dimension = .points(0), align: ItemAlignment = .normal, justify: ContentAlignment = .normal,
    @LayoutElementBuilder _ children: () throws -> [any LayoutElement] = { [] }
  ) rethrows {
    content = ContainerContent("Row", .row, gap: gap, align, justify, try children())
  }

  /// Returns the row with its style changed.
  public func style(_ edit: @escaping @Sendable (inout LayoutStyle) -> Void) -> Row {
    var row = self
    edit(&row.content.style)
    return row
  }

  /// Appends a box of the spec.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) { content.append(to: &builder, adjust: adjust) }

  public func describing(_ edit: (inout NodeDescription) -> Void) -> Subnode<Box> { Subnode(content).describing(edit) }

  public func makeAnyNode() -> AnyNode { makeNode() }

  /// Returns a new box with the children.
  public func makeNode() -> BoxNode { Subnode(content).makeNode() }
}

extension Row: NodeMaking {
  func makeKeptNode() -> AnyNode? { makeNode() }
}
