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
struct ResolvedEdges {
  var left = 0.0
  var top = 0.0
  var right = 0.0
  var bottom = 0.0
  @inline(__always) var width: Double { left + right }
  @inline(__always) var height: Double { top + bottom }
  @inline(__always) static func + (a: ResolvedEdges, b: ResolvedEdges) -> ResolvedEdges {
    ResolvedEdges(left: a.left + b.left, top: a.top + b.top, right: a.right + b.right, bottom: a.bottom + b.bottom)
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

/// The constraint a parent gives a child; sizes are border boxes, `indefinite` where unknown.
///
/// Every field is part of the key of the size cache.
struct Constraint {
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
  /// The box is stretched along a line whose height was not known at first: there was a first pass, without a height.
  var hasFirstPass = false
  /// The widths of what is inside were computed before the height was known.
  var widthsPrecedeHeight = false
  var autoWidth = AutoBehavior.fitContent
  var autoHeight = AutoBehavior.fitContent

  @inline(__always) var flags: UInt8 {
    (fixedWidth ? 1 : 0) | (fixedHeight ? 2 : 0) | (heightIsIndefiniteInside ? 4 : 0) | autoWidth.rawValue << 3 | autoHeight.rawValue << 4
      | (hasFirstPass ? 32 : 0) | (widthsPrecedeHeight ? 64 : 0)
  }

  /// The same constraint with the height unknown for percentages too.
  var withoutAnyHeight: Constraint {
    var s = withoutHeight
    s.percentHeight = indefinite
    return s
  }

  /// The same constraint with the height unknown: that of the first pass.
  var withoutHeight: Constraint {
    var s = self
    s.fixedHeight = false
    s.availableHeight = indefinite
    s.hasFirstPass = false
    s.widthsPrecedeHeight = false
    return s
  }
}

/// A box as the engine sees it: its style with bad values put right, sides resolved, and its place among the items of its parent.
///
/// Three cache lines, read on every visit but those of items that a `FixedSizeItem` describes. What is rarely asked for (gaps,
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
  /// Number among the boxes with something inside, which are worth caching.
  var slot: Int32 = 0

  var rightToLeft = false
  var isColumn = false
  var isReverse = false
  var wrap = FlexWrap.noWrap
  var position = LayoutPosition.relative
  var isContentBox = true
  var isScroll = false
  /// Whether its items do not shrink.
  var itemsDoNotShrink = false
  var hasMargin = false
  /// Its margins include what sits on its corner.
  var wrapsCorner = false
  var hasPercentPadding = false
  /// An inset is set.
  var hasInset = false
  /// The width of the content depends on its height: an aspect ratio or a wrapping column is somewhere inside.
  var widthDependsOnHeight = false
  /// Browsers compute the width of the content again when a height is known.
  var contentDependsOnHeight = false
  /// Not laid out: no display, or nested too deeply.
  var isSkipped = false
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
  var borderPadding = ResolvedEdges()

  @inline(__always) var hasRatio: Bool { ratio > 0 }
  @inline(__always) var isMultiLine: Bool { wrap != .noWrap }
  /// Neither children nor content.
  @inline(__always) var isEmpty: Bool { measure < 0 && itemCount == 0 && absoluteCount == 0 }
}
