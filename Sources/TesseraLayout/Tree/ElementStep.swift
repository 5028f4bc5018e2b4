/// One step of the path from the top of a spec to one of its elements.
///
/// The path stays the same from layout to layout, even if elements next to it are added or removed. Builder statements count whether or not they yield
/// an element. Branches are numbered, and elements of a ``ForEach`` have the id of their item.
public enum ElementStep: Hashable, Sendable {
  /// Index of a statement in a block, or of an element in a list.
  case index(Int)
  /// Number of a branch of a statement, or of a list in an element that has several.
  case branch(Int)
  /// The element of the item with this id.
  case id(ElementID)
}

/// Type-erased id of an item.
public struct ElementID: Hashable, @unchecked Sendable {
  // @unchecked: made from a Sendable value alone, and never changed.
  private let id: AnyHashable

  /// Creates an id.
  public init(_ id: some Hashable & Sendable) { self.id = AnyHashable(id) }
}
