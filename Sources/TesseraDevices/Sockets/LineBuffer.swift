/// Cuts bytes that come in pieces into lines. A value.
///
/// A line of more bytes than the limit is told as one that is too long, and left out to its end: what it may use of memory is bounded.
public struct LineBuffer: Sendable {
  /// What was read.
  public enum Line: Sendable, Hashable {
    /// A line without its end, with U+FFFD in the place of what is no UTF-8.
    case text(String)
    /// A line of more bytes than the limit.
    case tooLong
  }

  /// Most bytes of a line.
  public let limit: Int
  private var bytes: [UInt8] = []
  private var isSkipping = false

  /// Makes an empty buffer.
  public init(limit: Int) { self.limit = max(1, limit) }

  /// Takes bytes, and returns the lines that end in them. Empty lines are left out, and so is a carriage return before the end of a line.
  public mutating func take(_ new: some Sequence<UInt8>) -> [Line] {
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
