/// Collects the errors of one file without duplicates, up to a limit.
struct ErrorCollector {
  let file: String
  private(set) var errors: [SceneError] = []
  private(set) var warnings: [SceneError] = []
  private var seen = Set<SceneError>()
  /// Limit of collected errors. It exceeds the number of reported ones because errors are found out of order.
  private static let kept = 10 * SceneLimits.errors

  init(file: String) { self.file = file }

  var isEmpty: Bool { errors.isEmpty }

  /// Whether the limit of errors is reached. Readers then stop: in a file full of errors, composing a message for each would take longer
  /// than reading it.
  var isFull: Bool { errors.count >= Self.kept }

  mutating func add(
    _ kind: SceneError.Kind = .content, at place: Place, _ message: String, suggestion: String? = nil, missing file: String? = nil
  ) {
    guard kind == .warning ? warnings.count < SceneLimits.errors : !isFull else { return }
    var error = SceneError(
      kind: kind, file: self.file, line: Int(place.line), column: Int(place.column), message: message, suggestion: suggestion)
    error.missingFile = file
    // An error in a value with aliases is reported once.
    guard seen.insert(error).inserted else { return }
    if kind == .warning { warnings.append(error) } else { errors.append(error) }
  }

  /// Error to throw, in the order of the file.
  var result: SceneErrors {
    let sorted = errors.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    return SceneErrors(Array(sorted.prefix(SceneLimits.errors)), omitted: max(0, sorted.count - SceneLimits.errors))
  }
}

/// Location in a file; line and column are from 1.
struct Place: Sendable, Hashable {
  var line: UInt32
  var column: UInt32
  static let none = Place(line: 0, column: 0)
}
