/// A rectangle in device pixels, the unit of buffers, strides and damage.
public struct PixelRect: Sendable, Hashable {
  /// Left edge, inclusive.
  public var x: Int
  /// Top edge, inclusive.
  public var y: Int
  /// Extent along the horizontal axis, pixels.
  public var width: Int
  /// Extent along the vertical axis, pixels.
  public var height: Int

  /// Creates a rectangle from its left and top edge, width and height.
  @inlinable public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The empty rectangle at the origin.
  public static let zero = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// Right edge, exclusive.
  @inlinable public var maxX: Int { x + width }
  /// Bottom edge, exclusive.
  @inlinable public var maxY: Int { y + height }
  /// Whether it covers no pixel.
  @inlinable public var isEmpty: Bool { width <= 0 || height <= 0 }
  /// Number of pixels covered.
  @inlinable public var area: Int { isEmpty ? 0 : width * height }

  /// Returns the common pixels, or an empty rectangle.
  @inlinable public func intersection(_ o: PixelRect) -> PixelRect {
    let l = max(x, o.x)
    let t = max(y, o.y)
    let r = min(maxX, o.maxX)
    let b = min(maxY, o.maxY)
    return r > l && b > t ? PixelRect(x: l, y: t, width: r - l, height: b - t) : PixelRect(x: l, y: t, width: 0, height: 0)
  }

  /// Returns whether both cover a common pixel.
  @inlinable public func intersects(_ o: PixelRect) -> Bool {
    x < o.maxX && o.x < maxX && y < o.maxY && o.y < maxY && !isEmpty && !o.isEmpty
  }

  /// Returns whether every pixel of `o` is inside.
  @inlinable public func contains(_ o: PixelRect) -> Bool { o.x >= x && o.y >= y && o.maxX <= maxX && o.maxY <= maxY }

  /// Returns the smallest rectangle around both; an empty one is ignored.
  @inlinable public func union(_ o: PixelRect) -> PixelRect {
    if isEmpty { return o }
    if o.isEmpty { return self }
    let l = min(x, o.x)
    let t = min(y, o.y)
    return PixelRect(x: l, y: t, width: max(maxX, o.maxX) - l, height: max(maxY, o.maxY) - t)
  }

  /// Returns the rectangle grown by `d` pixels on every side.
  @inlinable public func grown(by d: Int) -> PixelRect { PixelRect(x: x - d, y: y - d, width: width + 2 * d, height: height + 2 * d) }
}

extension Rect {
  /// Maximum pixel coordinate of conversions; larger values are clamped, so that no conversion traps.
  @usableFromInline static let pixelLimit = 1_000_000_000.0

  @usableFromInline static func clampedInt(_ v: Double) -> Int { v.isNaN ? 0 : Int(min(max(v, -pixelLimit), pixelLimit)) }

  /// Returns all device pixels that the rectangle touches: edges times `scale`, rounded outwards.
  ///
  /// Never traps: NaN counts as 0 and coordinates are clamped to a thousand million pixels.
  @inlinable public func covering(scale: Double) -> PixelRect {
    let l = Rect.clampedInt((minX * scale).rounded(.down))
    let t = Rect.clampedInt((minY * scale).rounded(.down))
    let r = Rect.clampedInt((maxX * scale).rounded(.up))
    let b = Rect.clampedInt((maxY * scale).rounded(.up))
    return PixelRect(x: l, y: t, width: max(0, r - l), height: max(0, b - t))
  }

  /// Returns the rectangle with each edge snapped to the nearest device pixel, so that adjacent rectangles never gap or overlap.
  ///
  /// Halves are rounded up, as are values less than `halfSlack` below a half. The common edge of two adjacent rectangles is computed as two
  /// different sums, which differ in their last bits.
  @inlinable public func snapped(scale: Double) -> PixelRect {
    let up = 0.5 + Rect.halfSlack
    let l = Rect.clampedInt((minX * scale + up).rounded(.down))
    let t = Rect.clampedInt((minY * scale + up).rounded(.down))
    let r = Rect.clampedInt((maxX * scale + up).rounded(.down))
    let b = Rect.clampedInt((maxY * scale + up).rounded(.down))
    return PixelRect(x: l, y: t, width: max(0, r - l), height: max(0, b - t))
  }

  /// Distance below a half that still counts as a half for snapping, device pixels.
  @usableFromInline static let halfSlack = 1.0 / 4096

  /// Creates the logical rectangle that `pixels` cover at `scale` device pixels per logical unit.
  @inlinable public init(_ pixels: PixelRect, scale: Double = 1) {
    self.init(Double(pixels.x) / scale, Double(pixels.y) / scale, Double(pixels.width) / scale, Double(pixels.height) / scale)
  }
}
