internal import TesseraGeometry

/// Where a pointer is, and what is under it. A stage that has only fingers keeps no place and looks for nothing. Frame loop only.
struct HoverState {
  /// Where the pointer is, logical units of the stage; nil: there is none, or nobody knows.
  private(set) var location: Point?
  /// Whether a button is held: what was under the pointer then stays so until the button is let go.
  private var isHeld = false
  /// Whether the pointer moved, and whether what may be under it did.
  private var (hasMoved, hasChanged) = (false, false)
  /// Until when what is under the pointer stays so, though it moved: content scrolls. Seconds of the stage's clock.
  private var settlesAt = -Double.infinity
  /// The node that took the pointer.
  private(set) var owner: AnyNode?
  /// The node under the pointer and all above it, the innermost first.
  private(set) var chain: [AnyNode] = []

  /// The pointer is elsewhere, or gone.
  mutating func move(to new: Point?) {
    let new = new.flatMap { $0.isFinite ? $0 : nil }
    guard new != location else { return }
    (location, hasMoved) = (new, true)
  }

  /// A touch began, moved or ended. A finger is no pointer: where it comes down, nobody knows of one any more.
  mutating func note(_ touch: Touch) {
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

  /// What is under the pointer may be another.
  mutating func noteChange() { if location != nil { hasChanged = true } }

  /// How long nothing has scrolled until scrolling counts as over, seconds.
  static let patience = 0.1

  /// Content scrolls: what passes under a pointer that rests is not marked.
  /// - Parameter now: seconds of the stage's clock.
  mutating func noteScroll(at now: Double) {
    guard location != nil else { return }
    (hasChanged, settlesAt) = (true, now + Self.patience)
  }

  /// When what is under the pointer is to be found, seconds of the stage's clock; nil: with the next change.
  var deadline: Double? { hasChanged && !isHeld ? settlesAt : nil }

  /// Whether what is under the pointer is to be found at `now`, which is then known to be asked for.
  mutating func takeMove(at now: Double) -> Bool {
    guard hasMoved || hasChanged && now >= settlesAt - 1e-6, !isHeld else { return false }
    (hasMoved, hasChanged) = (false, false)
    return location != nil || owner != nil || !chain.isEmpty
  }

  /// Notes what is under the pointer. Returns what was.
  mutating func replace(owner new: AnyNode?, chain: [AnyNode]) -> (owner: AnyNode?, chain: [AnyNode]) {
    defer { (owner, self.chain) = (new, chain) }
    return (owner, self.chain)
  }
}
