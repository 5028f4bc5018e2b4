internal import TesseraBase

/// What setters on the calling thread are to be seen as: the inside of an ``animate(_:_:)``. One thread.
final class MotionTransaction {
  private static let slot = ThreadSlot()

  /// The innermost of the calling thread.
  static var current: MotionTransaction? {
    // Alive: `run` holds it while the pointer is set.
    slot.current.map { Unmanaged<MotionTransaction>.fromOpaque($0).takeUnretainedValue() }
  }

  let motion: Motion
  let animation: Animation
  /// The stages whose layouts have changes of it.
  private var layouts: [(link: StageLink, handle: TransitionHandle)] = []

  init(_ motion: Motion, _ animation: Animation) {
    self.motion = motion
    self.animation = animation
  }

  /// Runs `changes` with setters that see it.
  func run<R>(_ changes: () throws -> R) rethrows -> R {
    defer {
      for (link, handle) in layouts { link.transitionDidClose(handle) }
      layouts = []
    }
    return try withExtendedLifetime(self) {
      try Self.slot.with(Unmanaged.passUnretained(self).toOpaque(), changes)
    }
  }

  /// A change asks a stage for layout: what that moves goes along. The node's lock is held.
  func include(_ link: StageLink) {
    guard motion.takesTime, !layouts.contains(where: { $0.link === link }) else { return }
    let handle = TransitionHandle(LayoutTransition(motion), scope: nil) { [weak link] in link?.wakeLoop() }
    layouts.append((link, handle))
    animation.add(handle)
    // From here on, as a layout may begin between two of the changes.
    link.begin(handle)
  }
}

/// Makes changes that are seen as motion: whatever `changes` sets on nodes of stages goes from how it is seen now to what is set.
///
/// Properties and attributes have their new values at once; how they are seen on the way is ``AnyNode/presented``. What the changes move in the layout
/// goes along (``LayoutTransition``). A new target in the middle of a motion keeps place and speed. Nodes outside of a stage are changed at once.
///
/// Any thread; `changes` runs on it, at once.
/// - Parameters:
///   - motion: how it goes; ``Motion/none`` for at once, whatever nodes have of their own.
///   - changes: sets properties, values, styles, the tree.
/// - Returns: What holds, moves and ends it; it need not be kept.
@discardableResult
public func animate(_ motion: Motion = .standard, _ changes: () throws -> Void) rethrows -> Animation {
  let animation = Animation()
  // Ended by the last of what it moves, or here.
  defer { animation.end(true) }
  try MotionTransaction(motion, animation).run(changes)
  return animation
}

/// Makes changes in several steps, one after another or together, that are one animation. The closure runs at once, on the calling thread; the steps are
/// seen when their time has come.
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

/// The steps of an animation that have been told so far.
public struct AnimationSequence {
  private let animation: Animation
  /// When the newest step begins, and when the latest of all ends, seconds.
  private var start = 0.0
  /// Seconds from the beginning to the end of the last step so far.
  public private(set) var duration = 0.0

  init(_ animation: Animation) { self.animation = animation }

  /// Adds a step that begins `gap` seconds after all before it have ended.
  public mutating func then(_ motion: Motion = .standard, after gap: Double = 0, _ changes: () throws -> Void) rethrows {
    start = duration + (gap.isFinite ? max(0, gap) : 0)
    try add(motion, at: start, changes)
  }

  /// Adds a step that begins with the one before, or `delay` seconds after it.
  public mutating func together(_ motion: Motion = .standard, after delay: Double = 0, _ changes: () throws -> Void) rethrows {
    start += delay.isFinite ? max(0, delay) : 0
    try add(motion, at: start, changes)
  }

  /// Adds a step for each of `elements`, each `seconds` after the one before; the first begins when all before have ended.
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
  /// The motion that setters on the calling thread are to be seen as: that of the innermost ``animate(_:_:)``. Nil outside; for setters of node types that move by
  /// physics of their own.
  public static var current: Motion? { MotionTransaction.current?.motion }
}

extension LayoutTransition {
  /// The transition by which places and sizes go along with a motion. It runs once.
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
