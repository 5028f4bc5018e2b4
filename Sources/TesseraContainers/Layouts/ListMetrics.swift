public import TesseraGeometry

/// What a layout has to know of a list and of its viewport. A value.
public struct ListMetrics: Sendable, Equatable {
  /// One section.
  public struct Section: Sendable, Equatable {
    /// How many items it has.
    public var count: Int
    /// Whether something stands before its items.
    public var hasHeader: Bool
    /// Whether something stands after its items.
    public var hasFooter: Bool

    /// Makes a section; a negative count is 0.
    public init(_ count: Int, hasHeader: Bool = false, hasFooter: Bool = false) {
      self.count = max(0, count)
      self.hasHeader = hasHeader
      self.hasFooter = hasFooter
    }
  }

  /// The size of the viewport, logical units.
  public var viewport: Size
  /// Room around all content, which is part of the content.
  public var insets: Insets
  /// Whether lines run from right to left.
  public var isRightToLeft: Bool
  /// Device pixels in a logical unit: edges lie on pixels where a layout decides about them.
  public var scale: Double
  /// The sections.
  public var sections: [Section]

  /// Makes metrics. Sizes and insets that are not finite or negative count as 0, and a scale that is none as 1.
  public init(
    viewport: Size, insets: Insets = .zero, isRightToLeft: Bool = false, scale: Double = 1, sections: [Section]
  ) {
    func ok(_ value: Double) -> Double { value > 0 ? min(value, Self.longest) : 0 }
    self.viewport = Size(ok(viewport.width), ok(viewport.height))
    self.insets = Insets(top: ok(insets.top), right: ok(insets.right), bottom: ok(insets.bottom), left: ok(insets.left))
    self.isRightToLeft = isRightToLeft
    self.scale = scale > 0 && scale.isFinite ? scale : 1
    self.sections = sections
  }

  /// The longest that anything is taken to be, logical units.
  static let longest = 1e6
}
