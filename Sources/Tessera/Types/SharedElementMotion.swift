/// Two nodes that show the same, below different subnodes of one container, seen as one element between the two. A value; any thread.
///
/// Nothing is laid out or drawn for it: the loop paints both where the element is, above all subnodes, and in their own places not at all.
public struct SharedElementMotion: Sendable, Hashable {
  /// The node that the element is seen as at progress 0.
  public let from: AnyNode
  /// The node that it is seen as at progress 1; it fades in over the other.
  public let to: AnyNode
  /// How far the element is on its way, 0...1.
  public var progress: Double

  /// Makes a motion.
  ///
  /// - Parameters:
  ///   - from: the node that the element is seen as at progress 0.
  ///   - to: the node that it is seen as at progress 1.
  ///   - progress: how far it is on its way; clamped to 0...1, and 0 where it is not a number.
  public init(from: AnyNode, to: AnyNode, progress: Double) {
    self.from = from
    self.to = to
    self.progress = progress.isNaN ? 0 : min(1, max(0, progress))
  }
}
