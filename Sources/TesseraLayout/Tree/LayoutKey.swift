/// The caller's name for a box, by which its frame is found again.
public struct LayoutKey: Hashable, Sendable {
  /// The number behind it.
  public var rawValue: UInt64
  /// Makes a key from a number that the caller chooses.
  @inlinable public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}
