/// Width and height in logical units.
public struct Size: Sendable, Hashable {
  /// Extent along the horizontal axis, logical units.
  public var width: Double
  /// Extent along the vertical axis, logical units.
  public var height: Double

  /// Creates a size from its two extents.
  @inlinable public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  /// Creates a size from its two extents.
  @inlinable public init(width: Double, height: Double) { self.init(width, height) }

  /// No extent.
  public static let zero = Size(0, 0)
  /// Unlimited in both directions, as a constraint.
  public static let unlimited = Size(.infinity, .infinity)

  /// Returns whether both extents are finite.
  @inlinable public var isFinite: Bool { width.isFinite && height.isFinite }
  /// Returns whether the size has no area: an extent is zero, negative or NaN.
  @inlinable public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// The extent along `axis`.
  @inlinable public subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }

  /// Returns the size scaled by `s`.
  @inlinable public static func * (a: Size, s: Double) -> Size { Size(a.width * s, a.height * s) }
}
