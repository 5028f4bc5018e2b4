public import Tessera

/// Where content goes by itself along one axis, as a function of time since it began: thrown, sprung back, or led to a target. A value.
///
/// Nothing here is added up frame by frame: whoever asks at another moment, or more rarely, gets the same way.
public struct ScrollMotion: Sendable, Hashable {
  private struct Piece: Sendable, Hashable {
    /// From when on, seconds.
    let start: Double
    let kind: Kind
  }

  private enum Kind: Sendable, Hashable {
    case throwing(from: Double, velocity: Double, Deceleration)
    case spring(SpringMotion)
    case eased(from: Double, to: Double, Easing, duration: Double)
  }

  /// What happens, each from its time on.
  private let pieces: [Piece]
  /// Where it ends.
  public let destination: Double
  /// Seconds until it rests.
  public let duration: Double
  /// The velocity that an edge took from it at its end; 0 where it came to rest by itself.
  public let impact: Double

  private init(_ pieces: [Piece], destination: Double, duration: Double, impact: Double = 0) {
    self.impact = impact
    self.pieces = pieces
    self.destination = destination
    self.duration = duration
  }

  /// Content thrown at `velocity` units a second: it slows down, and where it comes to an edge it swings out over it and back, or stops there.
  ///
  /// - Parameters:
  ///   - position: where it is, which may be beyond an edge; then it springs back, unless the throw brings it back by itself.
  ///   - velocity: positive towards larger offsets.
  ///   - bounds: where it may rest.
  ///   - deceleration: how it slows down.
  ///   - bounces: whether it swings out over the edge.
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

  /// Content that goes back to `target`, as to an edge.
  public static func sprung(from position: Double, velocity: Double, to target: Double) -> ScrollMotion {
    let spring = SpringMotion(from: position, velocity: velocity, to: target)
    return ScrollMotion([Piece(start: 0, kind: .spring(spring))], destination: target, duration: spring.duration())
  }

  /// Content that lands on `target` without going past it: pages, snapping, scrolling asked for by the program.
  public static func led(from position: Double, velocity: Double, to target: Double) -> ScrollMotion {
    let spring = SpringMotion(from: position, landingAt: target, velocity: velocity)
    return ScrollMotion([Piece(start: 0, kind: .spring(spring))], destination: target, duration: spring.duration())
  }

  /// Content that goes to `target` as a motion says, once; a spring takes over the velocity.
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

  /// Returns where content is after `time` seconds.
  public func position(after time: Double) -> Double {
    guard time < duration, let piece = piece(at: time) else { return destination }
    switch piece.kind {
    case .throwing(let from, let velocity, let deceleration): return from + deceleration.distance(velocity, after: time - piece.start)
    case .spring(let spring): return spring.position(after: time - piece.start)
    case .eased(let from, let to, let easing, let duration):
      return from + (to - from) * easing.value(at: (time - piece.start) / duration)
    }
  }

  /// Returns how fast content is after `time` seconds.
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
