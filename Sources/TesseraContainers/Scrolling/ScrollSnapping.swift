public import Tessera

/// Snap positions of content along one axis. A value.
public enum ScrollSnapping: Sendable, Hashable {
  /// No snapping.
  case none
  /// Multiples of this length; a fling moves one page.
  case pages(Double)
  /// These offsets, ascending; a fling moves to the one nearest to its projected end.
  case points([Double])

  /// Minimum release velocity of a fling, units a second.
  private static let throwSpeed = 250.0

  /// Returns the snap position for content that is released at `position` with `velocity`; nil without snapping.
  ///
  /// - Parameters:
  ///   - position: release position.
  ///   - velocity: release velocity, units a second.
  ///   - bounds: range in which the content may rest.
  ///   - deceleration: deceleration of a free fling.
  public func target(from position: Double, velocity: Double, in bounds: ClosedRange<Double>, deceleration: Deceleration) -> Double? {
    func clamped(_ value: Double) -> Double { min(bounds.upperBound, max(bounds.lowerBound, value)) }
    switch self {
    case .none: return nil
    case .pages(let length):
      guard length > 0, length.isFinite else { return nil }
      let page = (position - bounds.lowerBound) / length
      // Slightly beyond a page still counts as that page, so that a fling moves to its neighbour.
      let target =
        if velocity > Self.throwSpeed { (page + 1e-6).rounded(.down) + 1 } else if velocity < -Self.throwSpeed {
          (page - 1e-6).rounded(.up) - 1
        } else { page.rounded() }
      return clamped(bounds.lowerBound + target * length)
    case .points(let points):
      let end = clamped(position + deceleration.distance(velocity))
      // The bounds are always snap positions; content at the edges could not be reached otherwise.
      let candidates = points.map(clamped) + [bounds.lowerBound, bounds.upperBound]
      return candidates.min { abs($0 - end) < abs($1 - end) }
    }
  }
}
