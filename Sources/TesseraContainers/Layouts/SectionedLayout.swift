public import TesseraGeometry

/// Consecutive sections along an axis, each with its header, items and footer: the layout of tables, shelves, grids, flows and waterfalls.
/// A value.
public struct SectionedLayout: ListLayout, Hashable {
  public var axis: Axis
  /// Arrangement of sections.
  public var section: ListSection
  /// Arrangement of the sections with these indices, instead of ``section``.
  public var sections: [Int: ListSection]
  /// Gap between sections, logical units.
  public var sectionSpacing: Double
  /// Breadth of the content across the axis with its insets, logical units; nil means that of the viewport. Content that is broader than the
  /// viewport scrolls along both axes.
  public var contentBreadth: Double?

  /// Creates a layout.
  ///
  /// - Parameters:
  ///   - axis: scroll axis of the content.
  ///   - section: arrangement of sections.
  ///   - sections: arrangement of the sections with these indices instead.
  ///   - sectionSpacing: gap between sections, logical units.
  ///   - contentBreadth: breadth of the content across the axis, logical units; nil means that of the viewport.
  public init(
    _ axis: Axis = .vertical, section: ListSection = ListSection(), sections: [Int: ListSection] = [:], sectionSpacing: Double = 0,
    contentBreadth: Double? = nil
  ) {
    self.axis = axis
    self.section = section
    self.sections = sections
    self.sectionSpacing = sectionSpacing
    self.contentBreadth = contentBreadth
  }

  public var scrollAxes: Set<Axis> { contentBreadth == nil ? [axis] : Set(Axis.allCases) }

  public func makePlacement(_ metrics: ListMetrics) -> any ListPlacement { SectionedPlacement(self, metrics) }

  subscript(number: Int) -> ListSection { sections.isEmpty ? section : sections[number] ?? section }
}

extension ListLayout where Self == SectionedLayout {
  /// Returns a table: rows from top to bottom, as broad as the viewport.
  ///
  /// - Parameters:
  ///   - estimate: height of rows that are not measured yet, logical units.
  ///   - spacing: gap between rows, logical units.
  ///   - hasStickyHeaders: whether headers stick to the top while their section is visible.
  public static func table(estimate: Double = 44, spacing: Double = 0, hasStickyHeaders: Bool = false) -> SectionedLayout {
    SectionedLayout(
      .vertical,
      section: ListSection(.rows(length: .measured(estimate: estimate), spacing: spacing), header: .init(isSticky: hasStickyHeaders)))
  }

  /// Returns a horizontal row of items, as high as the viewport.
  public static func shelf(length: ElementLength = .measured(estimate: 120), spacing: Double = 0, insets: Insets = .zero) -> SectionedLayout
  {
    SectionedLayout(.horizontal, section: ListSection(.rows(length: length, spacing: spacing), insets: insets))
  }

  /// Returns a grid.
  public static func grid(_ grid: GridArrangement, axis: Axis = .vertical, insets: Insets = .zero) -> SectionedLayout {
    SectionedLayout(axis, section: ListSection(.grid(grid), insets: insets))
  }

  /// Returns a flow.
  public static func flow(_ flow: FlowArrangement, axis: Axis = .vertical, insets: Insets = .zero) -> SectionedLayout {
    SectionedLayout(axis, section: ListSection(.flow(flow), insets: insets))
  }

  /// Returns a waterfall.
  public static func waterfall(_ waterfall: WaterfallArrangement, axis: Axis = .vertical, insets: Insets = .zero) -> SectionedLayout {
    SectionedLayout(axis, section: ListSection(.waterfall(waterfall), insets: insets))
  }

  /// Returns a typical waterfall: as many columns as fit, with measured items.
  ///
  /// - Parameters:
  ///   - minimumBreadth: minimum breadth of a column, logical units; remaining space is shared among the columns.
  ///   - estimate: length of items and headers that are not measured yet, logical units.
  ///   - spacing: gap between columns, and between the items of a column, logical units.
  ///   - insets: insets around the items.
  public static func waterfall(
    minimumBreadth: Double, estimate: Double = 150, spacing: Double = 0, insets: Insets = .zero
  ) -> SectionedLayout {
    let length = ElementLength.measured(estimate: estimate)
    let columns = ColumnCount.minimumBreadth(minimumBreadth)
    return .waterfall(WaterfallArrangement(columns: columns, length: length, columnSpacing: spacing, itemSpacing: spacing), insets: insets)
  }

  /// Returns pages as large as the viewport, arranged along the axis.
  public static func pages(_ axis: Axis = .horizontal) -> SectionedLayout {
    SectionedLayout(axis, section: ListSection(.rows(length: .viewport(1))))
  }
}
