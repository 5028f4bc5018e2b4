/// Value on its way to a target, as a function of time. It does not accumulate from frame to frame.
///
/// Immutable. It is a class, so that evaluating it copies no vectors.
final class MotionPath: Sendable {
  /// Path that continues until the delay is over.
  private final class Before: Sendable {
    let path: ValuePath
    /// Start of the following motion in the time of this path.
    let offset: Double
    init(_ path: ValuePath, offset: Double) { (self.path, self.offset) = (path, offset) }
  }

  let target: MotionVector
  let timing: MotionTiming
  private let kind: Motion.Kind
  private let from: MotionVector
  /// Initial velocity, units a second.
  private let velocity: MotionVector
  private let before: Before?

  /// Creates the path of a value.
  ///
  /// - Parameters:
  ///   - from: current value; with a path `before`, the start value is that path's value at the end of the delay.
  ///   - velocity: current velocity.
  ///   - tolerance: tolerance at rest for each number; a single number applies to all.
  ///   - before: current path, and its time at which this one begins.
  init(
    from: MotionVector, velocity: MotionVector, to target: MotionVector, by motion: Motion, tolerance: MotionVector,
    before: (path: ValuePath, offset: Double)? = nil
  ) {
    var (from, velocity) = (from, velocity)
    if let before, motion.delay > 0 {
      from = before.path.value(at: before.offset + motion.delay)
      velocity = before.path.velocity(at: before.offset + motion.delay)
      self.before = Before(before.path, offset: before.offset)
    } else {
      self.before = nil
    }
    if let own = motion.initialVelocity {
      velocity = .zero(count: target.count)
      (velocity.head[0], velocity.head[1]) = (own.x, target.count > 1 ? own.y : 0)
    }
    kind = motion.kind
    self.from = from
    self.velocity = velocity
    self.target = target
    var duration = 0.0
    switch kind {
    case .eased(_, let seconds): duration = seconds
    case .spring(let spring):
      for i in 0..<target.count {
        let near = tolerance.count > 1 ? tolerance[i] : tolerance[0]
        duration = max(duration, spring.settlingTime(from: from[i] - target[i], speed: velocity[i], tolerance: near))
      }
    }
    timing = MotionTiming(delay: motion.delay, duration: duration, repeats: motion.repeats, autoreverses: motion.autoreverses)
  }

  /// - Parameter memo: cache of spring remainders for paths that are evaluated at the same time; nil means no cache.
  func value(at time: Double, memo: SpringMemo? = nil) -> MotionVector {
    switch timing.place(at: time) {
    case .before: return before.map { $0.path.value(at: $0.offset + time) } ?? from
    case .over(let isAtStart): return isAtStart ? from : target
    case .within(let t, _):
      let left: (ofDistance: Double, ofSpeed: Double)
      if let memo, case .spring(let spring) = kind { left = memo.remainder(of: spring, after: t) } else { left = remainder(t) }
      guard target.count <= 8 else { return target + (from - target) * left.ofDistance + velocity * left.ofSpeed }
      return MotionVector(
        target.head + (from.head - target.head) * left.ofDistance + velocity.head * left.ofSpeed, count: target.count)
    }
  }

  func velocity(at time: Double) -> MotionVector {
    switch timing.place(at: time) {
    case .before: return before.map { $0.path.velocity(at: $0.offset + time) } ?? .zero(count: target.count)
    case .over: return .zero(count: target.count)
    case .within(let t, let direction):
      let speed = speed(t)
      return ((from - target) * speed.ofDistance + velocity * speed.ofSpeed) * direction
    }
  }

  /// Returns the remaining fractions of the distance and of the initial velocity.
  ///
  /// A curve reduces an initial velocity to 0 over its duration by h(t) = t (1 - t/d)². The slope of h is 1 at its start and 0 at its end.
  /// The curve's own initial slope is reduced by the same amount, so that the velocity does not jump.
  private func remainder(_ t: Double) -> (ofDistance: Double, ofSpeed: Double) {
    switch kind {
    case .spring(let spring): return spring.remainder(after: t)
    case .eased(let easing, let duration):
      let share = t / duration
      guard !velocity.isZero else { return (1 - easing.value(at: share), 0) }
      let bend = t * (1 - share) * (1 - share)
      return (1 - easing.value(at: share) + bend * easing.slope(at: 0) / duration, bend)
    }
  }

  private func speed(_ t: Double) -> (ofDistance: Double, ofSpeed: Double) {
    switch kind {
    case .spring(let spring): return spring.speed(after: t)
    case .eased(let easing, let duration):
      let share = t / duration
      let own = -easing.slope(at: share) / duration
      guard !velocity.isZero else { return (own, 0) }
      let bend = (1 - share) * (1 - 3 * share)
      return (own + bend * easing.slope(at: 0) / duration, bend)
    }
  }
}

/// Cache of the last spring remainder: many nodes follow one spring with the same start. One thread.
final class SpringMemo {
  private var spring: Spring?
  private var time = Double.nan
  private var left = (ofDistance: 1.0, ofSpeed: 0.0)

  func remainder(of spring: Spring, after time: Double) -> (ofDistance: Double, ofSpeed: Double) {
    if time == self.time, spring == self.spring { return left }
    (self.spring, self.time) = (spring, time)
    left = spring.remainder(after: time)
    return left
  }
}

/// Value as a function of time: a motion to a target, or keyframes. A value.
enum ValuePath: Sendable {
  case motion(MotionPath)
  case keyframes(KeyframePath)

  /// Returns the value `time` seconds after the start.
  func value(at time: Double, memo: SpringMemo? = nil) -> MotionVector {
    switch self {
    case .motion(let path): path.value(at: time, memo: memo)
    case .keyframes(let path): path.value(at: time)
    }
  }

  /// Returns the velocity at `time`, units a second.
  func velocity(at time: Double) -> MotionVector {
    switch self {
    case .motion(let path): path.velocity(at: time)
    case .keyframes(let path): path.velocity(at: time)
    }
  }

  /// End time; infinity if it does not end.
  var end: Double {
    switch self {
    case .motion(let path): path.timing.end
    case .keyframes(let path): path.timing.end
    }
  }
}
