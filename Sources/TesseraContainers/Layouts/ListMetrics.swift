public import TesseraGeometry

/// Input of a layout: sections of a list and its viewport. A value.
public struct ListMetrics: Sendable, Equatable {
  /// Counts of one section.
  public struct Section: Sendable, Equatable {
    /// Number of items.
    public var count: Int
    /// Whether it has a header.
    public var hasHeader: Bool
    /// Whether it has a footer.
    public var hasFooter: Bool

    /// Creates a section; a negative count is treated as 0.
    public init(_ count: Int, hasHeader: Bool = false, hasFooter: Bool = false) {
      self.count = max(0, count)
      self.hasHeader = hasHeader
      self.hasFooter = hasFooter
    }
  }

  /// Size of the viewport, logical units.
  public var viewport: Size
  /// Insets around all content; part of the content.
  public var insets: Insets
  /// Whether lines run from right to left.
  public var isRightToLeft: Bool
  /// Device pixels in a logical unit. Edges that a layout computes are aligned to pixels.
  public var scale: Double
  /// Sections of the list.
  public var sections: [Section]

  /// Creates metrics. Infinite, NaN and negative sizes and insets are treated as 0, and an invalid scale as 1.
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

  /// Maximum length of any part, logical units.
  static let longest = 1e6
}
