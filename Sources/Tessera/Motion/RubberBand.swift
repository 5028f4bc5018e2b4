/// How content follows a finger beyond its edge: ever less, and never a whole screenful. A value.
public struct RubberBand: Sendable, Hashable {
  /// The viewport along the axis, logical units: the limit of how far content gives way.
  public let length: Double
  /// The share of the finger's way that content follows at the very edge.
  private static let stiffness = 0.55

  /// Makes a band for a viewport of `length`.
  public init(length: Double) { self.length = length.isFinite ? max(1, length) : 1 }

  /// Returns how far content gives way where the finger is `pull` beyond the edge; the sign is that of `pull`.
  public func give(_ pull: Double) -> Double {
    let distance = (1 - 1 / (abs(pull) * Self.stiffness / length + 1)) * length
    return pull < 0 ? -distance : distance
  }

  /// Returns how far beyond the edge the finger is where content gave way by `give`: the inverse of ``give(_:)``.
  public func pull(_ give: Double) -> Double {
    let share = min(abs(give) / length, 0.999)
    let distance = (1 / (1 - share) - 1) * length / Self.stiffness
    return give < 0 ? -distance : distance
  }

  /// Returns where content stands when the finger wants it at `position` and it may stand within `bounds`.
  public func position(_ position: Double, in bounds: ClosedRange<Double>) -> Double {
    if position < bounds.lowerBound { return bounds.lowerBound + give(position - bounds.lowerBound) }
    if position > bounds.upperBound { return bounds.upperBound + give(position - bounds.upperBound) }
    return position
  }

  /// Returns where the finger wants content that stands at `position`: the inverse of ``position(_:in:)``.
  public func wanted(_ position: Double, in bounds: ClosedRange<Double>) -> Double {
    if position < bounds.lowerBound { return bounds.lowerBound + pull(position - bounds.lowerBound) }
    if position > bounds.upperBound { return bounds.upperBound + pull(position - bounds.upperBound) }
    return position
  }
}
