internal import Tessera

/// Object of the accessibility bus: the application, its window, or an element. A value.
enum DesktopObject: Sendable, Hashable {
  case application
  /// An element; ``SemanticsID/stage`` is the window.
  case element(SemanticsID)

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
    let parts = name.split(separator: "_", maxSplits: 1)
    guard let first = parts.first, let node = UInt64(first) else { return nil }
    guard parts.count == 2 else {
      self = .element(SemanticsID(node: node))
      return
    }
    guard let key = Int(parts[1].hasPrefix("n") ? "-" + parts[1].dropFirst() : parts[1]) else { return nil }
    self = .element(SemanticsID(node: node, part: key))
  }
}
