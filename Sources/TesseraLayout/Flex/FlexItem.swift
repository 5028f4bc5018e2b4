/// Where an item stands across the main axis, `start` and `end` being those of the container's lines: reversal is already in.
enum CrossAlignment: UInt8, Comparable {
  case start, end, center, stretch, baseline, lastBaseline
  @inline(__always) static func < (a: CrossAlignment, b: CrossAlignment) -> Bool { a.rawValue < b.rawValue }
}

/// A flex item on its way through section 9.
///
/// Main sizes are of the content box unless they say outer.
struct FlexItem {
  var box: Int32
  var align: CrossAlignment
  var isSafe: Bool
  /// As large as the line across the main axis.
  var stretches: Bool
  /// Baselines are lined up from the start of the line, not from its end.
  var isMajor: Bool
  var frozen = false
  /// The automatic minimum is not in `minimum` yet; it is known to be no more than the base size.
  var hasLazyMinimum = false
  var heightIsIndefiniteInside = false
  /// In a column: its height comes from its content, and counts as known in the final layout.
  var wasMeasured = false
  var autoMainMargins: UInt8 = 0
  /// Some margin is automatic.
  var hasAutoMargin = false
  /// The cross size is in the style, and depends on nothing else.
  var hasPlainCross = false
  /// Neither children nor content.
  var isEmpty = false
  /// `position: relative` moves it.
  var hasShift = false
  /// Made of an `ItemBrief`: its cross size is there from the start, its limits are not.
  var isBrief = false
  var grow = 0.0
  var shrink = 0.0
  var base = 0.0
  var minimum = 0.0
  var maximum = unlimited
  var hypothetical = 0.0
  var flexed = 0.0
  /// Border and padding along the main axis.
  var mainBorderPadding = 0.0
  var margin: Strut
  var mainMargin = 0.0
  /// Cross size of the border box before stretching.
  var cross = 0.0
  /// Distance from the edge of the margin box to the baseline that is lined up.
  var ascent = 0.0
  /// The width to lay out with while the width of a wrapping column is computed, or `indefinite`.
  var overrideWidth = indefinite

  @inline(__always) var hypotheticalOuter: Double { hypothetical + mainBorderPadding + mainMargin }
  @inline(__always) var baseOuter: Double { base + mainBorderPadding + mainMargin }
  @inline(__always) var flexedBorderBox: Double { flexed + mainBorderPadding }
  @inline(__always) var flexedOuter: Double { flexed + mainBorderPadding + mainMargin }
}

/// One flex line.
struct FlexLine {
  var first: Int
  var count: Int
  var sumOfHypothetical = 0.0
  var sumOfBase = 0.0
  var freeSpace = 0.0
  var cross = 0.0
  var crossOffset = 0.0
  var majorBaseline = -Double.infinity
  var minorBaseline = -Double.infinity
  var autoMargins = 0
}

/// The cross size of a line as its items come in: those that share a baseline take the room above and below it together.
struct BaselineExtents {
  private(set) var cross = 0.0
  private(set) var majorAscent = -Double.infinity
  private(set) var minorAscent = -Double.infinity
  private var majorDescent = -Double.infinity
  private var minorDescent = -Double.infinity

  /// Adds an item that shares no baseline.
  @inline(__always) mutating func add(_ outer: Double) { cross = max(cross, outer) }

  /// Adds an item of outer cross size `outer`, with the distance to its baseline if it lines that up.
  mutating func add(_ outer: Double, ascent: Double?, isMajor: Bool) {
    guard let ascent else {
      cross = max(cross, outer)
      return
    }
    if isMajor {
      majorAscent = max(majorAscent, ascent)
      majorDescent = max(majorDescent, outer - ascent)
      cross = max(cross, majorAscent + majorDescent)
    } else {
      minorAscent = max(minorAscent, ascent)
      minorDescent = max(minorDescent, outer - ascent)
      cross = max(cross, minorAscent + minorDescent)
    }
  }
}

/// A container on its way through section 9: what all steps look at.
struct FlexContainer {
  let box: Int
  let bp: Strut
  let isColumn: Bool
  /// Breaks into lines.
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
  /// Its height is that of its line, and it was laid out without that height before.
  var wasMeasured = false
  /// It has its width from its content, and only then its height from that.
  var takesWidthFirst = false
  var firstItem = 0
  var itemCount = 0
  var firstLine = 0
  var lineCount = 0
  /// How many of the items have been made.
  var madeCount = 0
  /// Where the next line begins.
  var nextItem = 0

  init(_ engine: inout LayoutEngine, _ box: Int, bp: Strut, innerWidth: Double, innerHeight: Double) {
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

  /// Whether the cross size is known before the items are laid out; a width always is.
  @inline(__always) var isCrossDefinite: Bool { isColumn || innerHeight.isDefinite }
}
