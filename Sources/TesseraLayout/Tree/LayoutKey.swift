/// Key of a box, chosen by the caller to find its frame in the result.
public struct LayoutKey: Hashable, Sendable {
  /// Number of the key.
  public var rawValue: UInt64
  /// Creates a key from a number of the caller's choice.
  @inlinable public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}
