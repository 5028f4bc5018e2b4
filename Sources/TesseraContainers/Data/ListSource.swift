public import Tessera

/// Creates the node of an element. Runs on a worker, so that building rows does not block the loop. If it throws, the list reports the row
/// and continues without it.
public typealias ListNodeFactory = @Sendable () throws -> AnyNode

/// Data of a list in one state: counts, and a node for each element near the viewport.
///
/// An immutable value; a list changes its source instead. Programs do not implement sources: they apply a ``ListSnapshot`` or use a
/// ``ListDataSource``. Any thread; factories are called on workers.
public protocol ListSource: Sendable {
  /// Number of items of each section.
  var itemCounts: [Int] { get }

  /// Returns the identity of an element, independent of its place; nil if the data has no keys.
  func key(of element: ListElement) -> AnyHashable?

  /// Returns the place of the item with this key; nil if there is none or the data has no keys.
  func index(of key: AnyHashable) -> ListIndex?

  /// Returns whether the section has a header.
  func hasHeader(_ section: Int) -> Bool

  /// Returns whether the section has a footer.
  func hasFooter(_ section: Int) -> Bool

  /// Creates the node of an element; nil if there is no such element, or a newer state without it follows.
  /// - Throws: errors of the program's factory.
  func makeNode(for element: ListElement) throws -> AnyNode?

  /// Updates a node that shows the element. Returns false if it cannot; a new node then replaces the old one once it is drawn.
  func update(_ node: AnyNode, for element: ListElement) -> Bool

  /// Returns the changes since `old`; nil if the two are unrelated. At most linear in the list; meant for a worker.
  /// - Throws: ``ListError`` if the data cannot be shown.
  func changes(since old: any ListSource) throws(ListError) -> ListDiff?

  /// Checks that keys are unique. At most linear in the list; meant for a worker.
  /// - Throws: ``ListError``.
  func validate() throws(ListError)
}

extension ListSource {
  /// Number of sections.
  public var sectionCount: Int { itemCounts.count }

  /// Returns the changes since `old`. If they are unknown, everything is replaced.
  /// - Throws: ``ListError`` if the data cannot be shown.
  public func diff(from old: any ListSource) throws(ListError) -> ListDiff {
    if let known = try changes(since: old) { return known }
    try validate()
    return ListDiff(replacing: old.itemCounts, with: itemCounts)
  }
}

/// List without elements. A value.
struct EmptyListSource: ListSource {
  /// Creates an empty list.
  var itemCounts: [Int] { [] }
  func key(of element: ListElement) -> AnyHashable? { nil }
  func index(of key: AnyHashable) -> ListIndex? { nil }
  func hasHeader(_ section: Int) -> Bool { false }
  func hasFooter(_ section: Int) -> Bool { false }
  func makeNode(for element: ListElement) throws -> AnyNode? { nil }
  func update(_ node: AnyNode, for element: ListElement) -> Bool { false }
  func changes(since old: any ListSource) throws(ListError) -> ListDiff? { nil }
  func validate() throws(ListError) {}
}
