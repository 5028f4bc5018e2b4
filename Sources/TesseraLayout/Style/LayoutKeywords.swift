/// Role of a box in layout.
public enum LayoutDisplay: UInt8, Sendable, Hashable, CaseIterable {
  /// A flex container, the only kind of container.
  case flex
  /// Removed from layout: the box and its descendants have empty frames.
  case none
  /// The box itself is skipped; its children take part in the layout of its parent.
  case contents
}

/// Positioning scheme of a box.
public enum LayoutPosition: UInt8, Sendable, Hashable, CaseIterable {
  /// In the flow, then shifted by its insets; containing block of absolute descendants.
  case relative
  /// Out of the flow, positioned by its insets in the nearest ancestor that is not static.
  case absolute
  /// In the flow; insets do not apply.
  case `static`
}

/// Main axis of a container and its direction.
public enum FlexDirection: UInt8, Sendable, Hashable, CaseIterable {
  /// Along the line: left to right, or right to left.
  case row
  /// Against the line.
  case rowReverse
  /// Downwards.
  case column
  /// Upwards.
  case columnReverse

  /// Whether the main axis is horizontal.
  @inlinable public var isRow: Bool { rawValue < 2 }
  /// Whether items run from main end to main start.
  @inlinable public var isReverse: Bool { rawValue & 1 == 1 }
}

/// Whether a container breaks into lines.
public enum FlexWrap: UInt8, Sendable, Hashable, CaseIterable {
  /// One line, whatever its length.
  case noWrap
  /// As many lines as needed, stacked from cross start.
  case wrap
  /// As many lines as needed, stacked from cross end.
  case wrapReverse
  /// Not CSS: every item has its own line as wide as the container, and all lines overlap.
  ///
  /// Corresponds to a single grid cell.
  case overlay
}

/// Box that `width`, `height` and their limits refer to.
public enum BoxSizing: UInt8, Sendable, Hashable, CaseIterable {
  /// The content box; padding and border are added. The initial value of CSS.
  case contentBox
  /// The border box: padding and border are included.
  case borderBox
}

/// Overflow behaviour. Layout uses it only for the automatic minimum size and for shrinking of items.
public enum LayoutOverflow: UInt8, Sendable, Hashable, CaseIterable {
  /// Content may overflow visibly.
  case visible
  /// Content is clipped at the padding edge, without a scroll container: the automatic minimum size still applies.
  case clip
  /// Content is clipped; no automatic minimum size.
  case hidden
  /// Content scrolls; no automatic minimum size.
  ///
  /// Scrollbars take no space.
  case scroll
  /// As `scroll`.
  case auto
  /// As `scroll`, and items keep their main sizes: their `flexShrink` counts as 0. Not CSS: for nodes that scroll their subnodes, whose content
  /// may be longer than the node.
  case extend

  /// Whether the box is a scroll container: it has no automatic minimum size.
  @inlinable public var isScrollContainer: Bool { rawValue >= 2 }
}

/// Line direction of a box; inherited by descendants.
public enum WritingDirection: UInt8, Sendable, Hashable, CaseIterable {
  /// Direction of the parent; for the root, the direction argument of the layout.
  case inherit
  /// Left to right.
  case leftToRight
  /// Right to left.
  case rightToLeft
}

/// Base direction of a layout, for boxes that inherit.
public enum LayoutDirection: UInt8, Sendable, Hashable, CaseIterable {
  /// Left to right.
  case ltr
  /// Right to left.
  case rtl
}

/// Alignment of content that is larger than its space.
///
/// Source: CSS Box Alignment 3, section 4.4.
public enum OverflowAlignment: UInt8, Sendable, Hashable, CaseIterable {
  /// No keyword given: as `unsafe` in flex containers.
  case normal
  /// Falls back to `start`, so that nothing overflows the start edge.
  case safe
  /// Keeps the alignment; content may overflow on any side.
  case `unsafe`
}

/// Cross-axis alignment of items: `alignItems` and `alignSelf`.
///
/// Source: CSS Box Alignment 3, sections 4 and 6.
public struct ItemAlignment: Sendable, Hashable {
  /// Alignment keyword.
  public enum Keyword: UInt8, Sendable, Hashable, CaseIterable {
    /// The container's `alignItems`; only for `alignSelf`.
    case auto
    /// Behaves as `stretch` for items in the flow and as `start` for absolute ones.
    case normal
    /// Fills the line's cross size if the item's cross size is `auto`.
    case stretch
    /// Start of the container's lines.
    case start
    /// End of the container's lines.
    case end
    /// Cross start of the container, which `wrapReverse` swaps.
    case flexStart
    /// Cross end of the container, which `wrapReverse` swaps.
    case flexEnd
    /// Start of the item's own lines.
    case selfStart
    /// End of the item's own lines.
    case selfEnd
    /// In the middle.
    case center
    /// First baselines on one line.
    case baseline
    /// Last baselines on one line.
    case lastBaseline
  }

