import TesseraGeometry

/// An absolute box without its containing block yet, with its static position: its position without insets.
struct PendingAbsolute {
  var box: Int32
  /// Container of the box.
  var parent: Int32
  var position: StaticPosition
}

/// Static position of an absolute box.
///
/// Source: CSS Flexbox 1, section 4.1.
struct StaticPosition {
  /// Point in the parent's border box.
  var point: Point
  /// Edges of the box at that point.
  var horizontal = StaticEdge.low
  var vertical = StaticEdge.low
  /// Whether the container is a column; `alignSelf` then applies to the horizontal axis.
  var isInColumn = false
}

/// Edge of a box (left or top, middle, right or bottom) at its static position.
enum StaticEdge: UInt8 { case low, middle, high }

/// End of a scroll container that content may extend beyond.
enum ScrollSense { case forwards, backwards }

/// Containing block of an absolute box, reduced to the data that the box depends on.
struct ContainingBlock {
  /// The padding box. An infinite extent means unlimited: only start insets apply there, and percentages are indefinite.
  var size: Size
  var isRightToLeft = false
  var scrolls: ScrollSense?
  /// Height in the first pass, before stretching, or `indefinite`.
  var firstPassHeight = indefinite
  /// Size range of a root; its size is clamped to it.
  var range: SizeRange?

  @inline(__always) var isWidthKnown: Bool { size.width < unlimited }
  @inline(__always) var isHeightKnown: Bool { size.height < unlimited }
}

/// An absolute box during CSS Positioned Layout 3, section 4.
struct AbsoluteBox {
  let box: Int
  let block: ContainingBlock
  /// False without a right edge: positions then count from the left.
  let isRightToLeft: Bool
  /// Insets that are set.
  let hasInset: AbsoluteInsets
  let borderPadding: ResolvedEdges
  /// `align-self: stretch`.
  let isStretchedByWord: Bool
  /// `align-self` is not set.
  let isAlignNormal: Bool
  /// The inset-modified containing block.
  var x: InsetModifiedAxis
  var y: InsetModifiedAxis
  /// Sizes are those of the inset-modified containing block; percentages refer to the containing block.
  var constraint: Constraint

  @inline(__always) var availableWidth: Double { constraint.availableWidth }
  @inline(__always) var availableHeight: Double { constraint.availableHeight }
}

/// Insets of an absolute box that are set.
struct AbsoluteInsets {
  var left: Bool
  var top: Bool
  var right: Bool
  var bottom: Bool
}
