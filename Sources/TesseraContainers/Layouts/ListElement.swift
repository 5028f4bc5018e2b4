/// One thing that a list shows. A value; any thread.
public enum ListElement: Hashable, Sendable {
  /// An item of the data.
  case item(ListIndex)
  /// What stands before the items of a section.
  case header(Int)
  /// What stands after the items of a section.
  case footer(Int)
  /// Anything else that a layout places, such as a badge or a decoration: its kind, and the item that it belongs to. One that belongs to a
  /// whole section has item 0.
  case supplementary(String, ListIndex)

  /// The section that it belongs to.
  public var section: Int {
    switch self {
    case .item(let index), .supplementary(_, let index): index.section
    case .header(let section), .footer(let section): section
    }
  }

  /// The item's place, where it is an item.
  public var index: ListIndex? {
    if case .item(let index) = self { index } else { nil }
  }
}

extension ListElement: CustomStringConvertible {
  /// The element as errors name it, as `item at section 2, item 5`.
  public var description: String {
    switch self {
    case .item(let index): "item at \(index)"
    case .header(let section): "header of section \(section)"
    case .footer(let section): "footer of section \(section)"
    case .supplementary(let kind, let index): "supplementary '\(kind)' at \(index)"
    }
  }
}
