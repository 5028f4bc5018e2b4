/// The smallest and largest size that a parent offers, in logical units; a maximum may be infinite.
public struct SizeRange: Sendable, Hashable {
  /// The smallest size allowed.
  public var min: Size
  /// The largest size allowed.
  public var max: Size

  /// Makes a range from its two bounds.
  @inlinable public init(min: Size = .zero, max: Size) {
    self.min = min
    self.max = max
  }

  /// Makes the range that allows exactly `size`.
  @inlinable public init(exactly size: Size) { self.init(min: size, max: size) }

  /// Anything from nothing to infinity.
  public static let unlimited = SizeRange(max: .unlimited)

  /// Returns `size` moved into the range; the minimum wins over the maximum, and NaN becomes the minimum.
  @inlinable public func clamp(_ size: Size) -> Size {
    func c(_ v: Double, _ lo: Double, _ hi: Double) -> Double { v.isNaN ? lo : Swift.max(lo, Swift.min(v, hi)) }
    return Size(c(size.width, min.width, max.width), c(size.height, min.height, max.height))
  }
}
