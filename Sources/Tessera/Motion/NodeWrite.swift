/// A write of a node's value, from when the value is stored until its work is marked. A value.
struct NodeWrite {
  /// The node's count of writes.
  let generation: UInt64
  /// Whether a stage or a layout has read the former value.
  let isWatched: Bool
  /// The node's own motions; nil: the change cannot be animated.
  let motions: MotionTable?
}