  /// Alignment keyword.
  public var keyword: Keyword
  /// Behaviour on overflow.
  public var overflow: OverflowAlignment

  /// Creates an alignment from a keyword and an overflow rule.
  @inlinable public init(_ keyword: Keyword, overflow: OverflowAlignment = .normal) {
    self.keyword = keyword
    self.overflow = overflow
  }

  /// The container's `alignItems`.
  public static let auto = ItemAlignment(.auto)
  /// As `stretch`.
  public static let normal = ItemAlignment(.normal)
  /// Fills the line's cross size.
  public static let stretch = ItemAlignment(.stretch)
  /// Start of the container's lines.
  public static let start = ItemAlignment(.start)
  /// End of the container's lines.
  public static let end = ItemAlignment(.end)
  /// Cross start of the container.
  public static let flexStart = ItemAlignment(.flexStart)
  /// Cross end of the container.
  public static let flexEnd = ItemAlignment(.flexEnd)
  /// Start of the item's own lines.
  public static let selfStart = ItemAlignment(.selfStart)
  /// End of the item's own lines.
  public static let selfEnd = ItemAlignment(.selfEnd)
  /// In the middle.
  public static let center = ItemAlignment(.center)
  /// First baselines on one line.
  public static let baseline = ItemAlignment(.baseline)
  /// Last baselines on one line.
  public static let lastBaseline = ItemAlignment(.lastBaseline)
  /// Returns `keyword`, falling back to `start` on overflow.
  public static func safe(_ keyword: Keyword) -> ItemAlignment { ItemAlignment(keyword, overflow: .safe) }
  /// Returns `keyword`, kept on overflow.
  public static func unsafe(_ keyword: Keyword) -> ItemAlignment { ItemAlignment(keyword, overflow: .unsafe) }
}

/// Distribution of free space: `justifyContent` among the items of a line, `alignContent` among lines.
///
/// Source: CSS Box Alignment 3, section 5.
public struct ContentAlignment: Sendable, Hashable {
  /// Alignment keyword.
  public enum Keyword: UInt8, Sendable, Hashable, CaseIterable {
    /// As `flexStart` on the main axis, as `stretch` on the cross axis.
    case normal
    /// Lines grow evenly; as `flexStart` on the main axis.
    case stretch
    /// Start of text lines (top, for columns).
    case start
    /// End of text lines (bottom, for columns).
    case end
    /// Main or cross start, which reversal swaps.
    case flexStart
    /// Main or cross end, which reversal swaps.
    case flexEnd
    /// In the middle.
    case center
    /// At the left; as `start` if the axis is vertical.
    case left
    /// At the right; as `start` if the axis is vertical.
    case right
    /// Space only between elements.
    case spaceBetween
    /// Half a space at both ends.
    case spaceAround
    /// A whole space at both ends.
    case spaceEvenly
    /// As `start`.
    case baseline
    /// As `end`.
    case lastBaseline
  }

  /// Alignment keyword.
  public var keyword: Keyword
  /// Behaviour on overflow.
  public var overflow: OverflowAlignment

  /// Creates an alignment from a keyword and an overflow rule.
  @inlinable public init(_ keyword: Keyword, overflow: OverflowAlignment = .normal) {
    self.keyword = keyword
    self.overflow = overflow
  }

  /// CSS's initial value.
  public static let normal = ContentAlignment(.normal)
  /// Lines grow evenly.
  public static let stretch = ContentAlignment(.stretch)
  /// Start of text lines.
  public static let start = ContentAlignment(.start)
  /// End of text lines.
  public static let end = ContentAlignment(.end)
  /// Main or cross start.
  public static let flexStart = ContentAlignment(.flexStart)
  /// Main or cross end.
  public static let flexEnd = ContentAlignment(.flexEnd)
  /// In the middle.
  public static let center = ContentAlignment(.center)
  /// At the left.
  public static let left = ContentAlignment(.left)
  /// At the right.
  public static let right = ContentAlignment(.right)
  /// Space only between elements.
  public static let spaceBetween = ContentAlignment(.spaceBetween)
  /// Half a space at both ends.
  public static let spaceAround = ContentAlignment(.spaceAround)
  /// A whole space at both ends.
  public static let spaceEvenly = ContentAlignment(.spaceEvenly)
  /// As `start`.
  public static let baseline = ContentAlignment(.baseline)
  /// As `end`.
  public static let lastBaseline = ContentAlignment(.lastBaseline)
  /// Returns `keyword`, falling back to `start` on overflow.
  public static func safe(_ keyword: Keyword) -> ContentAlignment { ContentAlignment(keyword, overflow: .safe) }
  /// Returns `keyword`, kept on overflow.
  public static func unsafe(_ keyword: Keyword) -> ContentAlignment { ContentAlignment(keyword, overflow: .unsafe) }
}
