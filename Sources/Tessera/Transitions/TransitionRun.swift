/// Clock of the animations that one layout started with one transition. Frame loop only.
final class TransitionRun {
  let transition: LayoutTransition
  let handle: TransitionHandle?
  /// Local time in seconds at `since`, and its rate: 1, -1, or 0 while it is held.
  private var base = 0.0
  private var since: Double
  private var rate = 1.0
  private var followed = -1
  /// Shown progress, 0...1, and the remainders of distances and velocities.
  private(set) var progress = 0.0
  private(set) var remainder = (ofDistance: 1.0, ofSpeed: 0.0)
  /// Number of nodes that it moves, and of pictures of removed nodes.
  var members = 0
  /// Layout whose commit releases a transition that returned to its start: the first that includes the changes of the completion.
  var heldUntil: Int?

  init(_ transition: LayoutTransition, handle: TransitionHandle?, now: Double) {
    self.transition = transition
    self.handle = handle
    since = now
  }

  enum Step { case same, moved, finished, cancelled, wentBack }

  /// Applies commands and advances to `now`.
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
    // Rounded to millionths, so that accumulated clock fractions equal manually set values.
    let new = min(1, max(0, ((elapsed(now) - transition.delay) / duration * Self.steps).rounded() / Self.steps))
    let isSame = new == progress
    show(new)
    handle?.show(new, serial: followed)
    // A manually held transition does not end, because it may be moved again.
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

  /// Whether the clock advances it.
  var isRunning: Bool { rate != 0 && heldUntil == nil }

  /// Derivatives of the remainders, by the second of the stage's clock.
  var speed: (ofDistance: Double, ofSpeed: Double) {
    guard isRunning else { return (0, 0) }
    let speed = transition.curve.speed(at: progress)
    let perSecond = rate / transition.duration
    return (speed.ofDistance * perSecond, speed.ofSpeed * perSecond)
  }
}

/// Animation of a node from its painted place to that of the newest layout: distances that decrease to 0. Frame loop only.
struct LayoutMotion {
  /// x, y, width, height in device pixels; opacity and scale as differences from 1.
  typealias Values = SIMD8<Double>
  static let (opacity, scale) = (4, 5)

  let node: AnyNode
  /// Index in the current tree.
  var index: Int
  let run: TransitionRun
  /// Initial distances, and their initial velocities by the time of the whole transition.
  let start: Values
  let speed: Values

  /// Remaining distances.
  var values: Values { start * run.remainder.ofDistance + speed * run.remainder.ofSpeed }

  /// Current velocities, a second.
  var speedNow: Values {
    let speed = run.speed
    return start * speed.ofDistance + self.speed * speed.ofSpeed
  }

  /// Current presentation of the node.
  var presentation: Presentation { Self.presentation(values) }

  static func presentation(_ v: Values) -> Presentation {
    // Opposite edges are rounded separately, so that an unmoved edge does not jitter.
    let (x, y) = (pixel(v[0]), pixel(v[1]))
    return Presentation(
      x: x, y: y, width: pixel(v[0] + v[2]) - x, height: pixel(v[1] + v[3]) - y, opacity: min(1, max(0, 1 + v[opacity])),
      scale: max(0, 1 + v[scale]))
  }
}
