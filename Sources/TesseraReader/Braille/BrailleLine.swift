/// Text of a braille line, one code point for each cell, with the caret, the selection and the cells that belong to a text field. A value.
public struct BrailleLine: Sendable, Hashable {
  /// Effect of a routing key.
  public enum Target: Sendable, Hashable {
    /// Moves the caret to an offset of the field's text, UTF-8 bytes.
    case caret(Int)
    /// Activates the element.
    case element
  }

  /// Maximum number of cells; a longer text is cut.
  public static let limit = 4_000

  /// Code point of each cell. Control characters are spaces; marks of direction are left out.
  public private(set) var cells: [Unicode.Scalar] = []
  /// Cell of the caret; nil means none.
  public private(set) var caret: Int?
  /// Cells of the selected text; empty means none.
  public private(set) var selection = 0..<0
  /// Offset in the field's text of each cell from ``fieldStart`` on, and of the end of the text.
  private var offsets: [Int] = []
  private var fieldStart = 0

  /// Creates a line of plain text.
  public init(_ text: String = "") { append(text) }

  /// Text of all cells.
  public var text: String { Self.text(cells[...]) }

  /// Appends a word, after a space if the line has words. An empty one is ignored.
  mutating func append(word: String) {
    guard !word.isEmpty else { return }
    append(cells.isEmpty ? word : " " + word)
  }

  private mutating func append(_ text: String) {
    for scalar in text.unicodeScalars where cells.count < Self.limit && !Self.isMark(scalar) { cells.append(Self.shown(scalar)) }
  }

  /// Appends the text of a field, with a caret or a selection.
  ///
  /// - Parameters:
  ///   - text: part of the field's text.
  ///   - start: offset of its first byte in the whole text, UTF-8 bytes.
  ///   - selected: selected range of the whole text; empty means the caret.
  mutating func append(field text: some StringProtocol, from start: Int, selected: Range<Int>) {
    append(cells.isEmpty ? "" : " ")
    fieldStart = cells.count
    var offset = start
    for scalar in text.unicodeScalars where cells.count < Self.limit {
      if !Self.isMark(scalar) {
        offsets.append(offset)
        cells.append(Self.shown(scalar))
      }
      offset += UTF8.width(scalar)
    }
    offsets.append(offset)
    // The caret may be after the last letter.
    cells.append(" ")
    let low = cell(at: selected.lowerBound)
    if selected.isEmpty { caret = low } else { selection = low..<max(low, cell(at: selected.upperBound)) }
  }

  /// Cell of an offset of the field's text.
  private func cell(at offset: Int) -> Int {
    fieldStart + (offsets.firstIndex { $0 >= offset } ?? max(0, offsets.count - 1))
  }

  /// Returns the effect of the routing key at a cell.
  public func target(at cell: Int) -> Target {
    guard !offsets.isEmpty, cell >= fieldStart else { return .element }
    return .caret(offsets[min(cell - fieldStart, offsets.count - 1)])
  }

  // MARK: Windows

  /// Returns the first cells of the windows of a display: each ends after a word if there is one in its second half. O(cells).
  public func windows(columns: Int) -> [Int] {
    let columns = max(1, columns)
    var (starts, start) = ([0], 0)
    while start + columns < cells.count {
      let end = start + columns
      var next = end
      if cells[end] != " " {
        var at = end
        while at > start + columns / 2, cells[at - 1] != " " { at -= 1 }
        if at > start + columns / 2 { next = at }
      } else if offsets.isEmpty || end < fieldStart {
        // A space between words needs no cell. In a field it does, for the caret.
        next = end + 1
      }
      start = next
      starts.append(start)
    }
    return starts
  }

  /// Returns the first cell of the window that contains a cell.
  func window(containing cell: Int, columns: Int) -> Int { windows(columns: columns).last { $0 <= cell } ?? 0 }

  /// Returns the cells of one window as a display shows them.
  ///
  /// - Parameters:
  ///   - start: its first cell.
  ///   - columns: number of cells of the display.
  public func frame(from start: Int, columns: Int) -> BrailleFrame {
    let end = min(cells.count, start + columns, windows(columns: columns).first { $0 > start } ?? cells.count)
    let part = start < end ? cells[start..<end] : []
    func place(_ cell: Int) -> Int { min(max(0, cell - start), part.count) }
    return BrailleFrame(
      text: Self.text(part) + String(repeating: " ", count: max(0, columns - part.count)),
      caret: caret.flatMap { (start..<end).contains($0) ? $0 - start : nil },
      selection: place(selection.lowerBound)..<place(selection.upperBound))
  }

  private static func text(_ cells: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: cells)
    return String(view)
  }

  /// Marks of direction have no cell.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF: true
    default: false
    }
  }

  private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA1, 0x2028, 0x2029: " "
    default: scalar
    }
  }
}

/// Content of a braille display. A value.
public struct BrailleFrame: Sendable, Hashable {
  /// Text with one code point for each cell of the display.
  public var text: String
  /// Cell of the caret, from 0; nil means none.
  public var caret: Int?
  /// Selected cells; empty means none.
  public var selection = 0..<0
}
