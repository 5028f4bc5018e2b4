internal import TesseraBase

/// Animation of the setters on the calling thread, during an ``animate(_:_:)``. One thread.
final class MotionTransaction {
  private static let slot = ThreadSlot()

  /// The innermost transaction of the calling thread.
  static var current: MotionTransaction? {
    // Alive: `run` holds it while the pointer is set.
    slot.current.map { Unmanaged<MotionTransaction>.fromOpaque($0).takeUnretainedValue() }
  }

  let motion: Motion
  let animation: Animation
  /// Stages whose layouts have changes of the transaction.
  private var layouts: [(host: any AnimationHost, handle: TransitionHandle)] = []

  init(_ motion: Motion, _ animation: Animation) {
    self.motion = motion
    self.animation = animation
  }

  /// Runs `changes` with this transaction as the current one.
  func run<R>(_ changes: () throws -> R) rethrows -> R {
    defer {
      for (host, handle) in layouts { host.transitionDidClose(handle) }
      layouts = []
    }
    return try withExtendedLifetime(self) {
      try Self.slot.with(Unmanaged.passUnretained(self).toOpaque(), changes)
    }
  }

  /// Adds the layout of a stage that a change requested, so that its moves are animated. The node's lock is held.
  func include(_ host: any AnimationHost) {
    guard motion.takesTime, !layouts.contains(where: { $0.host === host }) else { return }
    let handle = TransitionHandle(LayoutTransition(motion), scope: nil) { [weak host] in host?.wakeLoop() }
    layouts.append((host, handle))
    animation.add(handle)
    // Begins here, because a layout may begin between two of the changes.
    host.begin(handle)
  }
}

/// Animates changes: each value that `changes` sets on nodes of stages moves from its shown value to the new one.
///
/// Properties and attributes have their new values immediately; ``AnyNode/presented`` has the shown ones. Resulting changes of the layout are
/// animated too (``LayoutTransition``). A new target during a motion keeps position and velocity. Nodes outside of a stage change immediately.
///
/// Any thread; `changes` runs immediately on this thread.
/// - Parameters:
///   - motion: the motion; ``Motion/none`` applies the changes without animation, regardless of the nodes' own motions.
///   - changes: sets properties, values, styles, the tree.
/// - Returns: A handle to hold, scrub and end the animation; it need not be kept.
@discardableResult
public func animate(_ motion: Motion = .standard, _ changes: () throws -> Void) rethrows -> Animation {
  let animation = Animation()
  // The animation ends with its last part, or here.
  defer { animation.end(true) }
  try MotionTransaction(motion, animation).run(changes)
  return animation
}

/// Makes one animation of several steps, in sequence or together. The closure runs immediately, on the calling thread; the steps are shown at their
/// times.
///
/// ```swift
/// animateInSequence { steps in
///   steps.then(.easeOut(0.2)) { title.opacity = 1 }
///   steps.together(.spring()) { title.transform = .identity }
///   steps.stagger(rows, by: 0.04, .spring()) { $0.opacity = 1 }
/// }
/// ```
@discardableResult
public func animateInSequence(_ steps: (inout AnimationSequence) throws -> Void) rethrows -> Animation {
  let animation = Animation()
  defer { animation.end(true) }
  var sequence = AnimationSequence(animation)
  try steps(&sequence)
  return animation
}

/// Steps added to an animation so far.
public struct AnimationSequence {
  private let animation: Animation
  /// Begin of the latest step, in seconds.
  private var start = 0.0
  /// Seconds from the beginning to the end of the last step so far.
  public private(set) var duration = 0.0

  init(_ animation: Animation) { self.animation = animation }

  /// Adds a step that begins `gap` seconds after the end of all earlier ones.
  public mutating func then(_ motion: Motion = .standard, after gap: Double = 0, _ changes: () throws -> Void) rethrows {
    start = duration + (gap.isFinite ? max(0, gap) : 0)
    try add(motion, at: start, changes)
  }

  /// Adds a step that begins with the previous step, or `delay` seconds after it.
  public mutating func together(_ motion: Motion = .standard, after delay: Double = 0, _ changes: () throws -> Void) rethrows {
    start += delay.isFinite ? max(0, delay) : 0
    try add(motion, at: start, changes)
  }

  /// Adds a step for each of `elements`, each `seconds` after the previous one; the first begins after the end of all earlier steps.
  public mutating func stagger<Elements: Sequence>(
    _ elements: Elements, by seconds: Double, _ motion: Motion = .standard, _ changes: (Elements.Element) throws -> Void
  ) rethrows {
    start = duration
    for (i, element) in elements.enumerated() { try add(motion, at: start + Double(i) * max(0, seconds)) { try changes(element) } }
  }

  private mutating func add(_ motion: Motion, at time: Double, _ changes: () throws -> Void) rethrows {
    let motion = motion.delayed(by: time)
    let length = motion.repeats.isFinite ? motion.duration * motion.repeats : motion.duration
    duration = max(duration, motion.delay + length)
    try MotionTransaction(motion, animation).run(changes)
  }
}

extension Motion {
  /// Animation of setters on the calling thread: that of the innermost ``animate(_:_:)``. Nil outside. For setters of node types with their own
  /// physics.
  public static var current: Motion? { MotionTransaction.current?.motion }
}

extension LayoutTransition {
  /// The transition that animates positions and sizes with a motion. It runs once.
  init(_ motion: Motion) {
    switch motion.kind {
    case .eased(let easing, let duration): self.init(duration: duration, curve: TransitionCurve(easing))
    case .spring(let spring):
      let seconds = spring.settlingTime(from: 1, tolerance: 1e-4)
      let unit = Spring(frequency: spring.frequency * seconds, dampingRatio: spring.dampingRatio)
      self.init(duration: seconds, curve: TransitionCurve(unit: unit))
    }
    delay = motion.delay
  }
}
