internal import Glibc

/// A critically damped spring: the fastest way to a target without swinging past it and back. Functions of time. A value.
public struct Spring: Sendable, Hashable {
  /// Where it rests.
  public let target: Double
  /// How far from the target it begins.
  let offset: Double
  /// How fast it begins, units a second.
  let velocity: Double
  /// Its stiffness as a frequency, radians a second.
  let frequency: Double

  /// The stiffness of content that goes back to its edge: it is there after about half a second.
  public static let edge = 11.0

  /// Makes a spring from `position`, which moves at `velocity`, to `target`.
  public init(from position: Double, velocity: Double, to target: Double, frequency: Double = Spring.edge) {
    self.target = target
    offset = position - target
    self.velocity = velocity
    self.frequency = frequency
  }

  /// Makes a spring as stiff as needed not to go past the target: for throws that are to end there.
  public init(from position: Double, landingAt target: Double, velocity: Double) {
    let offset = position - target
    let needed = offset * velocity < 0 ? abs(velocity / offset) : 0
    self.init(from: position, velocity: velocity, to: target, frequency: min(60, max(Self.edge, needed)))
  }

  /// Returns where it is after `time` seconds.
  public func position(after time: Double) -> Double {
    let t = max(0, time)
    return target + (offset + (velocity + frequency * offset) * t) * exp(-frequency * t)
  }

  /// Returns how fast it is after `time` seconds.
  public func velocity(after time: Double) -> Double {
    let t = max(0, time)
    return (velocity - frequency * (velocity + frequency * offset) * t) * exp(-frequency * t)
  }

  /// Returns the seconds after which it stays within `rest` logical units of the target.
  public func duration(rest: Double = 0.25) -> Double {
    let slope = abs(velocity + frequency * offset)
    func reach(_ t: Double) -> Double { (abs(offset) + slope * t) * exp(-frequency * t) }
    // The envelope rises at first and only falls from 1 / frequency on.
    var low = slope > frequency * abs(offset) ? 1 / frequency - abs(offset) / slope : 0
    guard reach(low) > rest else { return 0 }
    var high = low + 1 / frequency
    while reach(high) > rest, high < 60 { high *= 2 }
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if reach(middle) > rest { low = middle } else { high = middle }
    }
    return high
  }
}
