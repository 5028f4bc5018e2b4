/// A position in logical units; x grows to the right, y downwards.
public struct Point: Sendable, Hashable {
  /// Distance from the left edge, logical units.
  public var x: Double
  /// Distance from the top edge, logical units.
  public var y: Double

  /// Creates a point from its two coordinates.
  @inlinable public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// Creates a point from its two coordinates.
  @inlinable public init(x: Double, y: Double) { self.init(x, y) }

  /// The origin.
  public static let zero = Point(0, 0)

  /// Returns whether both coordinates are finite.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The coordinate along `axis`.
  @inlinable public subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? x : y }
    set { if axis == .horizontal { x = newValue } else { y = newValue } }
  }

  /// Returns the sum of two vectors.
  @inlinable public static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
  /// Returns the vector from `b` to `a`.
  @inlinable public static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
  /// Returns the vector scaled by `s`.
  @inlinable public static func * (a: Point, s: Double) -> Point { Point(a.x * s, a.y * s) }
}
