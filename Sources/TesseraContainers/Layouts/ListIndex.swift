/// Place of an item in a list: the index of its section, and its index in that section. A value; any thread.
public struct ListIndex: Hashable, Comparable, Sendable {
  /// Index of the section, from 0.
  public var section: Int
  /// Index of the item in its section, from 0.
  public var item: Int

  /// Creates a place from section and item.
  @inlinable public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// Creates a place from section and item.
  @inlinable public init(_ section: Int, _ item: Int) { self.init(section: section, item: item) }

  /// Returns whether `a` precedes `b`: an earlier section, or an earlier item of the same section.
  @inlinable public static func < (a: ListIndex, b: ListIndex) -> Bool {
    a.section != b.section ? a.section < b.section : a.item < b.item
  }
}

extension ListIndex: CustomStringConvertible {
  /// Description for error messages, such as `section 2, item 5`.
  public var description: String { "section \(section), item \(item)" }
}
