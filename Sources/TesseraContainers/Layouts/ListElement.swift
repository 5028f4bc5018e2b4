/// Element of a list. A value; any thread.
public enum ListElement: Hashable, Sendable {
  /// An item of the data.
  case item(ListIndex)
  /// Header, before the items of a section.
  case header(Int)
  /// Footer, after the items of a section.
  case footer(Int)
  /// Any other element of a layout, such as a badge or a decoration: its kind, and the item that it belongs to. An element of a whole
  /// section has item 0.
  case supplementary(String, ListIndex)

  /// Section of the element.
  public var section: Int {
    switch self {
    case .item(let index), .supplementary(_, let index): index.section
    case .header(let section), .footer(let section): section
    }
  }

  /// Place of the item; nil for other elements.
  public var index: ListIndex? {
    if case .item(let index) = self { index } else { nil }
  }
}

extension ListElement: CustomStringConvertible {
  /// Description for error messages, such as `item at section 2, item 5`.
  public var description: String {
    switch self {
    case .item(let index): "item at \(index)"
    case .header(let section): "header of section \(section)"
    case .footer(let section): "footer of section \(section)"
    case .supplementary(let kind, let index): "supplementary '\(kind)' at \(index)"
    }
  }
}
