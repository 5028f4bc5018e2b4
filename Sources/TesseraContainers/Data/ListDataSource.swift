public import Tessera

/// Data of a list that is told by place, for programs that keep their own model: counts, a node for each place, and updates that say what
/// changed where (``ListDataController``).
///
/// Its functions are called on any thread, one at a time, and never while an update runs: what they read of the model has to be changed in
/// `ListDataController/performBatchUpdates(_:completion:)` only. Factories run on workers, several at once, and should hold what they show, as
/// the model may have gone on when they run.
public protocol ListDataSource: AnyObject, Sendable {
  /// How many sections there are. Default: 1.
  var sectionCount: Int { get }

  /// Returns how many items a section has.
  func itemCount(inSection section: Int) -> Int

  /// Returns what makes the node of an element; nil where there is none, as for a header in a section that has none. Reads the model
  /// now, builds the node when it is called.
  func nodeFactory(for element: ListElement) -> ListNodeFactory?

  /// Whether a section has a header. Default: none.
  func hasHeader(_ section: Int) -> Bool

  /// Whether a section has a footer. Default: none.
  func hasFooter(_ section: Int) -> Bool

  /// Gives the node of an element that was reloaded its new content. Returns false where it cannot: then a new node is made, and takes
  /// the place of the old one once it is drawn. Default: false.
  func update(_ node: AnyNode, for element: ListElement) -> Bool
}

extension ListDataSource {
  public var sectionCount: Int { 1 }
  public func hasHeader(_ section: Int) -> Bool { false }
  public func hasFooter(_ section: Int) -> Bool { false }
  public func update(_ node: AnyNode, for element: ListElement) -> Bool { false }
}
