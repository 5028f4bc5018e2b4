public import TesseraLayout

/// An element of a layout builder that is a node: a value of a node type, or one with modifiers; a container with children.
///
/// ```swift
/// Column(gap: 8) {
///   Text("Toucan").font(.title)
///   Image(file: photo).aspectRatio(3 / 2).cornerRadius(14).onTap { print("toucan") }
/// }
/// ```
///
/// In the spec of a node (`layout(in:)`, ``AnyNode/layoutSpec``) its node is created once and kept as long as the spec names it. It is identified by
/// its ``key(_:)``, or by its place among the statements of the builder. Its value, properties and handlers are those of the latest spec.
/// ``makeAnyNode()`` makes a node that a program keeps. A value; any thread.
public protocol NodeElement: LayoutElement {
  /// Result of a node modifier.
  associatedtype Described: NodeElement = Self

  /// Returns the element with its description changed by `edit`; the modifiers call it.
  func describing(_ edit: (inout NodeDescription) -> Void) -> Described

  /// Returns a new node according to the element.
  ///
  /// Elements in the builders of containers become nodes below it. If a container contains specs (`Overlay`, `Columns` …), they become its
  /// ``AnyNode/layoutSpec``, and its subnodes are created by the first layout.
  func makeAnyNode() -> AnyNode
}

extension NodeType {
  public func describing(_ edit: (inout NodeDescription) -> Void) -> Subnode<Self> { Subnode(self).describing(edit) }

  public func style(_ edit: @escaping @Sendable (inout LayoutStyle) -> Void) -> Subnode<Self> { Subnode(self).style(edit) }

  public func placed(at steps: [ElementStep]) -> any LayoutElement { Subnode(self).placed(at: steps) }

  /// Appends a subnode with the value.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    Subnode(self).append(to: &builder, adjust: adjust)
  }

  public func makeAnyNode() -> AnyNode { makeNode() }

  /// Returns a new node with the value.
  public func makeNode() -> Node<Self> { Node(self) }
}
