/// The radius of each corner of a rounded rectangle, logical units.
public struct CornerRadii: Sendable, Hashable {
  /// Radius of the top left corner.
  public var topLeft: Double
  /// Radius of the top right corner.
  public var topRight: Double
  /// Radius of the bottom right corner.
  public var bottomRight: Double
  /// Radius of the bottom left corner.
  public var bottomLeft: Double

  /// Creates radii corner by corner.
  @inlinable public init(topLeft: Double = 0, topRight: Double = 0, bottomRight: Double = 0, bottomLeft: Double = 0) {
    (self.topLeft, self.topRight, self.bottomRight, self.bottomLeft) = (topLeft, topRight, bottomRight, bottomLeft)
  }

  /// Creates the same radius for every corner.
  @inlinable public init(_ all: Double) { self.init(topLeft: all, topRight: all, bottomRight: all, bottomLeft: all) }

  /// Square corners.
  public static let zero = CornerRadii(0)

  /// Whether all corners are square.
  @inlinable public var isZero: Bool { topLeft == 0 && topRight == 0 && bottomRight == 0 && bottomLeft == 0 }

  /// Returns the radii scaled down together so that adjacent ones fit a box of `size`.
  /// Source: CSS Backgrounds 3, section 4.5 (corner overlap). Negative and NaN radii become 0.
  public func fitted(to size: Size) -> CornerRadii {
    func ok(_ v: Double) -> Double { v > 0 ? v : 0 }
    var r = CornerRadii(topLeft: ok(topLeft), topRight: ok(topRight), bottomRight: ok(bottomRight), bottomLeft: ok(bottomLeft))
    var f = 1.0
    func limit(_ side: Double, _ sum: Double) { if sum > side { f = min(f, max(0, side) / sum) } }
    limit(size.width, r.topLeft + r.topRight)
    limit(size.width, r.bottomLeft + r.bottomRight)
    limit(size.height, r.topLeft + r.bottomLeft)
    limit(size.height, r.topRight + r.bottomRight)
    if f < 1 || !f.isFinite {
      let k = f.isFinite ? f : 0
      r = CornerRadii(topLeft: r.topLeft * k, topRight: r.topRight * k, bottomRight: r.bottomRight * k, bottomLeft: r.bottomLeft * k)
    }
    return r
  }
}
