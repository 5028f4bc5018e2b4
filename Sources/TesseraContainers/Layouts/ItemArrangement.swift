public import TesseraGeometry

/// How far an item, header or footer reaches along the axis of its list.
public enum ElementLength: Sendable, Hashable {
  /// So many logical units, whatever its node wants.
  case fixed(Double)
  /// So much for each unit of its breadth, whatever its node wants: 0.75 is a picture of 4 by 3 in a vertical list.
  case ratio(Double)
  /// So much of the viewport, whatever its node wants: 1 is a page.
  case viewport(Double)
  /// What its node wants; taken to be `estimate` until that is known.
  case measured(estimate: Double)
}

/// How many columns stand side by side across the axis of a list; in a horizontal list these are rows.
public enum ColumnCount: Sendable, Hashable {
  /// This many, at least 1.
  case fixed(Int)
  /// As many as fit when none is narrower than this, at least 1.
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

/// How many columns of a grid each item takes.
public enum ColumnSpans: Sendable, Hashable {
  /// One each.
  case none
  /// The items of a section take these in turn, from the first item on, over and over.
  case pattern([Int])
  /// The items with these numbers in their section take so many, others one.
  case items([Int: Int])

  /// How many columns item `item` takes of `columns`.
  func span(_ item: Int, of columns: Int) -> Int {
    switch self {
    case .none: 1
    case .pattern(let spans): spans.isEmpty ? 1 : max(1, min(columns, spans[item % spans.count]))
    case .items(let spans): max(1, min(columns, spans[item] ?? 1))
    }
  }
}

/// How the items of one section are arranged.
public enum ItemArrangement: Sendable, Hashable {
  /// One after the other, each as broad as the section: the rows of a table, or, in a horizontal list, a shelf.
  case rows(length: ElementLength = .measured(estimate: 44), spacing: Double = 0)
  /// In lines of a number of columns. Where lengths are measured, a line is as long as its longest item.
  case grid(GridArrangement)
  /// In lines that are broken where the next item does not fit; each item of its own size.
  case flow(FlowArrangement)
  /// In columns; each item goes to the column that is shortest so far.
  case waterfall(WaterfallArrangement)
}

/// The settings of a grid.
public struct GridArrangement: Sendable, Hashable {
  /// How many columns.
  public var columns: ColumnCount
  /// How long the items are.
  public var length: ElementLength
  /// How many columns each item takes.
  public var spans: ColumnSpans
  /// Room between columns.
  public var columnSpacing: Double
  /// Room between lines.
  public var lineSpacing: Double

  /// Makes a grid.
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

/// The settings of a flow.
public struct FlowArrangement: Sendable, Hashable {
  /// Where the items of a line lie in it.
  public enum Justify: String, Sendable, Hashable, CaseIterable {
    /// At its beginning.
    case start
    /// In its middle.
    case center
    /// At its end.
    case end
    /// Spread over it, the last line at its beginning.
    case spread
  }

  /// Where items that are shorter than their line lie in it along the axis of the list.
  public enum Align: String, Sendable, Hashable, CaseIterable {
    /// At its beginning.
    case start
    /// In its middle.
    case center
    /// At its end.
    case end
    /// They are made as long as the line.
    case stretch
  }

  /// The size of items that are not measured yet, logical units.
  public var estimatedSize: Size
  /// Whether all items have that very size, whatever their nodes want.
  public var isFixed: Bool
  /// Room between the items of a line.
  public var itemSpacing: Double
  /// Room between lines.
  public var lineSpacing: Double
  /// Where the items of a line lie in it.
  public var justify: Justify
  /// Where items lie in a line that is longer than they are.
  public var align: Align

  /// Makes a flow.
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

/// The settings of a waterfall.
public struct WaterfallArrangement: Sendable, Hashable {
  /// How many columns.
  public var columns: ColumnCount
  /// How long the items are.
  public var length: ElementLength
  /// Room between columns.
  public var columnSpacing: Double
  /// Room between the items of a column.
  public var itemSpacing: Double

  /// Makes a waterfall.
  public init(
    columns: ColumnCount, length: ElementLength = .measured(estimate: 150), columnSpacing: Double = 0, itemSpacing: Double = 0
  ) {
    self.columns = columns
    self.length = length
    self.columnSpacing = columnSpacing
    self.itemSpacing = itemSpacing
  }
}
