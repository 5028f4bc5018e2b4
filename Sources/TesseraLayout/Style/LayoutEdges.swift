/// A length for each edge of a box: margin, padding, border or inset.
///
/// `start` and `end` follow the writing direction (left and right in left-to-right); if set, they override `left` and `right`.
/// An unset edge is `auto` in an inset and 0 elsewhere. Borders use points only.
public struct LayoutEdges: Sendable, Hashable {
  @usableFromInline var packedTop: PackedDimension
  @usableFromInline var packedRight: PackedDimension
  @usableFromInline var packedBottom: PackedDimension
  @usableFromInline var packedLeft: PackedDimension
  @usableFromInline var packedStart: PackedDimension
  @usableFromInline var packedEnd: PackedDimension

  /// Creates edges from their lengths.
  public init(
    top: Dimension = .points(0), right: Dimension = .points(0), bottom: Dimension = .points(0), left: Dimension = .points(0),
    start: Dimension? = nil, end: Dimension? = nil
  ) {
    packedTop = PackedDimension(top)
    packedRight = PackedDimension(right)
    packedBottom = PackedDimension(bottom)
    packedLeft = PackedDimension(left)
    packedStart = start.map { PackedDimension($0) } ?? .unset
    packedEnd = end.map { PackedDimension($0) } ?? .unset
  }

  /// Creates edges of the same length.
  public init(_ all: Dimension) { self.init(top: all, right: all, bottom: all, left: all) }

  /// Creates edges with one length for left and right and one for top and bottom.
  public init(horizontal: Dimension, vertical: Dimension) {
    self.init(top: vertical, right: horizontal, bottom: vertical, left: horizontal)
  }

  /// No length on any edge.
  public static let zero = LayoutEdges()
  /// Automatic edges: an inset that does not move anything.
  public static let auto = LayoutEdges(.auto)

  /// Length of the top edge.
  public var top: Dimension {
    get { packedTop.dimension }
    set { packedTop = PackedDimension(newValue) }
  }
  /// Length of the right edge.
  public var right: Dimension {
    get { packedRight.dimension }
    set { packedRight = PackedDimension(newValue) }
  }
  /// Length of the bottom edge.
  public var bottom: Dimension {
    get { packedBottom.dimension }
    set { packedBottom = PackedDimension(newValue) }
  }
  /// Length of the left edge.
  public var left: Dimension {
    get { packedLeft.dimension }
    set { packedLeft = PackedDimension(newValue) }
  }
  /// Length of the edge where lines start; nil means `left` or `right` applies.
  public var start: Dimension? {
    get { packedStart.optional }
    set { packedStart = newValue.map { PackedDimension($0) } ?? .unset }
  }
  /// Length of the edge where lines end; nil means `left` or `right` applies.
  public var end: Dimension? {
    get { packedEnd.optional }
    set { packedEnd = newValue.map { PackedDimension($0) } ?? .unset }
  }
}

extension LayoutEdges: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates edges of the same length in points.
  public init(integerLiteral value: Int) { self.init(.points(Double(value))) }
  /// Creates edges of the same length in points.
  public init(floatLiteral value: Double) { self.init(.points(value)) }
}
