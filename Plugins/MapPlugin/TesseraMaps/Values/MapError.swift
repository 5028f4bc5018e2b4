/// Failure of reading a tile, an archive or a style.
public struct MapError: Error, Sendable, Hashable, CustomStringConvertible {
  /// File or part of a file.
  public var source: String
  /// Byte offset; nil if unknown.
  public var offset: Int?
  /// Line, from 1; nil if unknown.
  public var line: Int?
  /// Column in UTF-8 bytes, from 1; nil if unknown.
  public var column: Int?
  /// Problem with the value, and valid values.
  public var reason: String

  /// Creates an error.
  public init(source: String, offset: Int? = nil, line: Int? = nil, column: Int? = nil, reason: String) {
    (self.source, self.offset, self.line, self.column, self.reason) = (source, offset, line, column, reason)
  }

  public var description: String {
    source + [line, column].compactMap { $0 }.map { ":\($0)" }.joined() + ": " + (offset.map { "byte \($0): " } ?? "") + reason
  }
}
