internal import Tessera
internal import TesseraGeometry

/// Cells of a table or grid by row and column. A value.
///
/// The cells of a row are its child elements with the role `cell`, or its words (``NodeSemantics/cells``). A grid of loose cells, such as that of a
/// calendar, has its rows and columns from their places.
struct DesktopTable: Sendable {
  /// Rows that exist as elements, by number from 0. Other rows are not ready.
  private(set) var rows: [Int: (id: SemanticsID?, cells: [Int: DesktopObject])] = [:]
  /// Elements of the headers, by column.
  private(set) var headers: [SemanticsID] = []
  private(set) var rowCount = 0
  private(set) var columnCount = 0
  /// Cells without a row.
  private(set) var loose: [SemanticsID] = []
  private var places: [DesktopObject: (row: Int, column: Int)] = [:]

  /// Most loose cells that are placed.
  static let looseLimit = 1_000

  /// Collects the cells below an element, without those of tables inside of it. O(n).
  init(_ table: SemanticsElement, _ tree: SemanticsTree) {
    var waiting = Array(table.children.reversed())
    while let id = waiting.popLast() {
      guard let element = tree[id], !element.isHidden, !element.isTable else { continue }
      switch element.role {
      case .columnHeader: headers.append(id)
      case .cell: loose.append(id)
      case .row:
        let cells = element.desktopCells(in: tree)
        if cells.isEmpty { waiting.append(contentsOf: element.children.reversed()) } else { add(element, cells) }
      default: waiting.append(contentsOf: element.children.reversed())
      }
    }
    columnCount = max(columnCount, headers.count)
  }

  private mutating func add(_ row: SemanticsElement, _ cells: [DesktopObject]) {
    let number = max(0, row.semantics.position.map { $0.number - 1 } ?? rowCount)
    rows[number] = (row.id, Dictionary(uniqueKeysWithValues: cells.enumerated().map { ($0, $1) }))
    for (column, cell) in cells.enumerated() { places[cell] = (number, column) }
    rowCount = max(rowCount, number + 1, row.semantics.position?.count ?? 0)
    columnCount = max(columnCount, cells.count)
  }

  /// Returns the table with its loose cells in the rows and columns of their places. O(n log n).
  func placed(isRightToLeft: Bool, _ frame: (SemanticsID) -> Rect?) -> DesktopTable {
    guard rows.isEmpty, !loose.isEmpty else { return self }
    let frames = loose.prefix(Self.looseLimit).compactMap { id in frame(id).map { (id, Int($0.midX.rounded()), Int($0.midY.rounded())) } }
    func numbers(_ values: [Int]) -> [Int: Int] {
      Dictionary(uniqueKeysWithValues: Set(values).sorted().enumerated().map { ($1, $0) })
    }
    let (columns, lines) = (numbers(frames.map { isRightToLeft ? -$0.1 : $0.1 }), numbers(frames.map(\.2)))
    var table = self
    for (id, x, y) in frames {
      guard let column = columns[isRightToLeft ? -x : x], let row = lines[y] else { continue }
      table.rows[row, default: (nil, [:])].cells[column] = .element(id)
      table.places[.element(id)] = (row, column)
    }
    (table.rowCount, table.columnCount) = (lines.count, max(columnCount, columns.count))
    return table
  }

  /// Row and column of a cell; nil if it is none of this table.
  func place(of cell: DesktopObject) -> (row: Int, column: Int)? { places[cell] }

  subscript(_ row: Int, _ column: Int) -> DesktopObject? { rows[row]?.cells[column] }
}

extension SemanticsElement {
  /// Whether it has the interface Table.
  var isTable: Bool { role == .grid || role == .table }

  /// Cells of a row, by column: elements, or words.
  func desktopCells(in tree: SemanticsTree) -> [DesktopObject] {
    if let words = semantics.cells { return words.indices.map { .cell(id, $0) } }
    return children.filter { tree[$0]?.role == .cell }.map { .element($0) }
  }

  /// Children of the object of an element: cells that are words, then elements.
  var desktopChildren: [DesktopObject] {
    (semantics.cells ?? []).indices.map { .cell(id, $0) } + children.map { .element($0) }
  }
}
