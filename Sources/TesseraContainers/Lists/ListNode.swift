public import Tessera

/// A node that shows a list, whatever its type: for who counts.
public protocol ListNode: AnyNode {
  /// What is counted of the list. Any thread.
  var listStatistics: ListStatistics { get }
}

extension Node: ListNode where Value: ListType {}
