/// A rectangle in logical units.
public struct Rect: Sendable, Hashable {
  /// The top left corner.
  public var origin: Point
  /// Width and height.
  public var size: Size

  /// Creates a rectangle from corner and size.
  @inlinable public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from its left and top edge, width and height.
  @inlinable public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.init(origin: Point(x, y), size: Size(width, height))
  }

  /// Creates a rectangle from its left and top edge, width and height.
  @inlinable public init(x: Double, y: Double, width: Double, height: Double) { self.init(x, y, width, height) }

  /// Creates a rectangle of the given size at the origin.
  @inlinable public init(size: Size) { self.init(origin: .zero, size: size) }

  /// Creates a rectangle from its four edges.
  @inlinable public init(left: Double, top: Double, right: Double, bottom: Double) {
    self.init(left, top, right - left, bottom - top)
  }

  /// The empty rectangle at the origin.
  public static let zero = Rect(0, 0, 0, 0)

  /// Left edge.
  @inlinable public var minX: Double { origin.x }
  /// Top edge.
  @inlinable public var minY: Double { origin.y }
  /// Right edge.
  @inlinable public var maxX: Double { origin.x + size.width }
  /// Bottom edge.
  @inlinable public var maxY: Double { origin.y + size.height }
  /// Horizontal middle.
  @inlinable public var midX: Double { origin.x + size.width / 2 }
  /// Vertical middle.
  @inlinable public var midY: Double { origin.y + size.height / 2 }
  /// Extent along the horizontal axis.
  @inlinable public var width: Double { size.width }
  /// Extent along the vertical axis.
  @inlinable public var height: Double { size.height }
  /// The middle.
  @inlinable public var center: Point { Point(midX, midY) }
  /// Whether the rectangle has no area: an extent is zero, negative or NaN.
  @inlinable public var isEmpty: Bool { size.isEmpty }
  /// Whether all four numbers are finite.
  @inlinable public var isFinite: Bool { origin.isFinite && size.isFinite }

  /// Returns whether `p` is inside: left and top edge inclusive, right and bottom edge exclusive.
  @inlinable public func contains(_ p: Point) -> Bool { p.x >= minX && p.x < maxX && p.y >= minY && p.y < maxY }

  /// Returns whether `other` is inside, edges included.
  @inlinable public func contains(_ other: Rect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// Returns whether both have a common area.
  @inlinable public func intersects(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// Returns the common area, or an empty rectangle.
  @inlinable public func intersection(_ other: Rect) -> Rect {
    let l = max(minX, other.minX)
    let t = max(minY, other.minY)
    let r = min(maxX, other.maxX)
    let b = min(maxY, other.maxY)
    return r > l && b > t ? Rect(left: l, top: t, right: r, bottom: b) : Rect(l, t, 0, 0)
  }

  /// Returns the smallest rectangle around both; an empty one is ignored.
  @inlinable public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return Rect(
      left: min(minX, other.minX), top: min(minY, other.minY), right: max(maxX, other.maxX), bottom: max(maxY, other.maxY))
  }

  /// Returns the rectangle with its edges moved inwards; its size is never negative.
  @inlinable public func inset(by i: Insets) -> Rect {
    Rect(minX + i.left, minY + i.top, max(0, width - i.horizontal), max(0, height - i.vertical))
  }

  /// Returns the rectangle with all edges moved inwards by `d` (outwards if negative); its size is never negative.
  @inlinable public func inset(by d: Double) -> Rect { inset(by: Insets(d)) }

  /// Returns the rectangle moved by `p`.
  @inlinable public func offset(by p: Point) -> Rect { Rect(origin: origin + p, size: size) }

  /// Returns the rectangle with origin and size scaled by `s`.
  @inlinable public func scaled(by s: Double) -> Rect { Rect(minX * s, minY * s, width * s, height * s) }
}
