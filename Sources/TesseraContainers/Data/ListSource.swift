public import Tessera

/// Makes a node for a place in a list. Runs on a worker, so that building rows costs the loop nothing; it may throw, and then the
/// list reports which row it was and goes on without it.
public typealias ListNodeFactory = @Sendable () throws -> AnyNode

/// The data of a list in one state, as the list reads it: how much there is, and a node for each place that comes near the screen.
///
/// A value that does not change: what changes is which source a list has. Programs do not write sources; they apply a ``ListSnapshot`` or
/// have a ``ListDataSource``. Any thread; factories are called on workers.
public protocol ListSource: Sendable {
  /// How many items each section has.
  var itemCounts: [Int] { get }

  /// Returns what tells the element from all others, whatever its place; nil where the data has no keys.
  func key(of element: ListElement) -> AnyHashable?

  /// Returns where the item with this key is; nil where there is none, or where the data has no keys.
  func index(of key: AnyHashable) -> ListIndex?

  /// Whether the section has a header.
  func hasHeader(_ section: Int) -> Bool

  /// Whether the section has a footer.
  func hasFooter(_ section: Int) -> Bool

  /// Makes the node of an element; nil where it is gone, because a newer state without it is on its way, or where there is none of its kind.
  /// - Throws: what the program's factory throws.
  func makeNode(for element: ListElement) throws -> AnyNode?

  /// Gives a node that shows the element its new content. Returns false where it cannot: then a new node is made, and takes the place of the old one
  /// once it is drawn.
  func update(_ node: AnyNode, for element: ListElement) -> Bool

  /// Returns what changed since `old`; nil where the two have nothing to do with one another. Linear in the list at most: for a worker.
  /// - Throws: ``ListError``, where the data cannot be shown.
  func changes(since old: any ListSource) throws(ListError) -> ListDiff?

  /// Checks what can be wrong with the data by itself: keys that are there twice. Linear in the list at most: for a worker.
  /// - Throws: ``ListError``.
  func validate() throws(ListError)
}

extension ListSource {
  /// How many sections there are.
  public var sectionCount: Int { itemCounts.count }

  /// Returns what changed since `old`, where nothing is known of that, as a list that is another one.
  /// - Throws: ``ListError``, where the data cannot be shown.
  public func diff(from old: any ListSource) throws(ListError) -> ListDiff {
    if let known = try changes(since: old) { return known }
    try validate()
    return ListDiff(replacing: old.itemCounts, with: itemCounts)
  }
}

/// The list without anything. A value.
public struct EmptyListSource: ListSource {
  /// Makes an empty list.
  public init() {}
  public var itemCounts: [Int] { [] }
  public func key(of element: ListElement) -> AnyHashable? { nil }
  public func index(of key: AnyHashable) -> ListIndex? { nil }
  public func hasHeader(_ section: Int) -> Bool { false }
  public func hasFooter(_ section: Int) -> Bool { false }
  public func makeNode(for element: ListElement) throws -> AnyNode? { nil }
  public func update(_ node: AnyNode, for element: ListElement) -> Bool { false }
  public func changes(since old: any ListSource) throws(ListError) -> ListDiff? { nil }
  public func validate() throws(ListError) {}
}
