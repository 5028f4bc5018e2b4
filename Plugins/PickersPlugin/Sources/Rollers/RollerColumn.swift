/// Column of a roller: its rows and the chosen one. A value.
public struct RollerColumn: Sendable, Hashable {
  /// Rows of a column.
  public enum Rows: Sendable, Hashable {
    /// Words from the top down.
    case words([String])
    /// Numbers: the first, the distance of two rows, their count, and the least number of digits.
    case numbers(first: Int, step: Int, count: Int, digits: Int)
  }

  /// Rows from the top down.
  public var rows: Rows
  /// Chosen row.
  public var index: Int
  /// Whether the first row follows the last one.
  public var wraps: Bool
  /// Word next to the chosen row, such as a unit.
  public var unit = ""
  /// Word before the column, such as a colon.
  public var separator = ""
  /// Name for screen readers; empty means that of the roller.
  public var name = ""

  /// Creates a column. An `index` outside of the rows means the nearest row.
  public init(_ rows: Rows, index: Int, wraps: Bool = false, unit: String = "", separator: String = "", name: String = "") {
    (self.rows, self.wraps, self.unit, self.separator, self.name) = (rows, wraps, unit, separator, name)
    self.index = 0
    self.index = min(max(0, count - 1), max(0, index))
  }

  /// Largest number of rows with numbers.
  private static let mostNumbers = 1_000_000

  /// Number of rows.
  public var count: Int {
    switch rows {
    case .words(let words): words.count
    case .numbers(_, _, let count, _): min(Self.mostNumbers, max(0, count))
    }
  }

  /// Returns the title of a row; empty outside of the rows.
  public func title(_ row: Int) -> String {
    guard row >= 0, row < count else { return "" }
    switch rows {
    case .words(let words): return words[row]
    case .numbers(let first, let step, _, let digits): return padded(first &+ row &* step, digits)
    }
  }

  /// Whether the column is endless: it has enough rows to fill the view.
  var isEndless: Bool { wraps && count > 2 }

  /// Returns the row at a place of an endless column, or the nearest one of another column.
  func row(at place: Int) -> Int {
    guard count > 0 else { return 0 }
    guard isEndless else { return min(count - 1, max(0, place)) }
    let rest = place % count
    return rest < 0 ? rest + count : rest
  }

  /// Result of typing.
  enum Match: Sendable, Hashable {
    /// No row starts with the letters.
    case none
    /// The row that the letters name; nil as long as no row has exactly these. `isComplete`: no longer title starts with them.
    case row(Int?, isComplete: Bool)
  }

  /// Returns the row that typed letters name. O(number of words).
  func match(_ typed: String) -> Match {
    switch rows {
    case .numbers(let first, let step, _, let digits):
      guard let number = Int(typed), number >= 0, count > 0, step > 0, typed.utf8.count <= 9 else { return .none }
      let last = first &+ (count - 1) &* step
      guard number <= last else { return .none }
      let isRow = number >= first && (number &- first) % step == 0
      let isFull = typed.utf8.count >= max(digits, String(last).utf8.count) || number > 0 && number > last / 10
      return .row(isRow ? (number &- first) / step : nil, isComplete: isFull)
    case .words(let words):
      let typed = typed.lowercased()
      let starting = words.indices.filter { words[$0].lowercased().hasPrefix(typed) }
      guard let first = starting.first else { return .none }
      let exact = starting.first { words[$0].lowercased() == typed }
      return .row(exact ?? first, isComplete: exact != nil && starting.count == 1)
    }
  }
}
