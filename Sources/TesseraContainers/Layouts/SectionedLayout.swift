public import TesseraGeometry

/// Sections one after the other along an axis, each with its header, its items and its footer: the layout of tables, shelves, grids, flows
/// and waterfalls. A value.
public struct SectionedLayout: ListLayout, Hashable {
  public var axis: Axis
  /// How sections are arranged.
  public var section: ListSection
  /// How the sections with these numbers are arranged, where not as ``section``.
  public var sections: [Int: ListSection]
  /// Room between sections.
  public var sectionSpacing: Double

  /// Makes a layout.
  ///
  /// - Parameters:
  ///   - axis: along which the content moves.
  ///   - section: how sections are arranged.
  ///   - sections: how the sections with these numbers are arranged instead.
  ///   - sectionSpacing: room between sections.
  public init(
    _ axis: Axis = .vertical, section: ListSection = ListSection(), sections: [Int: ListSection] = [:], sectionSpacing: Double = 0
  ) {
    self.axis = axis
    self.section = section
    self.sections = sections
    self.sectionSpacing = sectionSpacing
  }

  public func makePlacement(_ metrics: ListMetrics) -> any ListPlacement { SectionedPlacement(self, metrics) }

  subscript(number: Int) -> ListSection { sections.isEmpty ? section : sections[number] ?? section }
}

extension ListLayout where Self == SectionedLayout {
  /// Rows below one another, as broad as the viewport.
  ///
  /// - Parameters:
  ///   - estimate: how high rows are taken to be that are not measured yet.
  ///   - spacing: room between rows.
  ///   - hasStickyHeaders: whether headers stay at the top while their section is seen.
  public static func table(estimate: Double = 44, spacing: Double = 0, hasStickyHeaders: Bool = false) -> SectionedLayout {
    SectionedLayout(
      .vertical,
      section: ListSection(.rows(length: .measured(estimate: estimate), spacing: spacing), header: .init(isSticky: hasStickyHeaders)))
  }

  /// Items beside one another, as high as the viewport.
  public static func shelf(length: ElementLength = .measured(estimate: 120), spacing: Double = 0, insets: Insets = .zero) -> SectionedLayout
  {
    SectionedLayout(.horizontal, section: ListSection(.rows(length: length, spacing: spacing), insets: insets))
  }

  /// A grid.
  public static func grid(_ grid: GridArrangement, axis: Axis = .vertical, insets: Insets = .zero) -> SectionedLayout {
    SectionedLayout(axis, section: ListSection(.grid(grid), insets: insets))
  }

  /// A flow.
  public static func flow(_ flow: FlowArrangement, axis: Axis = .vertical, insets: Insets = .zero) -> SectionedLayout {
    SectionedLayout(axis, section: ListSection(.flow(flow), insets: insets))
  }

  /// A waterfall.
  public static func waterfall(_ waterfall: WaterfallArrangement, axis: Axis = .vertical, insets: Insets = .zero) -> SectionedLayout {
    SectionedLayout(axis, section: ListSection(.waterfall(waterfall), insets: insets))
  }

  /// A waterfall as most are: as many columns as there is room for, items as long as they want to be.
  ///
  /// - Parameters:
  ///   - minimumBreadth: of a column, logical units; what is left over is shared among them.
  ///   - estimate: how long items, and headers, are taken to be that are not measured yet.
  ///   - spacing: room between columns, and between the items of one.
  ///   - insets: room around the items.
  public static func waterfall(
    minimumBreadth: Double, estimate: Double = 150, spacing: Double = 0, insets: Insets = .zero
  ) -> SectionedLayout {
    let length = ElementLength.measured(estimate: estimate)
    let columns = ColumnCount.minimumBreadth(minimumBreadth)
    return .waterfall(WaterfallArrangement(columns: columns, length: length, columnSpacing: spacing, itemSpacing: spacing), insets: insets)
  }

  /// Pages as large as the viewport, beside or below one another.
  public static func pages(_ axis: Axis = .horizontal) -> SectionedLayout {
    SectionedLayout(axis, section: ListSection(.rows(length: .viewport(1))))
  }
}
