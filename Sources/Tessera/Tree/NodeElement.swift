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
/// In the spec of a node (`layout(in:)`, ``AnyNode/layoutSpec``) its node is made once, and kept as long as the spec names it: by its ``key(_:)``, else by its place
/// among the statements of the builder. Its value, properties and handlers are those of the newest spec. ``makeAnyNode()`` makes a node for a program that keeps
/// it. A value; any thread.
public protocol NodeElement: LayoutElement {
  /// What a modifier of the node makes of the element.
  associatedtype Described: NodeElement = Self

  /// Returns the element with its description changed by `edit`; the modifiers call it.
  func describing(_ edit: (inout NodeDescription) -> Void) -> Described

  /// Returns a new node, as the element describes it.
  ///
  /// What stands in the builders of containers becomes nodes below it; where a container has specs in it (`Overlay`, `Columns` …) it has them for its
  /// ``AnyNode/layoutSpec``, and its subnodes come with the first layout.
  func makeAnyNode() -> AnyNode
}

extension NodeType {
  public func describing(_ edit: (inout NodeDescription) -> Void) -> Subnode<Self> { Subnode(self).describing(edit) }

  public func style(_ edit: @escaping @Sendable (inout LayoutStyle) -> Void) -> Subnode<Self> { Subnode(self).style(edit) }

  public func placed(at steps: [ElementStep]) -> any LayoutElement { Subnode(self).placed(at: steps) }

  /// Appends the subnode that the value stands for.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    Subnode(self).append(to: &builder, adjust: adjust)
  }

  public func makeAnyNode() -> AnyNode { makeNode() }

  /// Returns a new node that shows the value.
  public func makeNode() -> Node<Self> { Node(self) }

  /// Returns the value with one member changed: `Text("Toucan").with(\.letterSpacing, 2)`.
  public func with<Member>(_ member: WritableKeyPath<Self, Member>, _ value: Member) -> Self {
    var changed = self
    changed[keyPath: member] = value
    return changed
  }
}
