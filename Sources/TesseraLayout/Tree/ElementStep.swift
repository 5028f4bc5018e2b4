/// One step of the way from the top of a spec to an element in it. The way is the same from layout to layout, whatever comes and goes beside the element:
/// statements of a builder are counted whether they give something or not, branches have a number, and elements of a ``ForEach`` have the id of their item.
public enum ElementStep: Hashable, Sendable {
  /// The so-many-th statement of a block, or element of a list.
  case index(Int)
  /// The so-many-th branch of a statement, or list of an element that has several.
  case branch(Int)
  /// The element of an item.
  case id(ElementID)
}

/// The id of an item of any type.
public struct ElementID: Hashable, @unchecked Sendable {
  // @unchecked: made from a Sendable value alone, and never changed.
  private let id: AnyHashable

  /// Makes an id.
  public init(_ id: some Hashable & Sendable) { self.id = AnyHashable(id) }
}
