/// One element of a ``SemanticsTree``. A value.
public struct SemanticsElement: Sendable, Hashable {
  /// Unique, and never reused.
  public let id: SemanticsID
  /// The name of the node's type, and the node's own name (``Tessera/AnyNode/id``).
  public let type: String
  public let name: String
  /// Role, label, value, states and actions. An element that merges its contents has their labels, unless it has its own.
  public let semantics: NodeSemantics
  /// Whether keys can give it the focus.
  public let isFocusable: Bool
  /// The elements directly below it, in reading order.
  public let children: [SemanticsID]
  /// Place and target of a link in the text of the element above; nil for other elements.
  public let link: SemanticsLink?

  init(
    id: SemanticsID, type: String, name: String, semantics: NodeSemantics, isFocusable: Bool, children: [SemanticsID],
    link: SemanticsLink? = nil
  ) {
    (self.id, self.type, self.name, self.semantics) = (id, type, name, semantics)
    (self.isFocusable, self.children, self.link) = (isFocusable, children, link)
  }

  /// Its role; `group` if it has none.
  public var role: SemanticsRole { semantics.role ?? .group }
  /// Whether it and its descendants cannot be reached now.
  public var isHidden: Bool { semantics.isHidden == true }

  /// Its words in the label of an element that merges it.
  var words: String { semantics.label ?? semantics.value ?? "" }
}
