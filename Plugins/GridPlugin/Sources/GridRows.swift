internal import Tessera

/// Cell of a data table. A value.
public enum GridCell: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  case text(String)
  case number(Double)

  public init(stringLiteral text: String) { self = .text(text) }
  public init(floatLiteral number: Double) { self = .number(number) }
  public init(integerLiteral number: Int) { self = .number(Double(number)) }

  /// Returns the words of the cell in a column.
  func words(_ column: GridColumn) -> String {
    switch self {
    case .text(let text): return text
    case .number(let number):
      guard number.isFinite else { return "–" }
      if !column.format.isEmpty, let format = try? NumberFormat(column.format) { return format.string(number) }
      let decimals = [(0, 1.0), (1, 10), (2, 100)].first { (number * $0.1).rounded() == number * $0.1 }?.0 ?? 2
      return NumberFormat(decimals: decimals).string(number)
    }
  }

  /// Letters in the field that edits the cell: the whole number without a format.
  var letters: String {
    switch self {
    case .text(let text): text
    case .number(let number): number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    }
  }

  /// Returns whether the cell is before another one: numbers by size, before texts.
  func isBefore(_ other: GridCell) -> Bool {
    switch (self, other) {
    case (.number(let a), .number(let b)): a.isNaN ? false : b.isNaN || a < b
    case (.text(let a), .text(let b)): a < b
    case (.number, .text): true
    case (.text, .number): false
    }
  }
}

/// Rows of a data table: an array, or a number of rows whose cells are made when they are shown. A value.
public struct GridRows: Sendable, Equatable {
  private enum Content: Sendable {
    case cells([[GridCell]])
    case made(@Sendable (_ row: Int, _ column: Int) -> GridCell)
  }

  /// Number of rows.
  public let count: Int
  private let content: Content
  /// Equal numbers mean equal rows.
  private let version: Int

  private static let versions = Locked(0)

  private init(_ count: Int, _ content: Content, version: Int? = nil) {
    (self.count, self.content) = (max(0, count), content)
    self.version =
      version
      ?? Self.versions.withLock {
        $0 += 1
        return $0
      }
  }

  /// No rows.
  public static let empty = GridRows(0, .cells([]), version: 0)

  /// Creates rows of cells, which the table sorts.
  public init(_ cells: [[GridCell]]) { self.init(cells.count, .cells(cells)) }

  /// Creates rows whose cells are made when they are shown. The program sorts them: the table sends ``Grid/sort``.
  ///
  /// - Parameters:
  ///   - count: Number of rows.
  ///   - cell: Returns the cell of a row and a column. Any thread; must be quick.
  public init(count: Int, cell: @escaping @Sendable (_ row: Int, _ column: Int) -> GridCell) { self.init(count, .made(cell)) }

  public static func == (a: GridRows, b: GridRows) -> Bool {
    if case .cells(let x) = a.content, case .cells(let y) = b.content { return x == y }
    return a.version == b.version
  }

  /// Whether the table sorts the rows.
  var isSortable: Bool { if case .cells = content { true } else { false } }

  /// Returns the cell of a row and a column; empty outside.
  func cell(_ row: Int, _ column: Int) -> GridCell {
    switch content {
    case .cells(let cells): cells.indices.contains(row) && cells[row].indices.contains(column) ? cells[row][column] : .text("")
    case .made(let cell): row >= 0 && row < count ? cell(row, column) : .text("")
    }
  }

  /// Returns the rows with another cell; nil if the program makes the cells. O(n).
  func replacing(_ row: Int, _ column: Int, with cell: GridCell) -> GridRows? {
    guard case .cells(var cells) = content, cells.indices.contains(row), column >= 0, column < 10_000 else { return nil }
    while cells[row].count <= column { cells[row].append(.text("")) }
    cells[row][column] = cell
    return GridRows(cells)
  }

  /// Returns the rows in the order of a column; rows with equal cells keep their order. O(n log n).
  func order(_ column: Int, isAscending: Bool) -> [Int] {
    let cells = (0..<count).map { cell($0, column) }
    return (0..<count).sorted { a, b in
      if cells[a].isBefore(cells[b]) { return isAscending }
      if cells[b].isBefore(cells[a]) { return !isAscending }
      return a < b
    }
  }

  // MARK: attributes

  private static let cellKind = AttributeKind.either([.number(-1e15...1e15), .text])
  static let kind = AttributeKind.list(.either([.list(cellKind), .named(cellKind)]))

  /// Returns the rows of an attribute: lists of cells, or maps by the names of columns.
  static func rows(_ value: AttributeValue, _ columns: [GridColumn]) -> GridRows {
    func cell(_ value: AttributeValue?) -> GridCell { value?.number.map(GridCell.number) ?? .text(value?.text ?? "") }
    return GridRows((value.list ?? []).map { row in row.list.map { $0.map(cell) } ?? columns.map { cell(row[$0.id]) } })
  }
}
