public import Tessera
public import TesseraContainers
public import TesseraGeometry
public import TesseraLayout
internal import TesseraRender

/// Data table: columns with a head that stays, and rows of which only those near the screen exist.
///
/// ```swift
/// Grid([GridColumn("name"), GridColumn("size", isNumeric: true)], GridRows([["a.txt", 12], ["b.txt", 7]]))
/// Grid(columns, GridRows(count: 1_000_000) { row, column in .text("\(row), \(column)") })
/// ```
///
/// A press on a column of the head sorts the rows, a drag of its end changes its width.
public struct Grid: ValueObservingType, ValueCheckingType, AccessibleType {
  public typealias Storage = GridStorage

  public static let typeName = "grid"
  public static let summary = "Data table with sortable columns and any number of rows."
  public static let traits: NodeTraits = .drawsNothing
  /// The user selected a row; the payload is its index in the data.
  public static let select = Signal<Int>("select")
  /// The user sorts by a column; the payload is its name, with `-` before it in descending order.
  public static let sort = Signal<String>("sort")

  /// The user changed a cell; the payload is the new cell. Rows of cells change themselves.
  public static let edit = Signal<GridEdit>("edit")

  public var columns: [GridColumn] = []
  public var rows = GridRows.empty
  /// Column that sorts the rows; nil: the order of the data.
  public var sorting: GridSort?
  /// Number of rows that may be selected.
  public var selection = Table.Selection.single
  /// Selected row, by its index in the data; nil: none.
  public var selectedRow: Int?
  /// Whether the first column stays when the others are scrolled sideways.
  public var keepsFirstColumn = false
  /// Words without rows; nil: "No entries" in the language of the locale.
  public var emptyText: String?

  /// Creates a table without columns.
  public init() {}

  /// Creates a table.
  public init(_ columns: [GridColumn], _ rows: GridRows, sorting: GridSort? = nil) {
    (self.columns, self.rows, self.sorting) = (columns, rows, sorting)
  }

  public static var attributes: [NodeAttribute<Grid>] {
    [
      NodeAttribute(
        "columns", kind: GridColumn.kind, help: "Columns: texts, or maps of id, title, width or share, numeric, format, sortable.",
        get: { .list($0.columns.map(\.attributeValue)) },
        set: { grid, value in
          let rows = grid.attributeRows
          grid.columns = try (value.list ?? []).map(GridColumn.init)
          if let rows { grid.rows = GridRows.rows(rows, grid.columns) }
        }),
      NodeAttribute(
        "rows", kind: GridRows.kind, help: "Rows: lists of cells, or maps by the ids of columns.", get: { $0.attributeRows },
        set: { grid, value in
          grid.attributeRows = value
          grid.rows = GridRows.rows(value, grid.columns)
        }),
      NodeAttribute(
        "sort", kind: .text, help: "Id of the column that sorts the rows; with - before it in descending order.",
        get: { .text($0.sorting?.text ?? "") }, set: { $0.sorting = GridSort(text: $1.text ?? "") }),
      .choice("selection", \.selection, help: "Number of rows that can be selected."),
      NodeAttribute(
        "selected", kind: .integer(-1...1_000_000_000), help: "Index of the selected row in the data; -1: none.",
        get: { .number(Double($0.selectedRow ?? -1)) },
        set: { $0.selectedRow = $1.number.flatMap { $0 < 0 ? nil : Int($0) } }),
      .boolean("keepsFirstColumn", \.keepsFirstColumn, help: "Whether the first column stays when the others are scrolled sideways."),
      .text("emptyText", \.emptyText, help: "Words without rows; unset: No entries in the locale's language."),
    ]
  }

  /// Rows as a scene wrote them: columns that are set later read them again.
  private(set) var attributeRows: AttributeValue?

  public static var signals: [NodeSignal] {
    [
      NodeSignal(select, payload: .integer(0...1_000_000_000), sets: "selected", help: "The user selected a row; its index in the data.") {
        .number(Double($0))
      },
      NodeSignal(sort, payload: .text, sets: "sort", help: "The user sorts by a column; its id, with - before it in descending order.") {
        .text($0)
      },
      NodeSignal(
        edit, payload: .map(["row": .integer(0...1_000_000_000), "column": .text, "value": .either([.number(-1e15...1e15), .text])]),
        help: "The user changed a cell; its row in the data, the id of its column and its new value."
      ) { $0.attributeValue },
    ]
  }

  /// By hand: rows affect the layout only if they are the first or the last.
  public static func invalidation(from old: Grid, to new: Grid) -> Invalidation {
    (old.rows.count == 0) == (new.rows.count == 0) && old.emptyText == new.emptyText ? [] : .layout
  }

  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let storage = context.storage(of: Grid.self)
    let height = GridText.headHeight(context.environment)
    return ManualLayout {
      storage.head
      if rows.count > 0 { storage.table } else { GridNote(emptyText ?? context.environment.word(.noEntries)) }
    } frames: { size in
      let head = min(height, size.height)
      return [Rect(0, 0, size.width, head), Rect(0, head, size.width, size.height - head)]
    }
  }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { range.clamp(Size(320, 240)) }

  public static func semantics(of node: Node<Grid>) -> NodeSemantics { NodeSemantics(.grid) }
}

/// Node of a data table.
public typealias GridNode = Node<Grid>
