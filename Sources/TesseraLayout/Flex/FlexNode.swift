import TesseraGeometry

/// An indefinite length.
///
/// Definite sizes are 0 or more, so negative numbers are free; compare with `isDefinite`.
let indefinite = -1.0
/// No upper limit.
let unlimited = Double.infinity
/// Largest length of computations; larger inputs are clamped to it, so that sums stay finite and precise.
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

/// Unresolved lengths at the four edges, with `start` and `end` resolved to sides.
struct PhysicalEdges {
  var left = PackedDimension.zero
  var top = PackedDimension.zero
  var right = PackedDimension.zero
  var bottom = PackedDimension.zero
}

/// Minimum and maximum size of an axis; the minimum overrides the maximum.
struct MinMax {
  var min: Double
  var max: Double
  @inline(__always) func clamp(_ v: Double) -> Double { Swift.max(min, Swift.min(v, max)) }
}

/// Meaning of `auto` for an axis of a box, set by its parent.
///
/// Source: the stretch rules of CSS Sizing and CSS Align.
enum AutoBehavior: UInt8 {
  /// The content size within the available space.
  case fitContent
  /// The available space; overrides an aspect ratio.
  case stretch
}

/// Constraint from a parent to a child; sizes are border boxes, `indefinite` if unknown.
///
/// Every field is part of the key of the size cache.
struct Constraint {
  var availableWidth = indefinite
  var availableHeight = indefinite
  /// Reference sizes of percentages.
  var percentWidth = indefinite
  var percentHeight = indefinite
  /// The available size is the size of the border box.
  var fixedWidth = false
  var fixedHeight = false
  /// The height never counts as definite for the content.
  ///
  /// Source: CSS Flexbox 1, section 9.8.
  var heightIsIndefiniteInside = false
  /// The box is stretched to a line whose height was not known at first: there was a first pass without a height.
  var hasFirstPass = false
  /// Widths inside the box were computed before the height was known.
  var widthsPrecedeHeight = false
  var autoWidth = AutoBehavior.fitContent
  var autoHeight = AutoBehavior.fitContent

  @inline(__always) var flags: UInt8 {
    (fixedWidth ? 1 : 0) | (fixedHeight ? 2 : 0) | (heightIsIndefiniteInside ? 4 : 0) | autoWidth.rawValue << 3 | autoHeight.rawValue << 4
      | (hasFirstPass ? 32 : 0) | (widthsPrecedeHeight ? 64 : 0)
  }

  /// The same constraint with an indefinite height, for percentages too.
  var withoutAnyHeight: Constraint {
    var s = withoutHeight
    s.percentHeight = indefinite
    return s
  }

  /// The same constraint with an indefinite height, as in the first pass.
  var withoutHeight: Constraint {
    var s = self
    s.fixedHeight = false
    s.availableHeight = indefinite
    s.hasFirstPass = false
    s.widthsPrecedeHeight = false
    return s
  }
}

/// A box in the engine's form: style sanitized, sides resolved, linked to the items of its parent.
///
/// Three cache lines, read on every visit, except for items described by a `FixedSizeItem`. Rarely used properties (gaps, insets, separate
/// padding and border) stay in the style.
struct FlexNode {
  /// In-flow children in `order`, then absolute ones: a range of the list of children.
  var firstChild: Int32 = 0
  var itemCount: Int32 = 0
  var absoluteCount: Int32 = 0
  /// Nearest ancestor with a box, or -1.
  var frameParent: Int32 = -1
  /// Index of the measure function, or -1.
  var measure: Int32 = -1
  /// Index among the non-empty boxes, which are worth caching.
  var slot: Int32 = 0

  var rightToLeft = false
  var isColumn = false
  var isReverse = false
  var wrap = FlexWrap.noWrap
  var position = LayoutPosition.relative
  var isContentBox = true
  var isScroll = false
  /// Whether its items keep their sizes: their `flexShrink` counts as 0.
  var itemsDoNotShrink = false
  var hasMargin = false
  /// The margins include a badge on a corner.
  var wrapsCorner = false
  var hasPercentPadding = false
  /// An inset is set.
  var hasInset = false
  /// The width of the content depends on its height: it contains an aspect ratio or a wrapping column.
  var widthDependsOnHeight = false
  /// Browsers compute the content width again once the height is definite.
  var contentDependsOnHeight = false
  /// Not laid out: `display: none`, or nested too deeply.
  var isSkipped = false
  /// The box has its own frame.
  var hasBox = false
  /// Size, limits and padding are in points (limits may be absent), so the width depends on nothing else.
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
  /// Width divided by height; 0 means no ratio.
  var ratio = 0.0
  var basis = PackedDimension.auto
  var width = PackedDimension.auto
  var height = PackedDimension.auto
  var minWidth = PackedDimension.auto
  var minHeight = PackedDimension.auto
  var maxWidth = PackedDimension.auto
  var maxHeight = PackedDimension.auto
  var margin = PhysicalEdges()
  /// Border and padding, without percentage padding.
  var borderPadding = ResolvedEdges()

  @inline(__always) var hasRatio: Bool { ratio > 0 }
  @inline(__always) var isMultiLine: Bool { wrap != .noWrap }
  /// Neither children nor content.
  @inline(__always) var isEmpty: Bool { measure < 0 && itemCount == 0 && absoluteCount == 0 }
}
