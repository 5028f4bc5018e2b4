/// Style of a box: all its inputs to the flexbox engine.
///
/// `init()` gives CSS's initial values.
///
/// A plain value of about 340 bytes; lengths are logical units. Source of names and defaults: CSS Flexbox 1, CSS Box Sizing 3 and 4,
/// CSS Box Alignment 3, CSS Positioned Layout 3.
public struct LayoutStyle: Sendable, Hashable {
  /// Whether the box takes part in layout.
  public var display: LayoutDisplay = .flex
  /// Positioning: in the flow or absolute.
  public var position: LayoutPosition = .relative
  /// Main axis of the children.
  public var direction: FlexDirection = .row
  /// Whether the children wrap into lines.
  public var wrap: FlexWrap = .noWrap
  /// Box that width, height and their limits refer to.
  public var boxSizing: BoxSizing = .contentBox
  /// Overflow behaviour.
  public var overflow: LayoutOverflow = .visible
  /// Line direction; decides which side is `start`.
  public var writingDirection: WritingDirection = .inherit
  /// Distribution of free space on the main axis.
  public var justifyContent: ContentAlignment = .normal
  /// Distribution of free space among lines.
  public var alignContent: ContentAlignment = .normal
  /// Cross-axis alignment of the children.
  public var alignItems: ItemAlignment = .normal
  /// Cross-axis alignment of the box in its parent.
  public var alignSelf: ItemAlignment = .auto
  /// Position among siblings: lower is first, equal values keep document order.
  ///
  /// Does not change the z-order of results.
  public var order: Int32 = 0
  /// Share of free space added to the box; negative and NaN count as 0.
  public var flexGrow: Double = 0
  /// Share of missing space removed from the box, weighted by its base size; negative and NaN count as 0.
  public var flexShrink: Double = 1
  /// Width divided by height, applied if one of them is automatic; nil, 0, negative and NaN mean no ratio.
  public var aspectRatio: Double? {
    get { packedRatio > 0 ? packedRatio : nil }
    set { packedRatio = newValue ?? 0 }
  }
  /// Margin; may be auto and negative.
  public var margin = LayoutEdges.zero
  /// Distance between border and content.
  public var padding = LayoutEdges.zero
  /// Width of the border, points only.
  public var border = LayoutEdges.zero
  /// Distance to the containing block (absolute) or offset (relative).
  public var inset = LayoutEdges.auto

  /// Whether the margin reserves space for a badge on one of the corners.
  var wrappedCorner = WrappedCorner.none
  var packedRatio: Double = 0
  var packedBasis = PackedDimension.auto
  var packedWidth = PackedDimension.auto
  var packedHeight = PackedDimension.auto
  var packedMinWidth = PackedDimension.auto
  var packedMinHeight = PackedDimension.auto
  var packedMaxWidth = PackedDimension.auto
  var packedMaxHeight = PackedDimension.auto
  var packedRowGap = PackedDimension.zero
  var packedColumnGap = PackedDimension.zero

  /// Creates a style with CSS's initial values.
  public init() {}

  /// Creates a style with CSS's initial values and edits it.
  public init(_ edit: (inout LayoutStyle) -> Void) {
    self.init()
    edit(&self)
  }

  /// Main size before growing and shrinking; `auto` uses width or height, `maxContent` is CSS's `content`.
  public var flexBasis: Dimension {
    get { packedBasis.dimension }
    set { packedBasis = PackedDimension(newValue) }
  }
  /// Width.
  public var width: Dimension {
    get { packedWidth.dimension }
    set { packedWidth = PackedDimension(newValue) }
  }
  /// Height.
  public var height: Dimension {
    get { packedHeight.dimension }
    set { packedHeight = PackedDimension(newValue) }
  }
  /// Minimum width; overrides the maximum.
  public var minWidth: Dimension {
    get { packedMinWidth.dimension }
    set { packedMinWidth = PackedDimension(newValue) }
  }
  /// Minimum height; overrides the maximum.
  public var minHeight: Dimension {
    get { packedMinHeight.dimension }
    set { packedMinHeight = PackedDimension(newValue) }
  }
  /// Maximum width; `auto` means no limit.
  public var maxWidth: Dimension {
    get { packedMaxWidth.dimension }
    set { packedMaxWidth = PackedDimension(newValue) }
  }
  /// Maximum height; `auto` means no limit.
  public var maxHeight: Dimension {
    get { packedMaxHeight.dimension }
    set { packedMaxHeight = PackedDimension(newValue) }
  }
  /// Distance between rows: lines of a row container, items of a column container.
  public var rowGap: Dimension {
    get { packedRowGap.dimension }
    set { packedRowGap = PackedDimension(newValue) }
  }
  /// Distance between columns: items of a row container, lines of a column container.
  public var columnGap: Dimension {
    get { packedColumnGap.dimension }
    set { packedColumnGap = PackedDimension(newValue) }
  }
  /// Row and column gap; the getter returns the row gap.
  public var gap: Dimension {
    get { rowGap }
    set {
      rowGap = newValue
      columnGap = newValue
    }
  }
}
