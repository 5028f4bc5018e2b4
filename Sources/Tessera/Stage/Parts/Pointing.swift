internal import TesseraGeometry

/// Fingers and mouse of a stage: receivers of touches and of presses of buttons, and the nodes under the pointer. Decides in which order a pointer moves
/// among events. Frame loop only; times are seconds of the stage's clock.
struct Pointing {
  var touches = TouchRouter()
  var hover = HoverState()
  /// Nodes that got the presses of buttons other than the left one, until their releases.
  private var pressed: [PointerPress.Button: AnyNode] = [:]

  /// Moves the pointer if its location was sent right before an event.
  ///
  /// - Parameters:
  ///   - event: number of the event; `count` after all of them.
  ///   - count: number of events.
  mutating func move(_ pointer: (location: Point?, eventsBefore: Int)?, before event: Int, of count: Int) {
    if let pointer, event < count ? pointer.eventsBefore == event : pointer.eventsBefore >= count { hover.move(to: pointer.location) }
  }

  /// Records the node that got the press of a button. Its release goes there.
  mutating func press(_ button: PointerPress.Button, on node: AnyNode) { pressed[button] = node }

  /// Ends the press of a button. Returns the node that got it; nil: none.
  mutating func release(_ button: PointerPress.Button) -> AnyNode? { pressed.removeValue(forKey: button) }

  /// Whether a gesture is undecided or the node under the pointer is not known yet.
  var isSettling: Bool { touches.isUndecided || hover.deadline != nil }
  /// Time at which a gesture is decided or the pointer's node is searched; nil if neither is pending.
  var deadline: Double? { Deadline.earlier(touches.deadline, hover.deadline) }
}
