/// Error in a scene file, with its place and the nearest valid name.
public struct SceneError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Kind of an error.
  public enum Kind: Sendable, Hashable {
    /// The file cannot be opened or read.
    case unreadable
    /// The text is not valid YAML.
    case syntax
    /// The text exceeds the limits of size or depth.
    case limit
    /// The YAML is not a valid scene: an unknown name, or a value of a wrong kind.
    case content
    /// The scene can be shown, but probably not as intended, for example because a file is missing.
    case warning
  }

  /// Kind of the error.
  public var kind: Kind
  /// File name given by the caller.
  public var file: String
  /// Line, from 1; 0 means the whole file.
  public var line: Int
  /// Column in characters, from 1; 0 means the whole file.
  public var column: Int
  /// Description of the error in one line.
  public var message: String
  /// Nearest valid name.
  public var suggestion: String?
  /// Missing file of a warning, as it would be opened.
  public var missingFile: String?

  /// Creates an error.
  public init(kind: Kind = .content, file: String, line: Int = 0, column: Int = 0, message: String, suggestion: String? = nil) {
    self.kind = kind
    self.file = file
    self.line = line
    self.column = column
    self.message = message
    self.suggestion = suggestion
  }

  /// `file:line:column: error: message; did you mean ...`, the form of compilers, so that editors find the place; `cannot open file:
  /// message` for a file that cannot be read.
  public var description: String {
    if kind == .unreadable { return "cannot open \(file): \(message)" }
    var text = file
    if line > 0 { text += ":\(line):\(column)" }
    text += kind == .warning ? ": warning: " : ": error: "
    text += message
    if let suggestion { text += "; did you mean `\(suggestion)`?" }
    return text
  }
}

/// All errors of a scene file, in the order of its lines; at least one.
public struct SceneErrors: Error, Sendable, Hashable, CustomStringConvertible {
  /// Errors, at most ``SceneLimits/errors``.
  public var errors: [SceneError]
  /// Number of further errors found before reading stopped.
  public var omitted: Int

  /// Creates a collection of errors.
  public init(_ errors: [SceneError], omitted: Int = 0) {
    self.errors = errors
    self.omitted = omitted
  }

  /// One line for each error.
  public var description: String {
    var text = errors.map(\.description).joined(separator: "\n")
    if omitted > 0 { text += "\n... and \(omitted) more at least" }
    return text
  }
}

/// Size limits of a scene file, so that a hostile one costs bounded time and memory.
public enum SceneLimits {
  /// Maximum size of a file in bytes.
  public static let bytes = 16 << 20
  /// Maximum number of scalars, lists and maps; each counts again for every alias that repeats it.
  public static let values = 1_000_000
  /// Maximum nesting depth of lists and maps: two for each node, and some for the attributes of the innermost.
  public static let valueDepth = 1100
  /// Maximum number of nodes; each counts again for every alias that repeats it.
  public static let nodes = 8_000
  /// Maximum size of path data in bytes, about 30,000 points.
  public static let pathBytes = 256 << 10
  /// Bytes of a text in an attribute that count as one more node of ``liveNodes``; also for texts that follow data.
  public static let textBytesOfNode = 128
  /// Maximum number of concurrent nodes: those in the file, and those created by `when`, `each`, rows, screens and overlays.
  public static let liveNodes = 8_000
  /// Maximum number of concurrent rows of all lists of a scene; only those near the viewport have nodes.
  public static let liveRows = 150_000
  /// Maximum number of list elements that all expressions of a scene examine at once. Each action and change of data adds a part.
  public static let liveWork = 3_000_000
  /// Maximum nesting depth of nodes.
  public static let nodeDepth = 512
  /// Maximum number of errors reported for a file.
  public static let errors = 20
}
