/// Fingers and mouse of a stage: receivers of touches, and the nodes under the pointer. Frame loop only; times are seconds of the stage's clock.
struct Pointing {
  var touches = TouchRouter()
  var hover = HoverState()
  /// Nodes that got the presses of buttons other than the left one, until their releases.
  var pressed: [PointerPress.Button: AnyNode] = [:]

  /// Whether a gesture is undecided or the node under the pointer is not known yet.
  var isSettling: Bool { touches.isUndecided || hover.deadline != nil }
  /// Time at which a gesture is decided or the pointer's node is searched; nil if neither is pending.
  var deadline: Double? { Deadline.earlier(touches.deadline, hover.deadline) }
}
