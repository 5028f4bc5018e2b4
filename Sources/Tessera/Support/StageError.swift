/// Asynchronous error, delivered to the stage's `onError` and not thrown.
public struct StageError: Error, Sendable, CustomStringConvertible {
  /// Failed activity.
  public enum Activity: String, Sendable, Hashable {
    /// A pass of the stage.
    case layout, draw, present
    /// Creation of a node from data.
    case data
    /// Work of a node (``NodeTask``).
    case task
    /// An invalid change of the tree.
    case tree
    /// Loading of a node's data, such as a picture from the network.
    case load
  }
  /// The activity that failed.
  public let activity: Activity
  /// The type of the node, and its `id` if it has one.
  public let node: String
  /// The error and the valid values.
  public let reason: String
  /// Node that reported the error, for `reporter`.
  private(set) weak var source: (any AnyObject & Sendable)?

  /// Makes an error, for ``AnyNode/report(_:_:)`` and tests.
  ///
  /// - Parameters:
  ///   - activity: the activity that failed.
  ///   - node: the type of the node, and its `id` if it has one.
  ///   - reason: the error and the valid values.
  public init(activity: Activity, node: String, reason: String) {
    self.activity = activity
    self.node = node
    self.reason = reason
  }

  init(activity: Activity, node: String, reason: String, source: (any AnyObject & Sendable)?) {
    self.init(activity: activity, node: node, reason: reason)
    self.source = source
  }

  public var description: String { node.isEmpty ? "\(activity.rawValue): \(reason)" : "\(activity.rawValue) of \(node): \(reason)" }
}
