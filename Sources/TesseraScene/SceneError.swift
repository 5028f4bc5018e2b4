/// One thing that is wrong with a scene file: where, what, and what was probably meant.
public struct SceneError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What sort of thing is wrong.
  public enum Kind: Sendable, Hashable {
    /// The file cannot be opened or read.
    case unreadable
    /// The text is not YAML.
    case syntax
    /// The text is larger or deeper than is read.
    case limit
    /// The YAML is not a scene: an unknown name, a wrong kind of value.
    case content
    /// The scene can be shown, but not as it was probably meant: a file that is not there.
    case warning
  }

  /// What sort of thing is wrong.
  public var kind: Kind
  /// The file, as it was named by the caller.
  public var file: String
  /// Line, from 1; 0: the file as a whole.
  public var line: Int
  /// Column in characters, from 1; 0: the file as a whole.
  public var column: Int
  /// What is wrong, in one line.
  public var message: String
  /// The name that was probably meant.
  public var suggestion: String?
  /// The file that a warning says is not there, as it would be opened.
  public var missingFile: String?

  /// Makes an error.
  public init(kind: Kind = .content, file: String, line: Int = 0, column: Int = 0, message: String, suggestion: String? = nil) {
    self.kind = kind
    self.file = file
    self.line = line
    self.column = column
    self.message = message
    self.suggestion = suggestion
  }

  /// `file:line:column: error: message; did you mean ...`, as compilers write it, so that editors find the place.
  public var description: String {
    var text = file
    if line > 0 { text += ":\(line):\(column)" }
    text += kind == .warning ? ": warning: " : ": error: "
    text += message
    if let suggestion { text += "; did you mean `\(suggestion)`?" }
    return text
  }
}

/// Everything that is wrong with a scene file, in the order of its lines; at least one.
public struct SceneErrors: Error, Sendable, Hashable, CustomStringConvertible {
  /// The errors, at most ``SceneLimits/errors``.
  public var errors: [SceneError]
  /// How many more were found before reading stopped.
  public var omitted: Int

  /// Makes a collection of errors.
  public init(_ errors: [SceneError], omitted: Int = 0) {
    self.errors = errors
    self.omitted = omitted
  }

  /// One error a line.
  public var description: String {
    var text = errors.map(\.description).joined(separator: "\n")
    if omitted > 0 { text += "\n... and \(omitted) more at least" }
    return text
  }
}

/// How large a scene file may be, so that a hostile one costs bounded time and memory.
public enum SceneLimits {
  /// Bytes of a file.
  public static let bytes = 16 << 20
  /// Scalars, lists and maps, each counted as often as an alias repeats it.
  public static let values = 1_000_000
  /// Lists and maps inside one another. Two a node, and some for the attributes of the innermost.
  public static let valueDepth = 1100
  /// Nodes, each counted as often as an alias repeats it.
  public static let nodes = 100_000
  /// Nodes that `when`, `each`, rows, screens and overlays make at a time, besides those that the file names.
  public static let liveNodes = 50_000
  /// Rows of all lists of a scene that are there at a time; only those near the screen have nodes.
  public static let liveRows = 150_000
  /// Nodes inside one another.
  public static let nodeDepth = 512
  /// Errors that are reported of one file.
  public static let errors = 20
}
