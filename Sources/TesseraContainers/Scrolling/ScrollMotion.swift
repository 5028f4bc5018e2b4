public import Tessera

/// Movement of content along one axis as a function of time: a fling, a spring back, or a movement to a target. A value.
///
/// It does not accumulate from frame to frame, so that frame times do not affect the path.
public struct ScrollMotion: Sendable, Hashable {
  private struct Piece: Sendable, Hashable {
    /// Start time, seconds.
    let start: Double
    let kind: Kind
  }

  private enum Kind: Sendable, Hashable {
    case throwing(from: Double, velocity: Double, Deceleration)
    case spring(SpringMotion)
    case eased(from: Double, to: Double, Easing, duration: Double)
  }

  /// Consecutive pieces of the movement.
  private let pieces: [Piece]
  /// Final position.
  public let destination: Double
  /// Time until it rests, seconds.
  public let duration: Double
  /// Velocity that a bound stopped at the end; 0 if the content came to rest without it.
  public let impact: Double

  private init(_ pieces: [Piece], destination: Double, duration: Double, impact: Double = 0) {
    self.impact = impact
    self.pieces = pieces
    self.destination = destination
    self.duration = duration
  }

  /// Creates a fling at `velocity` units a second. The content decelerates; at a bound it overshoots and returns, or stops there.
  ///
  /// - Parameters:
  ///   - position: start position, possibly beyond a bound; it then springs back, unless the fling brings it back.
  ///   - velocity: velocity, positive towards larger offsets.
  ///   - bounds: range in which the content may rest.
  ///   - deceleration: deceleration of the fling.
  ///   - bounces: whether it overshoots the bound.
  public static func thrown(
    from position: Double, velocity: Double, in bounds: ClosedRange<Double>, deceleration: Deceleration = .normal, bounces: Bool = true
  ) -> ScrollMotion {
    let isOutside = !bounds.contains(position)
    let edge = min(bounds.upperBound, max(bounds.lowerBound, position))
    let end = position + deceleration.distance(velocity)
    let returns = isOutside && (edge - position) * (end - edge) > 0
    if isOutside, !returns { return sprung(from: position, velocity: velocity, to: edge) }
    let flight = Piece(start: 0, kind: .throwing(from: position, velocity: velocity, deceleration))
    if bounds.contains(end) {
      return ScrollMotion([flight], destination: end, duration: deceleration.duration(velocity))
    }
    let wall = end > bounds.upperBound ? bounds.upperBound : bounds.lowerBound
    guard let hit = deceleration.time(velocity, toTravel: wall - position) else {
      return sprung(from: position, velocity: velocity, to: wall)
    }
    let speed = deceleration.velocity(velocity, after: hit)
    guard bounces else { return ScrollMotion([flight], destination: wall, duration: hit, impact: speed) }
    let spring = SpringMotion(from: wall, velocity: speed, to: wall)
    return ScrollMotion([flight, Piece(start: hit, kind: .spring(spring))], destination: wall, duration: hit + spring.duration())
  }

  /// Creates a spring back to `target`, such as a bound.
  public static func sprung(from position: Double, velocity: Double, to target: Double) -> ScrollMotion {
    let spring = SpringMotion(from: position, velocity: velocity, to: target)
    return ScrollMotion([Piece(start: 0, kind: .spring(spring))], destination: target, duration: spring.duration())
  }

  /// Creates a movement that settles at `target` without overshoot: pages, snapping, scrolling by the program.
  public static func led(from position: Double, velocity: Double, to target: Double) -> ScrollMotion {
    let spring = SpringMotion(from: position, landingAt: target, velocity: velocity)
    return ScrollMotion([Piece(start: 0, kind: .spring(spring))], destination: target, duration: spring.duration())
  }

  /// Creates a movement to `target` with a motion, which is not repeated; a spring continues with the velocity.
  public static func moved(from position: Double, velocity: Double, to target: Double, by motion: Motion) -> ScrollMotion {
    let delay = motion.delay
    let wait = Piece(start: 0, kind: .eased(from: position, to: position, .linear, duration: max(delay, 1e-9)))
    let (piece, duration): (Piece, Double)
    if let spring = motion.spring {
      let way = SpringMotion(from: position, velocity: velocity, to: target, spring: spring)
      (piece, duration) = (Piece(start: delay, kind: .spring(way)), way.duration())
    } else {
      let seconds = motion.duration
      (piece, duration) = (
        Piece(start: delay, kind: .eased(from: position, to: target, motion.easing ?? .linear, duration: seconds)), seconds
      )
    }
    return ScrollMotion(delay > 0 ? [wait, piece] : [piece], destination: target, duration: delay + duration)
  }

  /// Returns the position after `time` seconds.
  public func position(after time: Double) -> Double {
    guard time < duration, let piece = piece(at: time) else { return destination }
    switch piece.kind {
    case .throwing(let from, let velocity, let deceleration): return from + deceleration.distance(velocity, after: time - piece.start)
    case .spring(let spring): return spring.position(after: time - piece.start)
    case .eased(let from, let to, let easing, let duration):
      return from + (to - from) * easing.value(at: (time - piece.start) / duration)
    }
  }

  /// Returns the velocity after `time` seconds.
  public func velocity(after time: Double) -> Double {
    guard time < duration, let piece = piece(at: time) else { return 0 }
    switch piece.kind {
    case .throwing(_, let velocity, let deceleration): return deceleration.velocity(velocity, after: time - piece.start)
    case .spring(let spring): return spring.velocity(after: time - piece.start)
    case .eased(let from, let to, let easing, let duration):
      return (to - from) * easing.slope(at: (time - piece.start) / duration) / duration
    }
  }

  private func piece(at time: Double) -> Piece? { pieces.last { $0.start <= time } ?? pieces.first }
}
