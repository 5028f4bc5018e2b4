/// Error in a JSON text, with its position.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Bytes before the error.
  public var offset: Int
  /// Line, from 1.
  public var line: Int
  /// Column in code points, from 1.
  public var column: Int
  /// Description of the error.
  public var reason: String
  /// Whether the text ends inside a value.
  public var isTruncated: Bool

  init(_ reason: String, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>, isTruncated: Bool) {
    (self.reason, self.offset, self.isTruncated) = (reason, offset, isTruncated)
    let before = bytes.prefix(offset)
    line = 1 + before.count { $0 == 10 }
    let start = before.lastIndex(of: 10).map { $0 + 1 } ?? 0
    // Bytes 10xxxxxx continue a code point.
    column = 1 + before[start...].count { $0 & 0xC0 != 0x80 }
  }

  /// Reason with its line and column.
  public var description: String { "line \(line), column \(column): \(reason)" }
}
