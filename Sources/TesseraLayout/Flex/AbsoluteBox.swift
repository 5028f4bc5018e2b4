import TesseraGeometry

/// An absolute box that waits for its containing block, with its static position: where it would be without insets.
struct PendingAbsolute {
  var box: Int32
  /// The container it is a child of.
  var parent: Int32
  var position: StaticPosition
}

/// Static position of an absolute box.
///
/// Source: CSS Flexbox 1, section 4.1.
struct StaticPosition {
  /// A point of the parent's border box.
  var point: Point
  /// Which edges of the box go there.
  var horizontal = StaticEdge.low
  var vertical = StaticEdge.low
  /// The container is a column: `alignSelf` is about the horizontal axis.
  var isInColumn = false
}

/// Which edge (left or top, middle, right or bottom) of a box goes to its static position.
enum StaticEdge: UInt8 { case low, middle, high }

/// Beyond which end of a scroll container there is room.
enum ScrollSense { case forwards, backwards }

/// Containing block of an absolute box, as far as the box depends on it.
struct ContainingBlock {
  /// The padding box. An infinite extent is an unlimited one: only start insets count there, and percentages are unknown.
  var size: Size
  var isRightToLeft = false
  var scrolls: ScrollSense?
  /// Its height in its first pass, before it was stretched, or `indefinite`.
  var firstPassHeight = indefinite
  /// What the size of the box is cut to, for a root.
  var range: SizeRange?

  @inline(__always) var isWidthKnown: Bool { size.width < unlimited }
  @inline(__always) var isHeightKnown: Bool { size.height < unlimited }
}

/// An absolute box on its way through CSS Positioned Layout 3, section 4.
struct AbsoluteBox {
  let box: Int
  let block: ContainingBlock
  /// Without a right edge, everything counts from the left.
  let isRightToLeft: Bool
  /// Which insets are set.
  let hasInset: AbsoluteInsets
  let borderPadding: ResolvedEdges
  /// `align-self: stretch`.
  let isStretchedByWord: Bool
  /// No `align-self`.
  let isAlignNormal: Bool
  /// The inset-modified containing block.
  var x: InsetModifiedAxis
  var y: InsetModifiedAxis
  /// Sizes are those of the inset-modified containing block; percentages refer to the containing block.
  var constraint: Constraint

  @inline(__always) var availableWidth: Double { constraint.availableWidth }
  @inline(__always) var availableHeight: Double { constraint.availableHeight }
}

/// Which insets of an absolute box are set.
struct AbsoluteInsets {
  var left: Bool
  var top: Bool
  var right: Bool
  var bottom: Bool
}
