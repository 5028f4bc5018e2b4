/// `align-self` of an item, with `start` and `end` relative to the container's lines: `wrap-reverse` is resolved.
enum CrossAlignment: UInt8, Comparable {
  case start, end, center, stretch, baseline, lastBaseline
  @inline(__always) static func < (a: CrossAlignment, b: CrossAlignment) -> Bool { a.rawValue < b.rawValue }
}

/// A flex item during section 9.
///
/// Main sizes are of the content box; outer sizes include border, padding and margins.
struct FlexItem {
  var box: Int32
  var align: CrossAlignment
  var isSafe: Bool
  /// The used cross size is that of the line.
  var stretches: Bool
  /// Baselines are aligned from the start of the line, not from its end.
  var isMajor: Bool
  var isFrozen = false
  /// The automatic minimum is not yet in `minMainSize`; it is at most the flex base size.
  var awaitsAutomaticMinimum = false
  var heightIsIndefiniteInside = false
  /// In a column: the content was first laid out without a height; the height counts as definite in the final layout.
  var hasFirstPass = false
  var autoMainMargins: UInt8 = 0
  /// Some margin is automatic.
  var hasAutoMargin = false
  /// The cross size is set in the style and depends on nothing else.
  var hasPlainCross = false
  /// Neither children nor content.
  var isEmpty = false
  /// Shifted by `position: relative`.
  var hasShift = false
  /// Created from a `FixedSizeItem`: the cross size is set, the limits are not.
  var isFixedSize = false
  var grow = 0.0
  var shrink = 0.0
  var flexBaseSize = 0.0
  var minMainSize = 0.0
  var maxMainSize = unlimited
  var hypotheticalMainSize = 0.0
  var targetMainSize = 0.0
  /// Border and padding along the main axis.
  var mainBorderPadding = 0.0
  var margin: ResolvedEdges
  var mainMargin = 0.0
  /// Border box, before stretching.
  var hypotheticalCrossSize = 0.0
  /// Distance from the edge of the margin box to the aligned baseline.
  var ascent = 0.0
  /// Width for the layout while the width of a wrapping column is computed, or `indefinite`.
  var overrideWidth = indefinite

  @inline(__always) var outerHypotheticalMainSize: Double { hypotheticalMainSize + mainBorderPadding + mainMargin }
  @inline(__always) var outerFlexBaseSize: Double { flexBaseSize + mainBorderPadding + mainMargin }
  @inline(__always) var targetBorderBox: Double { targetMainSize + mainBorderPadding }
  @inline(__always) var outerTargetMainSize: Double { targetMainSize + mainBorderPadding + mainMargin }
}

/// One flex line.
struct FlexLine {
  var first: Int
  var count: Int
  var sumOfHypothetical = 0.0
  var sumOfBase = 0.0
  var freeSpace = 0.0
  var crossSize = 0.0
  var crossOffset = 0.0
  var majorBaseline = -Double.infinity
  var minorBaseline = -Double.infinity
  var autoMargins = 0
}

/// Cross size of a line while its items are added; items with a shared baseline contribute their maximum extents above and below it.
struct BaselineExtents {
  private(set) var crossSize = 0.0
  private(set) var majorAscent = -Double.infinity
  private(set) var minorAscent = -Double.infinity
  private var majorDescent = -Double.infinity
  private var minorDescent = -Double.infinity

  /// Adds an item without a shared baseline.
  @inline(__always) mutating func add(_ outer: Double) { crossSize = max(crossSize, outer) }

  /// Adds an item of outer cross size `outer`, with the distance to its baseline if the item aligns it.
  mutating func add(_ outer: Double, ascent: Double?, isMajor: Bool) {
    guard let ascent else {
      crossSize = max(crossSize, outer)
      return
    }
    if isMajor {
      majorAscent = max(majorAscent, ascent)
      majorDescent = max(majorDescent, outer - ascent)
      crossSize = max(crossSize, majorAscent + majorDescent)
    } else {
      minorAscent = max(minorAscent, ascent)
      minorDescent = max(minorDescent, outer - ascent)
      crossSize = max(crossSize, minorAscent + minorDescent)
    }
  }
}

/// A container during section 9: state shared by all steps.
struct FlexContainer {
  let box: Int
  let bp: ResolvedEdges
  let isColumn: Bool
  /// Wraps into lines.
  let isMultiLine: Bool
  let isOverlay: Bool
  let isWrapReverse: Bool
  let isReverse: Bool
  /// Content box; the height may be `indefinite`, and so may the width while intrinsic widths are computed.
  let innerWidth: Double
  let innerHeight: Double
  let itemGap: Double
  let lineGap: Double
  var isMeasuringColumnWidth = false
  /// The height is that of its line, and the container was first laid out without it.
  var hasFirstPass = false
  /// The width follows from the content, and then the height from the width.
  var widthPrecedesHeight = false
  /// Width of the border box.
  var width = indefinite
  /// Length of the lines: the content box along the main axis.
  var mainSize = 0.0
  /// Sum of the hypothetical main sizes in the longest line of a column.
  var longestLine = 0.0
  /// Sum of the cross sizes of the lines placed so far.
  var streamedCrossSize = 0.0
  var firstItem = 0
  var itemCount = 0
  var firstLine = 0
  var lineCount = 0
  /// Number of items created so far.
  var madeCount = 0
  /// First item of the next line.
  var nextItem = 0

  init(_ engine: inout LayoutEngine, _ box: Int, bp: ResolvedEdges, innerWidth: Double, innerHeight: Double) {
    let node = engine.nodes + box
    self.box = box
    self.bp = bp
    self.innerWidth = innerWidth
    self.innerHeight = innerHeight
    isColumn = node.pointee.isColumn
    isMultiLine = node.pointee.wrap == .wrap || node.pointee.wrap == .wrapReverse
    isOverlay = node.pointee.wrap == .overlay
    isWrapReverse = node.pointee.wrap == .wrapReverse
    isReverse = node.pointee.isReverse
    let columnGap = engine.gap(box, horizontal: true, innerWidth)
    let rowGap = engine.gap(box, horizontal: false, innerHeight)
    itemGap = isColumn ? rowGap : columnGap
    lineGap = isColumn ? columnGap : rowGap
  }

  /// Lines on the engine's stack.
  @inline(__always) var lines: Range<Int> { firstLine..<firstLine + lineCount }

  /// Whether the cross size is definite before the items are laid out; a width always is.
  @inline(__always) var isCrossDefinite: Bool { isColumn || innerHeight.isDefinite }
}
