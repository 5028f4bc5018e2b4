/// The place of an element among others of its kind, such as row 3 of 12. A value.
public struct SemanticsPosition: Sendable, Hashable {
  /// Number, from 1.
  public var number: Int
  /// Number of elements.
  public var count: Int

  /// Creates a place.
  public init(_ number: Int, of count: Int) { (self.number, self.count) = (number, count) }
}
