public import Tessera

/// Where content may come to rest along one axis. A value.
public enum ScrollSnapping: Sendable, Hashable {
  /// Anywhere.
  case none
  /// At multiples of this length; a throw goes one page on.
  case pages(Double)
  /// At these offsets, ascending; a throw goes to the one nearest to where it would have ended.
  case points([Double])

  /// From this speed on, units a second, letting go is a throw.
  private static let throwSpeed = 250.0

  /// Returns where content rests that is let go at `position` with `velocity`; nil where it may rest anywhere.
  ///
  /// - Parameters:
  ///   - position: where it is let go.
  ///   - velocity: how fast, units a second.
  ///   - bounds: where it may rest at all.
  ///   - deceleration: how a free throw would slow down.
  public func target(from position: Double, velocity: Double, in bounds: ClosedRange<Double>, deceleration: Deceleration) -> Double? {
    func clamped(_ value: Double) -> Double { min(bounds.upperBound, max(bounds.lowerBound, value)) }
    switch self {
    case .none: return nil
    case .pages(let length):
      guard length > 0, length.isFinite else { return nil }
      let page = (position - bounds.lowerBound) / length
      // A hair beyond a page is still that page: a throw from there goes to its neighbour.
      let target =
        if velocity > Self.throwSpeed { (page + 1e-6).rounded(.down) + 1 } else if velocity < -Self.throwSpeed {
          (page - 1e-6).rounded(.up) - 1
        } else { page.rounded() }
      return clamped(bounds.lowerBound + target * length)
    case .points(let points):
      let end = clamped(position + deceleration.distance(velocity))
      // The edges are always places to rest: what lies there could not be reached otherwise.
      let candidates = points.map(clamped) + [bounds.lowerBound, bounds.upperBound]
      return candidates.min { abs($0 - end) < abs($1 - end) }
    }
  }
}
