public import TesseraGeometry

/// Arrangement of one section of a ``SectionedLayout``. A value.
public struct ListSection: Sendable, Hashable {
  /// Header or footer of a section.
  public struct Edge: Sendable, Hashable {
    /// Length along the axis.
    public var length: ElementLength
    /// Whether it sticks to the edge of the viewport while part of its section is visible.
    public var isSticky: Bool

    /// Creates an edge.
    public init(_ length: ElementLength = .measured(estimate: 32), isSticky: Bool = false) {
      self.length = length
      self.isSticky = isSticky
    }
  }

  /// Supplementary element on each item of a section, such as a mark at its corner. Its size is fixed.
  public struct Badge: Sendable, Hashable {
    /// Kind for which its node is created.
    public var kind: String
    /// Size, logical units.
    public var size: Size
    /// Point of the item at the badge's center: 0, 0 is the top left corner, 1, 1 the bottom right one. Mirrored in right-to-left layout.
    public var anchor: Point
    /// Stacking order; items have 0.
    public var zIndex: Int

    /// Creates a badge.
    public init(_ kind: String, size: Size, anchor: Point = Point(1, 0), zIndex: Int = 1) {
      self.kind = kind
      self.size = size
      self.anchor = anchor
      self.zIndex = zIndex
    }
  }

  /// Arrangement of the items.
  public var items: ItemArrangement
  /// Insets around the items, between header and footer. A section without items has none.
  public var insets: Insets
  /// Header, if the data has one.
  public var header: Edge
  /// Footer, if the data has one.
  public var footer: Edge
  /// Kind of a supplementary element behind all items of the section, insets included; nil for none.
  public var background: String?
  /// Badges of each item.
  public var badges: [Badge]

  /// Creates a section.
  public init(
    _ items: ItemArrangement = .rows(), insets: Insets = .zero, header: Edge = Edge(), footer: Edge = Edge(), background: String? = nil,
    badges: [Badge] = []
  ) {
    self.items = items
    self.insets = insets
    self.header = header
    self.footer = footer
    self.background = background
    self.badges = badges
  }
}
