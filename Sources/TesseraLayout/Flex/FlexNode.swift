import TesseraGeometry

/// An unknown length.
///
/// All known sizes are 0 or more, so a negative number is free; comparisons use `isDefinite`.
let indefinite = -1.0
/// No upper limit.
let unlimited = Double.infinity
/// The largest length the engine computes with; larger inputs are cut to it, so that sums stay finite and exact enough.
let largestLength = 1e9

extension Double {
  @inline(__always) var isDefinite: Bool { self >= 0 }
  @inline(__always) var clampedAtZero: Double { self > 0 ? self : 0 }
}

/// Resolved distances at the four edges.
struct Strut {
  var left = 0.0
  var top = 0.0
  var right = 0.0
  var bottom = 0.0
  @inline(__always) var width: Double { left + right }
  @inline(__always) var height: Double { top + bottom }
  @inline(__always) static func + (a: Strut, b: Strut) -> Strut {
    Strut(left: a.left + b.left, top: a.top + b.top, right: a.right + b.right, bottom: a.bottom + b.bottom)
  }
}

/// Unresolved lengths at the four edges, after `start` and `end` have been given their sides.
struct PhysicalEdges {
  var left = PackedDimension.zero
  var top = PackedDimension.zero
  var right = PackedDimension.zero
  var bottom = PackedDimension.zero
}

/// The smallest and largest size of an axis; the smallest wins.
struct MinMax {
  var min: Double
  var max: Double
  @inline(__always) func clamp(_ v: Double) -> Double { Swift.max(min, Swift.min(v, max)) }
}

/// What `auto` means for an axis of a box whose parent has an opinion.
///
/// Source: the stretch rules of CSS Sizing and CSS Align.
enum AutoBehavior: UInt8 {
  /// As large as the content, within the space.
  case fitContent
  /// The space: wins over an aspect ratio.
  case stretch
}

/// What a parent tells a child about its space; sizes are border boxes, `indefinite` where unknown.
struct Space {
  var availableWidth = indefinite
  var availableHeight = indefinite
  /// What percentages refer to.
  var percentWidth = indefinite
  var percentHeight = indefinite
  /// The available size is the size of the border box.
  var fixedWidth = false
  var fixedHeight = false
  /// The height, whatever it is, does not count as known for what is inside.
  ///
  /// Source: CSS Flexbox 1, section 9.8.
  var heightIsIndefiniteInside = false
  /// The box is stretched along a line whose height was not known at first: what is inside was laid out before, without a height.
  var wasMeasured = false
  /// What is inside was asked for its widths before the height was known.
  var tookWidthsFirst = false
  var autoWidth = AutoBehavior.fitContent
  var autoHeight = AutoBehavior.fitContent

  @inline(__always) var flags: UInt8 {
    (fixedWidth ? 1 : 0) | (fixedHeight ? 2 : 0) | (heightIsIndefiniteInside ? 4 : 0) | autoWidth.rawValue << 3 | autoHeight.rawValue << 4
      | (wasMeasured ? 32 : 0) | (tookWidthsFirst ? 64 : 0)
  }

  /// The same space before there was a height for percentages either.
  var beforeHeight: Space {
    var s = withoutHeight
    s.percentHeight = indefinite
    return s
  }

  /// The same space before anything was known of the height.
  var withoutHeight: Space {
    var s = self
    s.fixedHeight = false
    s.availableHeight = indefinite
    s.wasMeasured = false
    s.tookWidthsFirst = false
    return s
  }
}

/// A box as the engine sees it: its style with bad values put right, sides resolved, and its place among the items of its parent.
///
/// Three cache lines, read on every visit but those of a row or column whose item the `ItemBrief` speaks for. What is rarely asked for (gaps,
/// insets, the parts of padding and border) stays in the style.
struct FlexNode {
  /// In-flow children in `order`, then absolute ones: a range of the list of children.
  var firstChild: Int32 = 0
  var itemCount: Int32 = 0
  var absoluteCount: Int32 = 0
  /// Nearest ancestor with a box, or -1.
  var frameParent: Int32 = -1
  /// Index of the measuring closure, or -1.
  var measure: Int32 = -1
  /// Number among the boxes with something inside: of these an answer is worth remembering.
  var slot: Int32 = 0

