/// What went wrong away from the caller: reported to the stage's `onError`, never thrown at a frame.
public struct StageError: Error, Sendable, CustomStringConvertible {
  /// What was being done.
  public enum Activity: String, Sendable, Hashable {
    /// A pass of the stage.
    case layout, draw, present
    /// A node was made of data.
    case data
    /// Work of a node (``NodeTask``).
    case task
    /// A change of the tree that cannot be made.
    case tree
    /// Data of a node were loaded, as a picture from the network.
    case load
  }
  /// What was being done.
  public let activity: Activity
  /// The type of the node and its `id` where it has one.
  public let node: String
  /// What went wrong and what would be right.
  public let reason: String

  /// Makes an error, for ``AnyNode/report(_:_:)`` and tests.
  ///
  /// - Parameters:
  ///   - activity: what was being done.
  ///   - node: the type of the node and its `id` where it has one.
  ///   - reason: what went wrong and what would be right.
  public init(activity: Activity, node: String, reason: String) {
    self.activity = activity
    self.node = node
    self.reason = reason
  }

  public var description: String { node.isEmpty ? "\(activity.rawValue): \(reason)" : "\(activity.rawValue) of \(node): \(reason)" }
}
