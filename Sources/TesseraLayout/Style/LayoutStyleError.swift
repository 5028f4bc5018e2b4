/// A value for a style key, as scene files have them.
public enum StyleValue: Sendable, Hashable, CustomStringConvertible {
  /// A bare number: logical units, or a plain number for factors and ratios.
  case number(Double)
  /// Anything else: a word, a percentage, several values.
  case text(String)

  /// The value as it would be written.
  public var description: String {
    switch self {
    case .number(let v): v == v.rounded() && abs(v) < 1e15 ? String(Int64(v)) : String(v)
    case .text(let s): s
    }
  }
}

/// A style key or value that cannot be used.
public struct LayoutStyleError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The key as it was written.
  public let key: String
  /// The value that was wrong; nil where the key itself is unknown.
  public let value: StyleValue?
  /// What would be right.
  public let expected: String

  /// What was being done, the wrong value and what would be right.
  public var description: String {
    guard let value else { return "unknown style key `\(key)`; \(expected)" }
    return "style `\(key)`: `\(value)` cannot be used; expected \(expected)"
  }
}
