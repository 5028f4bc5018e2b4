/// Where a value is on its way to a target, as a function of time: nothing is added up frame by frame.
///
/// Nothing of it changes. A class, so that asking where the value is copies none of its vectors.
final class MotionPath: Sendable {
  /// What goes on until the delay is over.
  private final class Before: Sendable {
    let path: ValuePath
    /// When the motion that follows was asked for, in the time of the one before.
    let offset: Double
    init(_ path: ValuePath, offset: Double) { (self.path, self.offset) = (path, offset) }
  }

  let target: MotionVector
  let timing: MotionTiming
  private let kind: Motion.Kind
  private let from: MotionVector
  /// How fast it begins, by the second.
  private let velocity: MotionVector
  private let before: Before?

  /// Makes the way of a value.
  ///
  /// - Parameters:
  ///   - from: where it is; with a path `before`, where it will be when the delay is over is found from that.
  ///   - velocity: how fast it moves.
  ///   - tolerance: what is near enough to rest at, by number; one number counts for all.
  ///   - before: what is under way, and the time of it at which this one begins.
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

  /// - Parameter memo: what springs have left at a time, for paths that are asked at the same time one after the other; nil: it is found.
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

  /// What is left of the distance and of the speed at the start.
  ///
  /// A curve takes a speed that it finds to nothing over its time: h(t) = t (1 - t/d)², whose slope is 1 at its start and 0 at its end, and gives up as
  /// much of its own slope at the start, so that the speed does not jump.
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

/// What a spring has left at the time for which it was asked last: many nodes follow one spring from one moment. One thread.
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

/// Where a value is as a function of time: on its way to a target, or from keyframe to keyframe. A value.
enum ValuePath: Sendable {
  case motion(MotionPath)
  case keyframes(KeyframePath)

  /// Where it is `time` seconds after it was asked for.
  func value(at time: Double, memo: SpringMemo? = nil) -> MotionVector {
    switch self {
    case .motion(let path): path.value(at: time, memo: memo)
    case .keyframes(let path): path.value(at: time)
    }
  }

  /// How fast it is then, by the second.
  func velocity(at time: Double) -> MotionVector {
    switch self {
    case .motion(let path): path.velocity(at: time)
    case .keyframes(let path): path.velocity(at: time)
    }
  }

  /// When it is over; infinite where it never is.
  var end: Double {
    switch self {
    case .motion(let path): path.timing.end
    case .keyframes(let path): path.timing.end
    }
  }
}
