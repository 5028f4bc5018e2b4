public import TesseraGeometry

/// Length of an item, header or footer along the list's axis.
public enum ElementLength: Sendable, Hashable {
  /// Length in logical units, independent of the node's content.
  case fixed(Double)
  /// Multiple of the breadth, independent of the node's content: 0.75 is an image of 4 by 3 in a vertical list.
  case ratio(Double)
  /// Fraction of the viewport, independent of the node's content: 1 is a page.
  case viewport(Double)
  /// Measured length of the node; `estimate` until it is measured.
  case measured(estimate: Double)
}

/// Number of columns across the list's axis; in a horizontal list these are rows.
public enum ColumnCount: Sendable, Hashable {
  /// This number of columns, at least 1.
  case fixed(Int)
  /// As many columns as fit with at least this breadth, at least 1.
  case minimumBreadth(Double)

  func count(in breadth: Double, spacing: Double) -> Int {
    switch self {
    case .fixed(let count): return max(1, min(count, 10_000))
    case .minimumBreadth(let least):
      guard least.isFinite, least > 0, least + spacing > 0 else { return 1 }
      return max(1, Int(min(10_000, ((breadth + spacing) / (least + spacing) + 1e-9).rounded(.down))))
    }
  }
}

/// Number of grid columns that each item spans.
public enum ColumnSpans: Sendable, Hashable {
  /// One column each.
  case none
  /// Spans of the items of a section, repeated from the first item.
  case pattern([Int])
  /// Spans of the items with these indices in their section; others span one column.
  case items([Int: Int])

  /// Returns the number of columns that `item` spans, of `columns`.
  func span(_ item: Int, of columns: Int) -> Int {
    switch self {
    case .none: 1
    case .pattern(let spans): spans.isEmpty ? 1 : max(1, min(columns, spans[item % spans.count]))
    case .items(let spans): max(1, min(columns, spans[item] ?? 1))
    }
  }
}

/// Arrangement of the items of one section.
public enum ItemArrangement: Sendable, Hashable {
  /// Consecutive items, each as broad as the section: rows of a table or, in a horizontal list, a shelf.
  case rows(length: ElementLength = .measured(estimate: 44), spacing: Double = 0)
  /// Lines of a fixed number of columns. If lengths are measured, a line is as long as its longest item.
  case grid(GridArrangement)
  /// Lines that wrap if the next item does not fit; each item has its measured size.
  case flow(FlowArrangement)
  /// Columns; each item is added to the shortest column.
  case waterfall(WaterfallArrangement)
}

/// Settings of a grid.
public struct GridArrangement: Sendable, Hashable {
  /// Number of columns.
  public var columns: ColumnCount
  /// Length of the items.
  public var length: ElementLength
  /// Number of columns that each item spans.
  public var spans: ColumnSpans
  /// Gap between columns, logical units.
  public var columnSpacing: Double
  /// Gap between lines, logical units.
  public var lineSpacing: Double

  /// Creates a grid.
  public init(
    columns: ColumnCount, length: ElementLength = .ratio(1), spans: ColumnSpans = .none, columnSpacing: Double = 0, lineSpacing: Double = 0
  ) {
    self.columns = columns
    self.length = length
    self.spans = spans
    self.columnSpacing = columnSpacing
    self.lineSpacing = lineSpacing
  }
}

/// Settings of a flow.
public struct FlowArrangement: Sendable, Hashable {
  /// Alignment of the items in their line.
  public enum Justify: String, Sendable, Hashable, CaseIterable {
    /// At the start of the line.
    case start
    /// In the middle of the line.
    case center
    /// At the end of the line.
    case end
    /// Spread over the line; the last line is aligned to its start.
    case spread
  }

  /// Alignment, along the list's axis, of items that are shorter than their line.
  public enum Align: String, Sendable, Hashable, CaseIterable {
    /// At the start of the line.
    case start
    /// In the middle of the line.
    case center
    /// At the end of the line.
    case end
    /// Items are stretched to the length of the line.
    case stretch
  }

  /// Size of items that are not measured yet, logical units.
  public var estimatedSize: Size
  /// Whether all items have exactly the estimated size.
  public var isFixed: Bool
  /// Gap between the items of a line, logical units.
  public var itemSpacing: Double
  /// Gap between lines, logical units.
  public var lineSpacing: Double
  /// Alignment of items in their line.
  public var justify: Justify
  /// Alignment of items that are shorter than their line.
  public var align: Align

  /// Creates a flow.
  public init(
    estimatedSize: Size, isFixed: Bool = false, itemSpacing: Double = 0, lineSpacing: Double = 0, justify: Justify = .start,
    align: Align = .start
  ) {
    self.estimatedSize = estimatedSize
    self.isFixed = isFixed
    self.itemSpacing = itemSpacing
    self.lineSpacing = lineSpacing
    self.justify = justify
    self.align = align
  }
}

/// Settings of a waterfall.
public struct WaterfallArrangement: Sendable, Hashable {
  /// Number of columns.
  public var columns: ColumnCount
  /// Length of the items.
  public var length: ElementLength
  /// Gap between columns, logical units.
  public var columnSpacing: Double
  /// Gap between the items of a column, logical units.
  public var itemSpacing: Double

  /// Creates a waterfall.
  public init(
    columns: ColumnCount, length: ElementLength = .measured(estimate: 150), columnSpacing: Double = 0, itemSpacing: Double = 0
  ) {
    self.columns = columns
    self.length = length
    self.columnSpacing = columnSpacing
    self.itemSpacing = itemSpacing
  }
}
