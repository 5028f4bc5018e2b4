/// Gain that changes linearly, so that a new volume does not click. A value.
struct SoundRamp: Sendable, Equatable {
  private(set) var value: Float
  private var target: Float
  /// Frames until the target is reached.
  private var left = 0

  init(_ value: Float) { (self.value, target) = (value, value) }

  var isSilent: Bool { value == 0 && target == 0 }

  /// Changes the gain over a number of frames.
  mutating func move(to target: Float, over frames: Int) {
    (self.target, left) = (target, max(0, frames))
    if frames <= 0 { value = target }
  }

  /// Lets frames pass. Returns the gains before and after.
  mutating func advance(_ frames: Int) -> (from: Float, to: Float) {
    let from = value
    if left <= frames {
      (value, left) = (target, 0)
    } else {
      value += (target - value) * Float(frames) / Float(left)
      left -= frames
    }
    return (from, value)
  }
}
