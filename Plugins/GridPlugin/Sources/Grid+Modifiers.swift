public import Tessera
public import TesseraContainers

// Members of ``Grid`` as modifiers.
extension TypedElement where ElementType == Grid {
  /// Columns, from the start.
  public func columns(_ columns: [GridColumn]) -> Self { with { $0.columns = columns } }
  /// Rows with their cells.
  public func rows(_ rows: GridRows) -> Self { with { $0.rows = rows } }
  /// Column that sorts the rows; nil: the order of the data.
  public func sorting(_ sorting: GridSort?) -> Self { with { $0.sorting = sorting } }
  /// Number of rows that may be selected.
  public func selection(_ selection: Table.Selection) -> Self { with { $0.selection = selection } }
  /// Selected row, by its index in the data; nil: none.
  public func selectedRow(_ selectedRow: Int?) -> Self { with { $0.selectedRow = selectedRow } }
  /// Whether the first column stays when the others are scrolled sideways.
  public func keepsFirstColumn(_ keepsFirstColumn: Bool = true) -> Self { with { $0.keepsFirstColumn = keepsFirstColumn } }
  /// Words without rows; nil: "No entries" in the language of the locale.
  public func emptyText(_ emptyText: String?) -> Self { with { $0.emptyText = emptyText } }
}

// Modifiers with the names of attributes in scenes.
extension TypedElement where ElementType == Grid {
  /// Id of the column that sorts the rows, with `-` before it in descending order; empty: the order of the data.
  public func sort(_ column: String) -> Self { with { $0.sorting = GridSort(text: column) } }
  /// Index of the selected row in the data; nil: none.
  public func selected(_ row: Int?) -> Self { with { $0.selectedRow = row } }
}
