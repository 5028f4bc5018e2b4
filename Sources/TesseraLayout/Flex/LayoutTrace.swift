internal import TesseraGeometry

/// What the engine notes about each box while it lays a tree out that is to be explained; an ordinary layout has none.
///
/// The engine calls it where a size is decided: `note` at the end of `inlineSize`, `blockSize` and `absoluteWidth`, `noteItem` in `place`,
/// `noteAbsolute` in `placeAbsolute`, and `noteAnswer` where a leaf was measured. A size may be computed several times before
/// the box is placed; the last note counts, which is the one that the placing made.
final class LayoutTrace: @unchecked Sendable {
  // @unchecked: one run of the engine writes it on one thread, which is joined before anyone reads it.

  /// How one extent of a box came about, border box.
  struct Extent {
    /// The length that was resolved: that of the style, or what `auto` amounted to.
    var length: PackedDimension
    /// Before the limits.
    var extent: Double
    var limits: MinMax
    /// What percentages refer to.
    var whole: Double
    var available: Double
    /// An aspect ratio gave the extent.
    var isFromRatio: Bool
    var borderPadding: Double
  }

  /// An item where its container places it.
  struct Item {
    var item: FlexItem
    var shrink: Double
    var isColumn: Bool
    /// Content box of the container along the main axis, its content included.
    var lineLength: Double
    /// Length of the line less its items at their base sizes: free space, or missing space where negative.
    var freeSpace: Double
    var lineCross: Double
    /// Content box of the container across the main axis, or `indefinite`.
    var innerCross: Double
    /// What percentages along the main axis refer to, or `indefinite`: the container before its content has had a say.
    var innerMain: Double
    var margin: ResolvedEdges
  }

  /// An absolute box, or the root.
  struct Absolute {
    /// Room between the insets; infinite where unlimited.
    var room: Size
    var hasInset: AbsoluteInsets
    /// The extent is that of an exact range.
    var isFixed: (width: Bool, height: Bool)
  }

  /// What was noted about one box.
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

  func note(
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

  func noteItem(
    _ flex: FlexContainer, _ item: FlexItem, _ line: FlexLine, margin: ResolvedEdges, shrink: Double, items: UnsafePointer<FlexItem>
  ) {
    let first = items[line.first].box
    if lastLine != (flex.box, first, line.freeSpace) {
      // What the items leave at their base sizes: what they leave now, and what flexing has taken.
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

  func noteAbsolute(_ box: Int, room: Size, hasInset: AbsoluteInsets, range: SizeRange?) {
    notes[box].absolute = Absolute(
      room: room, hasInset: hasInset,
      isFixed: (range.map { $0.min.width == $0.max.width } ?? false, range.map { $0.min.height == $0.max.height } ?? false))
  }

  func noteAnswer(_ box: Int, _ question: MeasureConstraint, _ answer: MeasuredSize) { notes[box].answers.append((question, answer)) }
}
