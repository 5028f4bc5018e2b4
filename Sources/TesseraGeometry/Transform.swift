#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// An affine transform: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
public struct Transform: Sendable, Hashable {
  /// Factor from x to x'.
  public var a: Double
  /// Factor from x to y'.
  public var b: Double
  /// Factor from y to x'.
  public var c: Double
  /// Factor from y to y'.
  public var d: Double
  /// Horizontal translation, logical units.
  public var tx: Double
  /// Vertical translation, logical units.
  public var ty: Double

  /// Creates a transform from its six coefficients.
  @inlinable public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// The identity transform.
  public static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Returns the translation by (`x`, `y`).
  @inlinable public static func translation(_ x: Double, _ y: Double) -> Transform { Transform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y) }
  /// Returns the scaling about the origin.
  @inlinable public static func scale(_ x: Double, _ y: Double) -> Transform { Transform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }
  /// Returns the rotation about the origin; positive `radians` are clockwise on the screen.
  public static func rotation(_ radians: Double) -> Transform {
    let s = sin(radians)
    let k = cos(radians)
    return Transform(a: k, b: s, c: -s, d: k, tx: 0, ty: 0)
  }

  /// Returns the transform that applies `self` first and `next` after it.
  @inlinable public func then(_ next: Transform) -> Transform {
    Transform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// Whether this is the identity transform.
  @inlinable public var isIdentity: Bool { a == 1 && b == 0 && c == 0 && d == 1 && tx == 0 && ty == 0 }
  /// Whether all coefficients are finite.
  @inlinable public var isFinite: Bool { a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite }

  /// The inverse transform, or nil if the transform is not invertible or not finite.
  public var inverse: Transform? {
    let det = a * d - b * c
    guard det != 0, det.isFinite else { return nil }
    let r = Transform(
      a: d / det, b: -b / det, c: -c / det, d: a / det, tx: (c * ty - d * tx) / det, ty: (b * tx - a * ty) / det)
    return r.isFinite ? r : nil
  }

  /// Returns `p` transformed.
  @inlinable public func apply(_ p: Point) -> Point { Point(a * p.x + c * p.y + tx, b * p.x + d * p.y + ty) }

  /// Returns the bounding rectangle of `r` transformed.
  @inlinable public func apply(_ r: Rect) -> Rect {
    let p = [
      apply(r.origin), apply(Point(r.maxX, r.minY)), apply(Point(r.minX, r.maxY)), apply(Point(r.maxX, r.maxY)),
    ]
    var l = p[0].x
    var t = p[0].y
    var right = l
    var bottom = t
    for q in p {
      l = min(l, q.x)
      t = min(t, q.y)
      right = max(right, q.x)
      bottom = max(bottom, q.y)
    }
    return Rect(left: l, top: t, right: right, bottom: bottom)
  }
}
