internal import TesseraGeometry

/// Location of the pointer and the nodes under it. For a stage with touch only, no location is stored and no hit test is done. Frame loop
/// only.
struct HoverState {
  /// Location of the pointer, logical units of the stage; nil if there is none or it is unknown.
  private(set) var location: Point?
  /// Whether a button is pressed; the nodes under the pointer are then kept until it is released.
  private var isHeld = false
  /// Whether the pointer moved, and whether the content under it may have.
  private var (hasMoved, hasChanged) = (false, false)
  /// Time until which the nodes under the pointer are kept because content scrolls. Seconds of the stage's clock.
  private var settlesAt = -Double.infinity
  /// Node that handles the pointer.
  private(set) var owner: AnyNode?
  /// Node under the pointer and its ancestors, innermost first.
  private(set) var chain: [AnyNode] = []

  /// Sets the location of the pointer; nil means that it is gone.
  mutating func move(to new: Point?) {
    let new = new.flatMap { $0.isFinite ? $0 : nil }
    guard new != location else { return }
    (location, hasMoved) = (new, true)
  }

  /// Records the phase of a touch. A finger is not a pointer: when it touches, the location of a pointer becomes unknown.
  mutating func record(_ touch: Touch) {
    switch (touch.pointer, touch.phase) {
    case (.finger, .began): move(to: nil)
    case (.mouse, .began): isHeld = true
    case (.mouse, .ended), (.mouse, .cancelled):
      isHeld = false
      hasMoved = true
      if touch.location.isFinite { move(to: touch.location) }
    case (_, .moved), (.finger, _): break
    }
  }

  /// Records that the content under the pointer may have changed.
  mutating func recordChange() { if location != nil { hasChanged = true } }

  /// Time without scrolling after which scrolling counts as finished, seconds.
  static let patience = 0.1

  /// Records that content scrolls: nodes that pass under a resting pointer are not highlighted.
  /// - Parameter now: seconds of the stage's clock.
  mutating func recordScroll(at now: Double) {
    guard location != nil else { return }
    (hasChanged, settlesAt) = (true, now + Self.patience)
  }

  /// Time at which the nodes under the pointer are determined, seconds of the stage's clock; nil means with the next change.
  var deadline: Double? { hasChanged && !isHeld ? settlesAt : nil }

  /// Returns whether the nodes under the pointer must be determined at `now`, and clears the request.
  mutating func consumeMove(at now: Double) -> Bool {
    guard hasMoved || hasChanged && now >= settlesAt - 1e-6, !isHeld else { return false }
    (hasMoved, hasChanged) = (false, false)
    return location != nil || owner != nil || !chain.isEmpty
  }

  /// Sets the nodes under the pointer. Returns the previous ones.
  mutating func replace(owner new: AnyNode?, chain: [AnyNode]) -> (owner: AnyNode?, chain: [AnyNode]) {
    defer { (owner, self.chain) = (new, chain) }
    return (owner, self.chain)
  }
}
