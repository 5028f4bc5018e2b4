/// Everything that a box tells the flexbox engine.
///
/// `init()` gives CSS's initial values.
///
/// A plain value of about 340 bytes; lengths are logical units. Source of names and defaults: CSS Flexbox 1, CSS Box Sizing 3 and 4,
/// CSS Box Alignment 3, CSS Positioned Layout 3.
public struct LayoutStyle: Sendable, Hashable {
  /// Whether the box exists for layout.
  public var display: LayoutDisplay = .flex
  /// Whether the box is in the flow.
  public var position: LayoutPosition = .relative
  /// The main axis of its children.
  public var direction: FlexDirection = .row
  /// Whether its children break into lines.
  public var wrap: FlexWrap = .noWrap
  /// What width, height and their limits measure.
  public var boxSizing: BoxSizing = .contentBox
  /// What happens with content that does not fit.
  public var overflow: LayoutOverflow = .visible
  /// Direction of lines: which side `start` is.
  public var writingDirection: WritingDirection = .inherit
  /// Where free space along the main axis goes.
  public var justifyContent: ContentAlignment = .normal
  /// Where free space among lines goes.
  public var alignContent: ContentAlignment = .normal
  /// How its children stand across the main axis.
  public var alignItems: ItemAlignment = .normal
  /// How the box itself stands across the main axis of its parent.
  public var alignSelf: ItemAlignment = .auto
  /// Position among its siblings: lower comes first, equal keeps document order.
  ///
  /// Does not change z-order of results.
  public var order: Int32 = 0
  /// Share of free space that the box takes; negative and NaN count as 0.
  public var flexGrow: Double = 0
  /// Share of missing space that the box gives up, weighted by its base size; negative and NaN count as 0.
  public var flexShrink: Double = 1
  /// Width divided by height that the box keeps where one of them is automatic; nil, 0, negative and NaN mean none.
  public var aspectRatio: Double? {
    get { packedRatio > 0 ? packedRatio : nil }
    set { packedRatio = newValue ?? 0 }
  }
  /// Outside distance; may be auto and negative.
  public var margin = LayoutEdges.zero
  /// Distance between border and content.
  public var padding = LayoutEdges.zero
  /// Width of the border, points only.
  public var border = LayoutEdges.zero
  /// Distance to the containing block (absolute) or shift (relative).
  public var inset = LayoutEdges.auto

  /// Whether its margin has room for what sits on one of its corners.
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

  /// Makes a style with CSS's initial values.
  public init() {}

  /// Makes a style with CSS's initial values and changes it.
  public init(_ edit: (inout LayoutStyle) -> Void) {
    self.init()
    edit(&self)
  }

  /// Main size before growing and shrinking; `auto` looks at width or height, `maxContent` is CSS's `content`.
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
  /// Smallest width; wins over the largest.
  public var minWidth: Dimension {
    get { packedMinWidth.dimension }
    set { packedMinWidth = PackedDimension(newValue) }
  }
  /// Smallest height; wins over the largest.
  public var minHeight: Dimension {
    get { packedMinHeight.dimension }
    set { packedMinHeight = PackedDimension(newValue) }
  }
  /// Largest width; `auto` is none.
  public var maxWidth: Dimension {
    get { packedMaxWidth.dimension }
    set { packedMaxWidth = PackedDimension(newValue) }
  }
  /// Largest height; `auto` is none.
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
  /// Both gaps; reading gives the row gap.
  public var gap: Dimension {
    get { rowGap }
    set {
      rowGap = newValue
      columnGap = newValue
    }
  }
}
