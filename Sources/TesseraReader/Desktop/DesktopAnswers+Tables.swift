internal import Tessera
internal import TesseraGeometry

// Interfaces Table and TableCell.

extension DesktopAnswers {
  /// Table of an element; nil without the interface.
  func table(of element: SemanticsElement) -> DesktopTable? {
    guard let table = index.tables[element.id] else { return nil }
    let environment = stage.root.environmentValues
    return table.placed(isRightToLeft: environment.direction == .rtl) { stage.semanticsPlace(of: $0)?.frame }
  }

  /// Table around an object, and the place of the object in it; nil for objects that are no cells.
  func tableCell(_ object: DesktopObject) -> (table: SemanticsElement, cells: DesktopTable, row: Int, column: Int)? {
    guard var id = object.row else { return nil }
    while let parent = index.parents[id]?.id {
      id = parent
      guard let element = tree[id], element.isTable else { continue }
      guard let table = table(of: element), let place = table.place(of: object) else { return nil }
      return (element, table, place.row, place.column)
    }
    return nil
  }

  func table(_ member: String, _ arguments: Arguments, _ element: SemanticsElement) throws(Refusal) -> [BusValue] {
    guard let table = table(of: element) else { throw unknown(member) }
    let columns = max(1, table.columnCount)
    func row(_ i: Int) -> (id: SemanticsID?, cells: [Int: DesktopObject])? { table.rows[i] }
    func isSelected(_ row: Int) -> Bool { table.rows[row]?.id.flatMap { tree[$0] }?.isChosen ?? false }
    func header(_ i: Int) -> SemanticsElement? { table.headers.indices.contains(i) ? tree[table.headers[i]] : nil }
    let first = member.hasPrefix("GetSelected") ? 0 : try arguments.int(0)
    switch member {
    case "GetAccessibleAt": return [table[first, try arguments.int(1)].map { reference($0) } ?? null]
    case "GetIndexAt":
      let column = try arguments.int(1)
      let isInside = (0..<table.rowCount).contains(first) && (0..<table.columnCount).contains(column)
      return [.int(isInside ? first * columns + column : -1)]
    case "GetRowAtIndex": return [.int(first >= 0 && first / columns < table.rowCount ? first / columns : -1)]
    case "GetColumnAtIndex": return [.int(first >= 0 && first / columns < table.rowCount ? first % columns : -1)]
    case "GetRowDescription": return [.string(row(first)?.id.flatMap { tree[$0] }?.semantics.label ?? "")]
    case "GetColumnDescription": return [.string(header(first)?.semantics.label ?? "")]
    case "GetRowExtentAt", "GetColumnExtentAt": return [.int(table[first, try arguments.int(1)] == nil ? 0 : 1)]
    case "GetRowHeader": return [null]
    case "GetColumnHeader": return [header(first).map { reference(.element($0.id)) } ?? null]
    case "GetSelectedRows": return [.array(of: "i", table.rows.keys.filter(isSelected).sorted().map { .int($0) })]
    case "GetSelectedColumns": return [.array(of: "i", [])]
    case "IsRowSelected": return [.bool(isSelected(first))]
    case "IsColumnSelected": return [.bool(false)]
    case "IsSelected": return [.bool(try self.isSelected(table[first, try arguments.int(1)]))]
    case "AddRowSelection": return [.bool(row(first)?.id.map { choose($0, true) } ?? false)]
    case "RemoveRowSelection": return [.bool(row(first)?.id.map { choose($0, false) } ?? false)]
    case "AddColumnSelection", "RemoveColumnSelection": return [.bool(false)]
    case "GetRowColumnExtentsAtIndex":
      let place = (row: first / columns, column: first % columns)
      let cell = first < 0 ? nil : table[place.row, place.column]
      return [.bool(cell != nil), .int(place.row), .int(place.column), .int32(1), .int32(1), .bool(try self.isSelected(cell))]
    default: throw unknown(member)
    }
  }

  private func isSelected(_ cell: DesktopObject?) throws(Refusal) -> Bool {
    guard let cell else { return false }
    return try states(of: cell).contains(23)
  }

  func tableProperty(_ name: String, of element: SemanticsElement) -> BusValue? {
    guard let table = table(of: element) else { return nil }
    switch name {
    case "NRows": return .int(table.rowCount)
    case "NColumns": return .int(table.columnCount)
    case "NSelectedRows": return .int(table.rows.values.filter { $0.id.flatMap { tree[$0] }?.isChosen ?? false }.count)
    case "NSelectedColumns": return .int32(0)
    case "Caption", "Summary": return null
    default: return nil
    }
  }

  func cell(_ member: String, _ object: DesktopObject) throws(Refusal) -> [BusValue] {
    guard let (_, cells, row, column) = tableCell(object) else { throw unknown(member) }
    switch member {
    case "GetRowHeaderCells": return [.array(of: "(so)", [])]
    case "GetColumnHeaderCells":
      return [.array(of: "(so)", cells.headers.indices.contains(column) ? [reference(.element(cells.headers[column]))] : [])]
    case "GetRowColumnSpan": return [.int(row), .int(column), .int32(1), .int32(1)]
    default: throw unknown(member)
    }
  }

  func cellProperty(_ name: String, of object: DesktopObject) -> BusValue? {
    guard let (table, _, row, column) = tableCell(object) else { return nil }
    switch name {
    case "RowSpan", "ColumnSpan": return .int32(1)
    case "Position": return .structure([.int(row), .int(column)])
    case "Table": return reference(.element(table.id))
    default: return nil
    }
  }

  /// Frame of an object. That of a cell in words is between the edges of its header, in its row.
  func frame(of object: DesktopObject) -> Rect {
    guard let id = object.row, let frame = stage.semanticsPlace(of: id)?.frame else { return .zero }
    guard case .cell(_, let column) = object, let header = headers(around: id).dropFirst(column).first,
      let above = stage.semanticsPlace(of: header)?.frame
    else { return frame }
    let (left, right) = (max(frame.minX, above.minX), min(frame.maxX, above.maxX))
    return left < right ? Rect(left: left, top: frame.minY, right: right, bottom: frame.maxY) : frame
  }

  private func headers(around row: SemanticsID) -> [SemanticsID] { tableCell(.cell(row, 0))?.cells.headers ?? [] }

  /// Cell of a row at a point; the row if its cells are no words.
  func part(of id: SemanticsID, at point: Point) -> DesktopObject {
    guard let cells = tree[id]?.semantics.cells, !cells.isEmpty else { return .element(id) }
    let column = headers(around: id).firstIndex {
      stage.semanticsPlace(of: $0).map { (r) in r.frame.minX <= point.x && point.x < r.frame.maxX } ?? false
    }
    return column.flatMap { cells.indices.contains($0) ? .cell(id, $0) : nil } ?? .element(id)
  }
}
