public import TesseraGeometry

/// Available space for the root of a tree: its containing block.
public struct AvailableSize: Sendable, Hashable {
  /// Available extent along one axis.
  public enum Extent: Sendable, Hashable {
    /// A definite extent in logical units; the reference of the root's percentages.
    case definite(Double)
    /// No limit; the root is as large as its content.
    case unlimited
  }

  /// Available extent along the horizontal axis.
  public var width: Extent
  /// Available extent along the vertical axis.
  public var height: Extent

  /// Creates a space from both axes.
  public init(width: Extent, height: Extent) {
    self.width = width
    self.height = height
  }

  /// Creates a definite space; an infinite extent is unlimited.
  public init(_ size: Size) {
    width = size.width.isFinite ? .definite(size.width) : .unlimited
    height = size.height.isFinite ? .definite(size.height) : .unlimited
  }

  /// No limit on either axis.
  public static let unlimited = AvailableSize(width: .unlimited, height: .unlimited)
}
