/// Rubber-banding of content that a finger pulls beyond its bounds: the content follows ever less, and never a whole viewport. A value.
public struct RubberBand: Sendable, Hashable {
  /// Length of the viewport along the axis, logical units: the limit of the overscroll.
  public let length: Double
  /// Fraction of the finger's movement that content follows at the bounds.
  private static let stiffness = 0.55

  /// Creates a band for a viewport of `length`.
  public init(length: Double) { self.length = length.isFinite ? max(1, length) : 1 }

  /// Returns the overscroll of content for a finger that is `pull` beyond the bounds, with the sign of `pull`.
  public func overscroll(_ pull: Double) -> Double {
    let distance = (1 - 1 / (abs(pull) * Self.stiffness / length + 1)) * length
    return pull < 0 ? -distance : distance
  }

  /// Returns the distance of the finger beyond the bounds for an overscroll of `give`: the inverse of ``overscroll(_:)``.
  public func pull(_ give: Double) -> Double {
    let share = min(abs(give) / length, 0.999)
    let distance = (1 / (1 - share) - 1) * length / Self.stiffness
    return give < 0 ? -distance : distance
  }

  /// Returns the position of content that the finger pulls to `position`, with resting positions in `bounds`.
  public func position(_ position: Double, in bounds: ClosedRange<Double>) -> Double {
    if position < bounds.lowerBound { return bounds.lowerBound + overscroll(position - bounds.lowerBound) }
    if position > bounds.upperBound { return bounds.upperBound + overscroll(position - bounds.upperBound) }
    return position
  }

  /// Returns the position to which the finger pulls content that is at `position`: the inverse of ``position(_:in:)``.
  public func wanted(_ position: Double, in bounds: ClosedRange<Double>) -> Double {
    if position < bounds.lowerBound { return bounds.lowerBound + pull(position - bounds.lowerBound) }
    if position > bounds.upperBound { return bounds.upperBound + pull(position - bounds.upperBound) }
    return position
  }
}
