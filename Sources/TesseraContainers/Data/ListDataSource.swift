public import Tessera

/// Data source of a list with index-based updates, for programs that keep their own model. It provides counts, a node for each index, and
/// updates through a ``ListDataController``.
///
/// Its functions are called on any thread, one at a time, and never during an update. Change the model that they read only in
/// `ListDataController/performBatchUpdates(_:completion:)`. Factories run on workers, several in parallel. They should capture the content
/// that they show, because the model may have changed when they run.
public protocol ListDataSource: AnyObject, Sendable {
  /// Number of sections. Default: 1.
  var sectionCount: Int { get }

  /// Returns the number of items of a section.
  func itemCount(inSection section: Int) -> Int

  /// Returns the node factory of an element; nil if the element does not exist, such as the header of a section without one. The function
  /// reads the model; the factory creates the node when it is called.
  func nodeFactory(for element: ListElement) -> ListNodeFactory?

  /// Returns whether a section has a header. Default: false.
  func hasHeader(_ section: Int) -> Bool

  /// Returns whether a section has a footer. Default: false.
  func hasFooter(_ section: Int) -> Bool

  /// Updates the node of a reloaded element. Returns false if it cannot; a new node then replaces the old one once it is drawn. Default:
  /// false.
  func update(_ node: AnyNode, for element: ListElement) -> Bool
}

extension ListDataSource {
  public var sectionCount: Int { 1 }
  public func hasHeader(_ section: Int) -> Bool { false }
  public func hasFooter(_ section: Int) -> Bool { false }
  public func update(_ node: AnyNode, for element: ListElement) -> Bool { false }
}
