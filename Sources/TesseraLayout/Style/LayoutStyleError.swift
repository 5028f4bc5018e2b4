/// Value of a style key in a scene file.
public enum StyleValue: Sendable, Hashable, CustomStringConvertible {
  /// A bare number: logical units, or a plain number for factors and ratios.
  case number(Double)
  /// Any other value: a word, a percentage, several values.
  case text(String)

  /// The value as written in a scene file.
  public var description: String {
    switch self {
    case .number(let v): v == v.rounded() && abs(v) < 1e15 ? String(Int64(v)) : String(v)
    case .text(let s): s
    }
  }
}

/// An unknown style key or an invalid value.
public struct LayoutStyleError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The key as written.
  public let key: String
  /// The invalid value; nil if the key is unknown.
  public let value: StyleValue?
  /// The valid values, in words.
  public let expected: String

  /// The key, the invalid value and the valid values.
  public var description: String {
    guard let value else { return "unknown style key `\(key)`; \(expected)" }
    return "style `\(key)`: `\(value)` cannot be used; expected \(expected)"
  }
}
