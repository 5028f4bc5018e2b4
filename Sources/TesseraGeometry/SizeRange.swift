/// Minimum and maximum size offered by a parent, in logical units; a maximum may be infinite.
public struct SizeRange: Sendable, Hashable {
  /// Minimum size.
  public var min: Size
  /// Maximum size.
  public var max: Size

  /// Creates a range from its two bounds.
  @inlinable public init(min: Size = .zero, max: Size) {
    self.min = min
    self.max = max
  }

  /// Creates the range that allows exactly `size`.
  @inlinable public init(exactly size: Size) { self.init(min: size, max: size) }

  /// No minimum and no maximum.
  public static let unlimited = SizeRange(max: .unlimited)

  /// Returns `size` clamped to the range; the minimum overrides the maximum, and NaN becomes the minimum.
  @inlinable public func clamp(_ size: Size) -> Size {
    func c(_ v: Double, _ lo: Double, _ hi: Double) -> Double { v.isNaN ? lo : Swift.max(lo, Swift.min(v, hi)) }
    return Size(c(size.width, min.width, max.width), c(size.height, min.height, max.height))
  }
}
