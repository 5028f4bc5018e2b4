public import TesseraGeometry

/// How one section of a ``SectionedLayout`` is arranged. A value.
public struct ListSection: Sendable, Hashable {
  /// What stands before or after the items.
  public struct Edge: Sendable, Hashable {
    /// How long it is.
    public var length: ElementLength
    /// Whether it stays at the edge of the viewport while a part of its section is seen.
    public var isSticky: Bool

    /// Makes an edge.
    public init(_ length: ElementLength = .measured(estimate: 32), isSticky: Bool = false) {
      self.length = length
      self.isSticky = isSticky
    }
  }

  /// A supplementary element that every item of a section has, such as a mark at its corner. Its size is given.
  public struct Badge: Sendable, Hashable {
    /// The kind that its node is made for.
    public var kind: String
    /// Its size, logical units.
    public var size: Size
    /// Which point of the item its middle lies on: 0, 0 is the top left corner, 1, 1 the bottom right one. From right to left, left is right.
    public var anchor: Point
    /// What is on top of what; items have 0.
    public var zIndex: Int

    /// Makes a badge.
    public init(_ kind: String, size: Size, anchor: Point = Point(1, 0), zIndex: Int = 1) {
      self.kind = kind
      self.size = size
      self.anchor = anchor
      self.zIndex = zIndex
    }
  }

  /// How the items are arranged.
  public var items: ItemArrangement
  /// Room around the items, between header and footer. A section without items has none.
  public var insets: Insets
  /// What stands before the items, where the data has one.
  public var header: Edge
  /// What stands after the items, where the data has one.
  public var footer: Edge
  /// The kind of a supplementary element that lies behind all items of the section, its insets included; nil for none.
  public var background: String?
  /// What every item has beside itself.
  public var badges: [Badge]

  /// Makes a section.
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
