/// A change to animate. Created with the change, under the node's lock, and taken by the loop together with it, so that the loop never gets one
/// without the other.
struct MotionRequest: Sendable {
  enum Goal: Sendable {
    /// A property moves to its value in the first argument, from its value in the second; nil: from its shown value.
    case property(SharedProperties, from: SharedProperties?)
    /// An attribute moves from one value to another.
    case attribute(from: AttributeValue, to: AttributeValue)
    /// New content fades in over the content shown, after a change of an attribute.
    case content(name: String, from: AttributeValue?, to: AttributeValue?)
    /// The shown value moves through keyframes, over the node's own value.
    case keyframes(KeyframePath, MotionTemplate)
  }

  let key: MotionKey
  let goal: Goal
  let motion: Motion
  /// The animation to notify, or nil.
  let animation: Animation?
}

/// Running motions of a node.
final class NodeMotionState: @unchecked Sendable {
  // @unchecked: the cell checks the lock of the one node that has the motions.
  private let members: GuardedCell<Members>

  private struct Members {
    var requests: [MotionRequest] = []
    var moving: MovingProperties = []
    var shown: SharedProperties?
  }

  /// - Parameter holder: Holder of the node's lock.
  init(_ holder: LockHolder) { members = GuardedCell(Members(), holder) }

  /// Requests that the loop has not taken yet.
  var requests: [MotionRequest] {
    @inline(__always) get { members.value.requests }
    @inline(__always) _modify { yield &members.value.requests }
  }
  /// Properties in motion.
  var moving: MovingProperties {
    @inline(__always) get { members.value.moving }
    @inline(__always) _modify { yield &members.value.moving }
  }
  /// Values of the moving properties in the latest frame.
  var shown: SharedProperties? {
    @inline(__always) get { members.value.shown }
    @inline(__always) set { members.value.shown = newValue }
  }
}
