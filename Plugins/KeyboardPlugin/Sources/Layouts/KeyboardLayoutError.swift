/// Error in a layout file, with file and line.
public struct KeyboardLayoutError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Name of the file.
  public let file: String
  /// Line, from 1; 0 for the whole file.
  public let line: Int
  /// What is wrong, and what is valid.
  public let reason: String

  /// File, line and reason.
  public var description: String { line > 0 ? "\(file):\(line): error: \(reason)" : "\(file): \(reason)" }
}
