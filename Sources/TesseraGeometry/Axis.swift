/// One of the two directions of the plane.
public enum Axis: String, Sendable, CaseIterable, Hashable {
  /// Left to right or right to left.
  case horizontal
  /// Top to bottom.
  case vertical

  /// The other axis.
  public var cross: Axis { self == .horizontal ? .vertical : .horizontal }
}
