/// An item's place in a list, by number: its section, and its place in that section. A value; any thread.
public struct ListIndex: Hashable, Comparable, Sendable {
  /// The section, from 0.
  public var section: Int
  /// The item's place in its section, from 0.
  public var item: Int

  /// Makes a place from section and item.
  @inlinable public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// Makes a place from section and item.
  @inlinable public init(_ section: Int, _ item: Int) { self.init(section: section, item: item) }

  /// Whether `a` comes before `b`: an earlier section, or an earlier item of the same section.
  @inlinable public static func < (a: ListIndex, b: ListIndex) -> Bool {
    a.section != b.section ? a.section < b.section : a.item < b.item
  }
}

extension ListIndex: CustomStringConvertible {
  /// The place as errors name it, as `section 2, item 5`.
  public var description: String { "section \(section), item \(item)" }
}
