public import Tessera

/// Content of a braille display while a screen reader is on: the line of the element at the cursor, its visible part, and
/// announcements for a moment. A value; it returns the work to do.
public struct BrailleReader: Sendable {
  /// Request of a braille display.
  public enum Action: Sendable, Hashable {
    /// Performs a command of the reader.
    case perform(ReaderCommand)
    /// Moves the caret of the focused field to an offset, UTF-8 bytes.
    case moveCaret(Int)
    /// Sends a key to the stage.
    case type(KeyPress)
  }

  /// Number of cells of the display; at least 1.
  public var columns: Int {
    didSet {
      columns = max(1, columns)
      guard columns != oldValue else { return }
      start = line.window(containing: line.caret ?? start, columns: columns)
      notice?.start = 0
    }
  }
  /// Line of the element at the cursor.
  public private(set) var line = BrailleLine()
  /// First visible cell.
  public private(set) var start = 0
  private var notice: (line: BrailleLine, start: Int, end: Double)?
  private var element: SemanticsID?
  /// Whether the next element is shown from its end, since the reader panned to the left.
  private var entersAtEnd = false

  /// Seconds of an announcement, and for each of its characters; at most ``longestNotice``.
  static let (shortestNotice, noticePerCharacter, longestNotice) = (2.0, 0.06, 10.0)

  /// Creates an empty line.
  ///
  /// - Parameter columns: number of cells of the display.
  public init(columns: Int) { self.columns = max(1, columns) }

  /// Content of the display.
  public var frame: BrailleFrame {
    notice.map { $0.line.frame(from: $0.start, columns: columns) } ?? line.frame(from: start, columns: columns)
  }

  /// Time at which an announcement ends; nil without one.
  public var deadline: Double? { notice?.end }

  /// Shows the line of an element. The visible part stays if the element is the same, unless the caret moved out of it.
  public mutating func show(_ line: BrailleLine, of element: SemanticsID?) {
    let isNew = element != self.element
    let caretMoved = line.caret != self.line.caret || line.selection != self.line.selection
    (self.line, self.element) = (line, element)
    if isNew {
      notice = nil
      let windows = line.windows(columns: columns)
      start = line.caret.map { line.window(containing: $0, columns: columns) } ?? (entersAtEnd ? windows[windows.count - 1] : 0)
      entersAtEnd = false
    } else if caretMoved, let place = line.caret ?? (line.selection.isEmpty ? nil : line.selection.upperBound) {
      start = line.window(containing: place, columns: columns)
    } else {
      start = line.window(containing: min(start, max(0, line.cells.count - 1)), columns: columns)
    }
  }

  /// Shows a text in place of the element until its time has passed, a key is pressed, or the cursor moves.
  public mutating func announce(_ text: String, at now: Double) {
    let line = BrailleLine(text)
    guard !line.cells.isEmpty else { return }
    let time = min(Self.longestNotice, Self.shortestNotice + Self.noticePerCharacter * Double(line.cells.count))
    notice = (line, 0, now + time)
  }

  /// Ends an announcement whose time has passed. Returns whether there was one.
  public mutating func pass(at now: Double) -> Bool {
    guard let notice, notice.end <= now + 1e-6 else { return false }
    self.notice = nil
    return true
  }

  /// Takes a key of the display. O(cells of the line).
  public mutating func press(_ key: BrailleKey) -> [Action] {
    if let shown = notice {
      // The first keys pan a long announcement; the others end it.
      switch key {
      case .panRight:
        if let next = shown.line.windows(columns: columns).first(where: { $0 > shown.start }) {
          notice?.start = next
          return []
        }
      case .panLeft:
        if let former = shown.line.windows(columns: columns).last(where: { $0 < shown.start }) {
          notice?.start = former
          return []
        }
      default: break
      }
      notice = nil
      switch key {
      case .panRight, .panLeft, .home, .route: return []
      default: break
      }
    }
    entersAtEnd = false
    let windows = line.windows(columns: columns)
    switch key {
    case .panRight:
      guard let next = windows.first(where: { $0 > start }) else { return [.perform(.next(.element))] }
      start = next
    case .panLeft:
      guard let former = windows.last(where: { $0 < start }) else {
        entersAtEnd = true
        return [.perform(.previous(.element))]
      }
      start = former
    case .lineStart: start = 0
    case .lineEnd: start = windows[windows.count - 1]
    case .home: start = line.window(containing: line.caret ?? 0, columns: columns)
    case .route(let cell):
      switch line.target(at: start + cell) {
      case .caret(let offset): return [.moveCaret(offset)]
      case .element: return [.perform(.activate)]
      }
    case .command(let command): return [.perform(command)]
    case .type(let press): return [.type(press)]
    }
    return []
  }
}
