/// Distances from the four edges of a rectangle inwards, in logical units.
public struct Insets: Sendable, Hashable {
  /// Distance from the top edge.
  public var top: Double
  /// Distance from the right edge.
  public var right: Double
  /// Distance from the bottom edge.
  public var bottom: Double
  /// Distance from the left edge.
  public var left: Double

  /// Creates insets from the four distances.
  @inlinable public init(top: Double = 0, right: Double = 0, bottom: Double = 0, left: Double = 0) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  /// Creates insets with the same distance on every side.
  @inlinable public init(_ all: Double) { self.init(top: all, right: all, bottom: all, left: all) }

  /// Creates insets with one distance for left and right and one for top and bottom.
  @inlinable public init(horizontal: Double, vertical: Double) {
    self.init(top: vertical, right: horizontal, bottom: vertical, left: horizontal)
  }

  /// No distance on any side.
  public static let zero = Insets()

  /// Left plus right.
  @inlinable public var horizontal: Double { left + right }
  /// Top plus bottom.
  @inlinable public var vertical: Double { top + bottom }
  /// Returns the insets with opposite sign.
  @inlinable public static prefix func - (i: Insets) -> Insets {
    Insets(top: -i.top, right: -i.right, bottom: -i.bottom, left: -i.left)
  }
}
