internal import Tessera

/// Change of a cell by the user. A value.
public struct GridEdit: Sendable, Hashable {
  /// Index of the row in the data.
  public var row: Int
  /// Id of the column.
  public var column: String
  /// New content of the cell.
  public var cell: GridCell

  /// Creates a change.
  public init(row: Int, column: String, cell: GridCell) { (self.row, self.column, self.cell) = (row, column, cell) }

  /// The change as a map of row, column and value.
  var attributeValue: AttributeValue {
    let value: AttributeValue =
      switch cell {
      case .text(let text): .text(text)
      case .number(let number): .number(number)
      }
    return .map([("row", .number(Double(row))), ("column", .text(column)), ("value", value)])
  }
}

/// Cell that the user edits. A value.
struct GridPlace: Sendable, Hashable {
  /// Row of the data.
  var row: Int
  /// Index of the column.
  var column: Int
}

extension GridColumn {
  /// Reads a cell from typed letters. Numbers may have a decimal comma.
  ///
  /// - Returns: the cell, or the message that is shown if the letters are invalid.
  func read(_ text: String) -> Result<GridCell, GridProblem> {
    let letters = Array(text.utf8)
    let isBlank = letters.allSatisfy { $0 == UInt8(ascii: " ") }
    if isBlank, isRequired { return .failure(GridProblem(message.isEmpty ? "\(title)?" : message)) }
    guard isNumeric, !isBlank else { return .success(.text(text)) }
    let range = minimum...max(minimum, maximum)
    let plain = letters.filter { $0 != UInt8(ascii: " ") }.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
    guard let number = Double(String(decoding: plain, as: UTF8.self)), number.isFinite, range.contains(number) else {
      let isLimited = minimum > -.greatestFiniteMagnitude || maximum < .greatestFiniteMagnitude
      func words(_ number: Double) -> String { abs(number) < .greatestFiniteMagnitude ? GridCell.number(number).words(self) : "…" }
      let limits = isLimited ? "\(words(minimum)) – \(words(maximum))" : "0–9"
      return .failure(GridProblem(message.isEmpty ? "\(title): \(limits)" : message))
    }
    return .success(.number(number))
  }
}

/// Message of an invalid cell. A value.
struct GridProblem: Error, Sendable, Hashable {
  let message: String

  init(_ message: String) { self.message = message }
}
