/// Splits incoming bytes into lines. A value.
///
/// A line that exceeds the limit is reported as too long, and skipped to its end: memory use is bounded.
public struct LineBuffer: Sendable {
  /// A line that was read.
  public enum Line: Sendable, Hashable {
    /// A line without its line break, with U+FFFD for invalid UTF-8.
    case text(String)
    /// A line that exceeds the limit.
    case tooLong
  }

  /// Maximum bytes per line.
  public let limit: Int
  private var bytes: [UInt8] = []
  private var isSkipping = false

  /// Creates an empty buffer.
  public init(limit: Int) { self.limit = max(1, limit) }

  /// Appends bytes, and returns the completed lines. Empty lines are omitted, as is a carriage return before a line break.
  public mutating func append(_ new: some Sequence<UInt8>) -> [Line] {
    var lines: [Line] = []
    for byte in new {
      if byte == UInt8(ascii: "\n") {
        if isSkipping {
          isSkipping = false
        } else {
          if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
          if !bytes.isEmpty { lines.append(.text(String(decoding: bytes, as: UTF8.self))) }
        }
        bytes.removeAll(keepingCapacity: true)
      } else if !isSkipping {
        if bytes.count == limit {
          isSkipping = true
          bytes = []
          lines.append(.tooLong)
        } else {
          bytes.append(byte)
        }
      }
    }
    return lines
  }
}
