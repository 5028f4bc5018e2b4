public import TesseraGeometry

/// The space that a tree is laid out in: the containing block of its root.
public struct AvailableSize: Sendable, Hashable {
  /// What is known about one axis.
  public enum Extent: Sendable, Hashable {
    /// So much, logical units.
    ///
    /// Percentages of the root refer to it.
    case definite(Double)
    /// As much as the content wants.
    case unlimited
  }

  /// Space along the horizontal axis.
  public var width: Extent
  /// Space along the vertical axis.
  public var height: Extent

  /// Makes a space from both axes.
  public init(width: Extent, height: Extent) {
    self.width = width
    self.height = height
  }

  /// Makes a definite space; an infinite extent is unlimited.
  public init(_ size: Size) {
    width = size.width.isFinite ? .definite(size.width) : .unlimited
    height = size.height.isFinite ? .definite(size.height) : .unlimited
  }

  /// No limit on either axis.
  public static let unlimited = AvailableSize(width: .unlimited, height: .unlimited)
}