  var rightToLeft = false
  var isColumn = false
  var isReverse = false
  var wrap = FlexWrap.noWrap
  var position = LayoutPosition.relative
  var isContentBox = true
  var isScroll = false
  /// Whether its items do not shrink.
  var keepsItems = false
  var hasMargin = false
  /// Its margins are more than those of its style: what sits on its corner has room in them.
  var hasOverhang = false
  var hasPercentPadding = false
  /// An inset is set.
  var hasInset = false
  /// The width of the content depends on its height: an aspect ratio or a wrapping column is somewhere inside.
  var widthDependsOnHeight = false
  /// A browser takes the width of the content for one that depends on the height: only then does it look again when a height is known.
  var contentLooksAtHeight = false
  /// Nothing to lay out: no display, or nested too deeply.
  var isGone = false
  /// The box exists: it has a frame of its own.
  var hasBox = false
  /// The size is in points, its limits too or absent, and so is the padding: it depends on nothing else.
  var hasPlainWidth = false
  var hasPlainHeight = false
  /// The height or one of its limits is a percentage.
  var hasPercentHeight = false
  /// The height or one of its limits is `stretch`.
  var hasStretchHeight = false
  var justifyContent = ContentAlignment.normal
  var alignContent = ContentAlignment.normal
  var alignItems = ItemAlignment.normal
  var alignSelf = ItemAlignment.auto

  var grow = 0.0
  var shrink = 0.0
  /// Width divided by height; 0 is none.
  var ratio = 0.0
  var basis = PackedDimension.auto
  var width = PackedDimension.auto
  var height = PackedDimension.auto
  var minWidth = PackedDimension.auto
  var minHeight = PackedDimension.auto
  var maxWidth = PackedDimension.auto
  var maxHeight = PackedDimension.auto
  var margin = PhysicalEdges()
  /// Border, and padding too unless it has percentages.
  var borderPadding = Strut()

  @inline(__always) var hasRatio: Bool { ratio > 0 }
  @inline(__always) var isMultiLine: Bool { wrap != .noWrap }
  /// Neither children nor content.
  @inline(__always) var isEmpty: Bool { measure < 0 && itemCount == 0 && absoluteCount == 0 }
}

extension PackedDimension {
  @inline(__always) var isPoints: Bool { !isPacked }
  @inline(__always) var points: Double { Double(bitPattern: bits) }
  @inline(__always) var tag: UInt64 { bits >> 32 & 0xFF }
  @inline(__always) var isPercent: Bool { isPacked && tag == 2 }
  @inline(__always) var percent: Double { Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) }
  @inline(__always) var isStretch: Bool { isPacked && tag == 6 }
  /// One of min-content, max-content and fit-content.
  @inline(__always) var isContentKeyword: Bool { isPacked && tag >= 3 && tag <= 5 }
  @inline(__always) static var minContentWord: PackedDimension { PackedDimension(tag: 3) }
  @inline(__always) static var maxContentWord: PackedDimension { PackedDimension(tag: 4) }
  @inline(__always) static var fitContentWord: PackedDimension { PackedDimension(tag: 5) }
  @inline(__always) static var stretchWord: PackedDimension { PackedDimension(tag: 6) }

  /// A size, minimum or maximum: what makes no sense is as if it were not set, as an invalid declaration in CSS.
  @inline(__always) var sanitizedSize: PackedDimension {
    if isAuto { return self }
    if !isPacked {
      let v = points
      if v >= 0 { return v > largestLength ? PackedDimension(.points(largestLength)) : self }
      return .auto
    }
    if isUnset { return .auto }
    if tag == 2 {
      let v = percent
      return v >= 0 && v.isFinite ? self : .auto
    }
    return self
  }

  /// A margin or inset: may be negative; NaN is 0.
  @inline(__always) var sanitizedOffset: PackedDimension {
    if isZero || isAuto { return self }
    if !isPacked {
      let v = points
      if v.isNaN { return .zero }
      return abs(v) > largestLength ? PackedDimension(.points(v < 0 ? -largestLength : largestLength)) : self
    }
    if tag == 2 { return percent.isFinite ? self : .zero }
    return .zero
  }

  /// Padding, border or gap: points or percent, 0 or more; everything else is 0.
  @inline(__always) var sanitizedThickness: PackedDimension {
    if isZero { return self }
    if !isPacked {
      let v = points
      if v > 0 { return v > largestLength ? PackedDimension(.points(largestLength)) : self }
      return .zero
    }
    if tag == 2, percent > 0, percent.isFinite { return self }
    return .zero
  }

  /// Returns the length against `whole`; automatic and unknown percentages are 0.
  @inline(__always) func resolved(_ whole: Double) -> Double {
    if !isPacked { return points }
    if tag == 2, whole.isDefinite { return percent * whole / 100 }
    return 0
  }
}
