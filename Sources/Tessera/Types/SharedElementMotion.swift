/// Two nodes with the same content, below different subnodes of one container, shown as one element between the two. A value; any thread.
///
/// It causes no layout or draw: the loop paints both at the position of the element, above all subnodes, and not in their own places.
public struct SharedElementMotion: Sendable, Hashable {
  /// The node shown at progress 0.
  public let from: AnyNode
  /// The node shown at progress 1; it fades in over the other.
  public let to: AnyNode
  /// Progress of the motion, 0...1.
  public var progress: Double

  /// Makes a motion.
  ///
  /// - Parameters:
  ///   - from: the node shown at progress 0.
  ///   - to: the node shown at progress 1.
  ///   - progress: progress of the motion; clamped to 0...1, and 0 if it is not a number.
  public init(from: AnyNode, to: AnyNode, progress: Double) {
    self.from = from
    self.to = to
    self.progress = progress.isNaN ? 0 : min(1, max(0, progress))
  }
}
