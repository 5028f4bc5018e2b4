public import Tessera

/// Node that shows a list of any type, for statistics.
public protocol ListNode: AnyNode {
  /// Counters of the list. Any thread.
  var listStatistics: ListStatistics { get }
}

extension Node: ListNode where Value: ListType {}
