/// How a box takes part in layout.
public enum LayoutDisplay: UInt8, Sendable, Hashable, CaseIterable {
  /// A flex container, the only kind of container there is.
  case flex
  /// No box: it and everything below it have an empty frame.
  case none
  /// No box of its own; its children take part in the layout of its parent.
  case contents
}

/// How a box is positioned.
public enum LayoutPosition: UInt8, Sendable, Hashable, CaseIterable {
  /// In the flow, then moved by its insets; containing block of absolute boxes below it.
  case relative
  /// Out of the flow, placed by its insets in the nearest ancestor that is not static.
  case absolute
  /// In the flow; insets do not apply.
  case `static`
}

/// The main axis of a container and its sense.
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
  /// As many lines as it takes, stacked from cross start.
  case wrap
  /// As many lines as it takes, stacked from cross end.
  case wrapReverse
  /// Not CSS: every item is alone on a line as wide as the container, and all lines lie over one another.
  ///
  /// What grid calls one cell.
  case overlay
}

/// What lengths of `width`, `height` and their limits measure.
public enum BoxSizing: UInt8, Sendable, Hashable, CaseIterable {
  /// The content; padding and border come on top.
  ///
  /// CSS's initial value.
  case contentBox
  /// The whole box with padding and border.
  case borderBox
}

/// What happens with content that does not fit: here only whether the automatic minimum size applies, and whether items shrink.
public enum LayoutOverflow: UInt8, Sendable, Hashable, CaseIterable {
  /// Content may stick out.
  case visible
  /// Content is cut off at the padding edge, without becoming a scroll container: the automatic minimum size still applies.
  case clip
  /// Content is cut off; no automatic minimum size.
  case hidden
  /// Content scrolls; no automatic minimum size.
  ///
  /// Scrollbars take no room.
  case scroll
  /// As `scroll`.
  case auto
  /// As `scroll`, and items keep their sizes along the main axis: their `flexShrink` counts as 0. Not in CSS: what a node that scrolls its
  /// subnodes wants, whose content is to be longer than itself.
  case extend

  /// Whether the box is a scroll container: it has no automatic minimum size.
  @inlinable public var isScrollContainer: Bool { rawValue >= 2 }
}

/// The direction of lines of a box, inherited by what is below it.
public enum WritingDirection: UInt8, Sendable, Hashable, CaseIterable {
  /// As the parent; at the root what the caller of the layout says.
  case inherit
  /// Left to right.
  case leftToRight
  /// Right to left.
  case rightToLeft
}

/// The direction that a layout starts from.
public enum LayoutDirection: UInt8, Sendable, Hashable, CaseIterable {
  /// Left to right.
  case ltr
  /// Right to left.
  case rtl
}

/// What an alignment does where the content is larger than the space.
///
/// Source: CSS Box Alignment 3, section 4.4.
public enum OverflowAlignment: UInt8, Sendable, Hashable, CaseIterable {
  /// As written without a word: like `unsafe` in flex containers.
  case normal
  /// Falls back to `start`, so that nothing sticks out beyond the start edge.
  case safe
  /// Keeps the alignment and lets content stick out on any side.
  case `unsafe`
}

/// How items stand across the main axis: `alignItems` and `alignSelf`.
///
/// Source: CSS Box Alignment 3, sections 4 and 6.
public struct ItemAlignment: Sendable, Hashable {
  /// The word itself.
  public enum Keyword: UInt8, Sendable, Hashable, CaseIterable {
    /// As the container's `alignItems` says; only for `alignSelf`.
    case auto
    /// Behaves as `stretch` for items in the flow and as `start` for absolute ones.
    case normal
    /// As high (or wide) as the line, where the item's size is `auto`.
    case stretch
    /// Where the container's lines start.
    case start
    /// Where the container's lines end.
    case end
    /// Cross start of the container, which `wrapReverse` swaps.
    case flexStart
    /// Cross end of the container, which `wrapReverse` swaps.
    case flexEnd
    /// Where the item's own lines start.
    case selfStart
    /// Where the item's own lines end.
    case selfEnd
    /// In the middle.
    case center
    /// First baselines on one line.
    case baseline
    /// Last baselines on one line.
    case lastBaseline
  }

  /// The word itself.
  public var keyword: Keyword
  /// What happens on overflow.
  public var overflow: OverflowAlignment

  /// Makes an alignment from its word and overflow rule.
  @inlinable public init(_ keyword: Keyword, overflow: OverflowAlignment = .normal) {
    self.keyword = keyword
    self.overflow = overflow
  }

  /// As the container's `alignItems` says.
  public static let auto = ItemAlignment(.auto)
  /// As `stretch`.
  public static let normal = ItemAlignment(.normal)
  /// As high (or wide) as the line.
  public static let stretch = ItemAlignment(.stretch)
  /// Where the container's lines start.
  public static let start = ItemAlignment(.start)
  /// Where the container's lines end.
  public static let end = ItemAlignment(.end)
  /// Cross start of the container.
  public static let flexStart = ItemAlignment(.flexStart)
  /// Cross end of the container.
  public static let flexEnd = ItemAlignment(.flexEnd)
  /// Where the item's own lines start.
  public static let selfStart = ItemAlignment(.selfStart)
  /// Where the item's own lines end.
  public static let selfEnd = ItemAlignment(.selfEnd)
  /// In the middle.
  public static let center = ItemAlignment(.center)
  /// First baselines on one line.
  public static let baseline = ItemAlignment(.baseline)
  /// Last baselines on one line.
  public static let lastBaseline = ItemAlignment(.lastBaseline)
  /// Returns `keyword`, falling back to `start` on overflow.
  public static func safe(_ keyword: Keyword) -> ItemAlignment { ItemAlignment(keyword, overflow: .safe) }
  /// Returns `keyword`, whatever sticks out.
  public static func unsafe(_ keyword: Keyword) -> ItemAlignment { ItemAlignment(keyword, overflow: .unsafe) }
}

/// How free space is given out: `justifyContent` among the items of a line, `alignContent` among lines.
///
/// Source: CSS Box Alignment 3, section 5.
public struct ContentAlignment: Sendable, Hashable {
  /// The word itself.
  public enum Keyword: UInt8, Sendable, Hashable, CaseIterable {
    /// As `flexStart` along the main axis, as `stretch` across it.
    case normal
    /// Lines grow evenly; along the main axis as `flexStart`.
    case stretch
    /// Where lines of text start (top, for columns).
    case start
    /// Where lines of text end (bottom, for columns).
    case end
    /// Main or cross start, which reversal swaps.
    case flexStart
    /// Main or cross end, which reversal swaps.
    case flexEnd
    /// In the middle.
    case center
    /// At the left; as `start` where the axis is vertical.
    case left
    /// At the right; as `start` where the axis is vertical.
    case right
    /// Space only in between.
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

  /// The word itself.
  public var keyword: Keyword
  /// What happens on overflow.
  public var overflow: OverflowAlignment

  /// Makes an alignment from its word and overflow rule.
  @inlinable public init(_ keyword: Keyword, overflow: OverflowAlignment = .normal) {
    self.keyword = keyword
    self.overflow = overflow
  }

  /// CSS's initial value.
  public static let normal = ContentAlignment(.normal)
  /// Lines grow evenly.
  public static let stretch = ContentAlignment(.stretch)
  /// Where lines of text start.
  public static let start = ContentAlignment(.start)
  /// Where lines of text end.
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
  /// Space only in between.
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
  /// Returns `keyword`, whatever sticks out.
  public static func unsafe(_ keyword: Keyword) -> ContentAlignment { ContentAlignment(keyword, overflow: .unsafe) }
}
