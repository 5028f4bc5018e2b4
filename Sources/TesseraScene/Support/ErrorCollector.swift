/// Gathers the errors of one file: each place and message once, no more than the limit.
struct ErrorCollector {
  let file: String
  private(set) var errors: [SceneError] = []
  private(set) var warnings: [SceneError] = []
  private var seen = Set<SceneError>()
  /// More than are reported, because they are found out of order; still bounded, whatever the file.
  private static let kept = 10 * SceneLimits.errors

  init(file: String) { self.file = file }

  var isEmpty: Bool { errors.isEmpty }

  /// Whether there are more errors than are wanted. Whoever reads stops then: in a file that is wrong throughout, finding the words for
  /// each error would take longer than reading it.
  var isFull: Bool { errors.count >= Self.kept }

  mutating func add(
    _ kind: SceneError.Kind = .content, at place: Place, _ message: String, suggestion: String? = nil, missing file: String? = nil
  ) {
    guard kind == .warning ? warnings.count < SceneLimits.errors : !isFull else { return }
    var error = SceneError(
      kind: kind, file: self.file, line: Int(place.line), column: Int(place.column), message: message, suggestion: suggestion)
    error.missingFile = file
    // What an alias repeats is wrong once.
    guard seen.insert(error).inserted else { return }
    if kind == .warning { warnings.append(error) } else { errors.append(error) }
  }

  /// What to throw, in the order of the file.
  var result: SceneErrors {
    let sorted = errors.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    return SceneErrors(Array(sorted.prefix(SceneLimits.errors)), omitted: max(0, sorted.count - SceneLimits.errors))
  }
}

/// Where something stands in a file, both from 1.
struct Place: Sendable, Hashable {
  var line: UInt32
  var column: UInt32
  static let none = Place(line: 0, column: 0)
}
