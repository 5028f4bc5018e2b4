/// Value at a moment of an animation. A value; any thread.
public struct Keyframe<Value: Animatable>: Sendable, Hashable where Value: Hashable {
  /// Fraction of the time, 0...1; nil means evenly spread between neighbours that have one.
  public var at: Double?
  /// Value at this moment.
  public var value: Value
  /// Easing from the previous keyframe; nil means the animation's default.
  public var easing: Easing?

  /// Creates a keyframe.
  public init(_ value: Value, at: Double? = nil, easing: Easing? = nil) {
    (self.value, self.at, self.easing) = (value, at, easing)
  }
}

/// Path through keyframes as a function of time. A value.
struct KeyframePath: Sendable {
  struct Frame: Sendable {
    /// Fraction of the time.
    var at: Double
    var value: MotionVector
    /// Easing from the previous frame.
    var easing: Easing
  }

  let frames: [Frame]
  let timing: MotionTiming

  /// - Parameters:
  ///   - frames: at least one. If none is at 0 or 1, the nearest value applies there.
  ///   - timing: timing of the whole path; a duration of 0 ends immediately.
  init(_ frames: [Frame], timing: MotionTiming) {
    self.frames = frames
    self.timing = timing
  }

  func value(at time: Double) -> MotionVector {
    let share = share(at: time)
    let (from, to) = neighbours(of: share)
    guard from.at < to.at, share < to.at else { return share < to.at ? from.value : to.value }
    let done = to.easing.value(at: (share - from.at) / (to.at - from.at))
    return from.value + (to.value - from.value) * done
  }

  func velocity(at time: Double) -> MotionVector {
    guard case .within(let t, let direction) = timing.place(at: time) else { return .zero(count: frames[0].value.count) }
    let share = t / timing.duration
    let (from, to) = neighbours(of: share)
    guard from.at < to.at, share < to.at else { return .zero(count: frames[0].value.count) }
    let length = to.at - from.at
    return (to.value - from.value) * (to.easing.slope(at: (share - from.at) / length) / length / timing.duration * direction)
  }

  private func share(at time: Double) -> Double {
    switch timing.place(at: time) {
    case .before: 0
    case .within(let t, _): t / timing.duration
    case .over(let isAtStart): isAtStart ? 0 : 1
    }
  }

  /// Returns the keyframes around `share`: the same one twice before the first and after the last.
  private func neighbours(of share: Double) -> (from: Frame, to: Frame) {
    let next = frames.firstIndex { $0.at > share } ?? frames.count
    return (frames[max(0, next - 1)], frames[min(next, frames.count - 1)])
  }

  /// Returns fractions of time in order. nil is spread evenly between its neighbours; a first or last nil is 0 or 1. The result is
  /// ascending.
  static func places(_ given: [Double?]) -> [Double] {
    guard given.count > 1 else { return given.map { min(1, max(0, $0 ?? 1)) } }
    var places = given
    places[0] = places[0] ?? 0
    places[places.count - 1] = places[places.count - 1] ?? 1
    var result: [Double] = []
    var i = 0
    while i < places.count {
      if let place = places[i] {
        result.append(min(1, max(result.last ?? 0, place.isNaN ? 0 : place)))
        i += 1
        continue
      }
      let next = places[i...].firstIndex { $0 != nil } ?? places.count - 1
      let (from, to) = (result.last ?? 0, max(result.last ?? 0, min(1, places[next] ?? 1)))
      let count = next - i + 1
      for step in 1..<count { result.append(from + (to - from) * Double(step) / Double(count)) }
      i = next
    }
    return result
  }
}
