/// The clock of what one layout set in motion by one transition. Frame loop only.
final class TransitionRun {
  let transition: LayoutTransition
  let handle: TransitionHandle?
  /// Seconds of its own time at `since`, and how it goes on from there: 1, -1, or 0 while it is held.
  private var base = 0.0
  private var since: Double
  private var rate = 1.0
  private var followed = -1
  /// How far it is shown, 0...1, and what that leaves of distances and speeds.
  private(set) var progress = 0.0
  private(set) var remainder = (ofDistance: 1.0, ofSpeed: 0.0)
  /// Nodes that it moves, and pictures of nodes that left.
  var members = 0
  /// The layout whose adoption lets go of what went back to where it began: the first that holds what the completion undid.
  var heldUntil: Int?

  init(_ transition: LayoutTransition, handle: TransitionHandle?, now: Double) {
    self.transition = transition
    self.handle = handle
    since = now
  }

  enum Step { case same, moved, finished, cancelled, wentBack }

  /// Follows orders and clock to `now`.
  func advance(to now: Double) -> Step {
    if heldUntil != nil { return .same }
    let duration = transition.duration
    if let handle {
      let orders = handle.orders
      if orders.serial != followed {
        base = elapsed(now)
        since = now
        rate = orders.isHeld ? 0 : orders.isReversed ? -1 : 1
        if let jump = orders.jump, jump.serial > followed { base = transition.delay + jump.to * duration }
        followed = orders.serial
        if let end = orders.end {
          show(1)
          return end == .finish ? .finished : .cancelled
        }
      }
    }
    // In steps of a millionth, so that the clock's sums of fractions and a hand's number come to the same.
    let new = min(1, max(0, ((elapsed(now) - transition.delay) / duration * Self.steps).rounded() / Self.steps))
    let isSame = new == progress
    show(new)
    handle?.show(new, serial: followed)
    // A hand at the end may go on from there: held, nothing ends.
    if new == 1, rate > 0 { return .finished }
    if new == 0, rate < 0 { return .wentBack }
    return isSame ? .same : .moved
  }

  private static let steps = 1_048_576.0

  private func elapsed(_ now: Double) -> Double { min(transition.delay + transition.duration, max(0, base + (now - since) * rate)) }

  private func show(_ new: Double) {
    progress = new
    remainder = transition.curve.remainder(at: new)
  }

  /// Whether the clock alone will move it.
  var isRunning: Bool { rate != 0 && heldUntil == nil }

  /// How fast the remainders change, by the second of the stage's clock.
  var speed: (ofDistance: Double, ofSpeed: Double) {
    guard isRunning else { return (0, 0) }
    let speed = transition.curve.speed(at: progress)
    let perSecond = rate / transition.duration
    return (speed.ofDistance * perSecond, speed.ofSpeed * perSecond)
  }
}

/// What moves a node from where it was seen to where the newest layout put it: distances that go to nothing. Frame loop only.
struct LayoutMotion {
  /// x, y, width, height in device pixels; opacity and scale as differences from 1.
  typealias Values = SIMD8<Double>
  static let (opacity, scale) = (4, 5)

  let node: AnyNode
  /// In the tree now.
  var index: Int
  let run: TransitionRun
  /// What it begins with, and how fast that changed before, by the time of the whole transition.
  let start: Values
  let speed: Values

  /// The distances left.
  var values: Values { start * run.remainder.ofDistance + speed * run.remainder.ofSpeed }

  /// How fast they change, by the second.
  var speedNow: Values {
    let speed = run.speed
    return start * speed.ofDistance + self.speed * speed.ofSpeed
  }

  /// How the node is shown now.
  var presentation: Presentation { Self.presentation(values) }

  static func presentation(_ v: Values) -> Presentation {
    // Opposite edges are rounded each for itself: one that stays in its place does not tremble.
    let (x, y) = (pixel(v[0]), pixel(v[1]))
    return Presentation(
      x: x, y: y, width: pixel(v[0] + v[2]) - x, height: pixel(v[1] + v[3]) - y, opacity: min(1, max(0, 1 + v[opacity])),
      scale: max(0, 1 + v[scale]))
  }
}
