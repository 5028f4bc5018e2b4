internal import TesseraGeometry

/// Notes of the engine about each box during an explained layout; other layouts have no trace.
///
/// The engine calls it when a size is final: `note` at the end of `inlineSize`, `blockSize` and `absoluteWidth`, `recordItem` in `place`,
/// `recordAbsolute` in `placeAbsolute`, and `recordAnswer` after measuring a leaf. A size may be computed several times before
/// the box is placed; the last note, from the placement, is used.
final class LayoutTrace: @unchecked Sendable {
  // @unchecked: one run of the engine writes it on one thread, which is joined before anyone reads it.

  /// Derivation of one extent of a box, border box.
  struct Extent {
    /// The resolved length: that of the style, or the meaning of `auto`.
    var length: PackedDimension
    /// Extent before limits.
    var extent: Double
    var limits: MinMax
    /// Reference size of percentages.
    var whole: Double
    var available: Double
    /// Whether the extent follows from an aspect ratio.
    var isFromRatio: Bool
    var borderPadding: Double
  }

  /// An item when its container places it.
  struct Item {
    var item: FlexItem
    var shrink: Double
    var isColumn: Bool
    /// Content box of the container along the main axis, including its content.
    var lineLength: Double
    /// Length of the line minus the base sizes of its items: free space, or missing space if negative.
    var freeSpace: Double
    var lineCross: Double
    /// Content box of the container on the cross axis, or `indefinite`.
    var innerCross: Double
    /// Reference size of main-axis percentages, or `indefinite`: the container's size before its content affects it.
    var innerMain: Double
    var margin: ResolvedEdges
  }

  /// An absolute box, or the root.
  struct Absolute {
    /// Space between the insets; infinite if unlimited.
    var room: Size
    var hasInset: AbsoluteInsets
    /// Whether the extent is that of an exact range.
    var isFixed: (width: Bool, height: Bool)
  }

  /// Notes about one box.
  struct Note {
    var width: Extent?
    var height: Extent?
    var item: Item?
    var absolute: Absolute?
    var answers: [(question: MeasureConstraint, answer: MeasuredSize)] = []
  }

  private(set) var notes: [Note]
  private var lastLine = (box: -1, first: Int32(-1), freeSpace: 0.0)
  private var lastFreeSpace = 0.0

  init(count: Int) { notes = Array(repeating: Note(), count: count) }

  func recordExtent(
    _ axis: Axis, _ box: Int, _ length: PackedDimension, _ extent: Double, _ limits: MinMax, _ constraint: Constraint, _ bp: ResolvedEdges,
    isFromRatio: Bool, available: Double? = nil
  ) {
    let horizontal = axis == .horizontal
    let made = Extent(
      length: length, extent: extent, limits: limits, whole: horizontal ? constraint.percentWidth : constraint.percentHeight,
      available: available ?? (horizontal ? constraint.availableWidth : constraint.availableHeight), isFromRatio: isFromRatio,
      borderPadding: horizontal ? bp.width : bp.height)
    if horizontal { notes[box].width = made } else { notes[box].height = made }
  }

  func recordItem(
    _ flex: FlexContainer, _ item: FlexItem, _ line: FlexLine, margin: ResolvedEdges, shrink: Double, items: UnsafePointer<FlexItem>
  ) {
    let first = items[line.first].box
    if lastLine != (flex.box, first, line.freeSpace) {
      // Free space at base sizes: the current free space plus the space that flexing distributed.
      lastLine = (flex.box, first, line.freeSpace)
      lastFreeSpace = (line.first..<line.first + line.count).reduce(line.freeSpace) {
        $0 + items[$1].targetMainSize - items[$1].flexBaseSize
      }
    }
    notes[Int(item.box)].item = Item(
      item: item, shrink: shrink, isColumn: flex.isColumn, lineLength: line.sumOfBase + lastFreeSpace, freeSpace: lastFreeSpace,
      lineCross: line.crossSize, innerCross: flex.isColumn ? flex.innerWidth : flex.innerHeight,
      innerMain: flex.isColumn ? flex.innerHeight : flex.innerWidth, margin: margin)
  }

  func recordAbsolute(_ box: Int, room: Size, hasInset: AbsoluteInsets, range: SizeRange?) {
    notes[box].absolute = Absolute(
      room: room, hasInset: hasInset,
      isFixed: (range.map { $0.min.width == $0.max.width } ?? false, range.map { $0.min.height == $0.max.height } ?? false))
  }

  func recordAnswer(_ box: Int, _ question: MeasureConstraint, _ answer: MeasuredSize) { notes[box].answers.append((question, answer)) }
}
