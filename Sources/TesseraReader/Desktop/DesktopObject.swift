internal import Tessera

/// Object of the accessibility bus: the application, its window, or an element. A value.
enum DesktopObject: Sendable, Hashable {
  case application
  /// An element; ``SemanticsID/stage`` is the window.
  case element(SemanticsID)
  /// Cell of a row that has its cells as words (``NodeSemantics/cells``), by column.
  case cell(SemanticsID, Int)

  static let prefix = "/org/a11y/atspi/accessible/"
  static let nullPath = "/org/a11y/atspi/null"

  /// Path of the object; that of an element has its ID, so it is never used again.
  var path: String {
    switch self {
    case .application: return Self.prefix + "root"
    case .element(let id):
      // A part may have a negative key; a path has no minus.
      let part = id.part.map { $0 < 0 ? "_n\($0.magnitude)" : "_\($0)" } ?? ""
      return Self.prefix + "\(id.node)" + part
    case .cell(let row, let column): return Self.element(row).path + "_c\(column)"
    }
  }

  /// The element, or that of the row of a cell; nil for the application.
  var row: SemanticsID? {
    switch self {
    case .application: nil
    case .element(let id), .cell(let id, _): id
    }
  }

  /// Reads a path; nil if it is none of this program.
  init?(path: String) {
    guard path.hasPrefix(Self.prefix) else { return nil }
    let name = path.dropFirst(Self.prefix.utf8.count)
    if name == "root" {
      self = .application
      return
    }
    var parts = name.split(separator: "_", maxSplits: 3)
    guard let first = parts.first, let node = UInt64(first) else { return nil }
    parts.removeFirst()
    var column: Int?
    if let last = parts.last, last.hasPrefix("c") {
      guard let number = Int(last.dropFirst()), number >= 0 else { return nil }
      column = number
      parts.removeLast()
    }
    var id = SemanticsID(node: node)
    if let part = parts.first {
      guard parts.count == 1, let key = Int(part.hasPrefix("n") ? "-" + part.dropFirst() : part) else { return nil }
      id = SemanticsID(node: node, part: key)
    }
    self = column.map { .cell(id, $0) } ?? .element(id)
  }
}
