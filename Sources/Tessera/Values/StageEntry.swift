/// Entry of a node into a stage.
public struct StageEntry: Sendable, Hashable {
  /// Whether the node was in no stage before.
  public let isFirst: Bool
}
