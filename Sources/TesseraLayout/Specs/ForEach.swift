/// Elements created from the items of a list. Values kept by path stay with the id of their item, wherever it moves in the list.
///
/// ```swift
/// Column(gap: 8) {
///   ForEach(rooms, id: \.name) { room in Text(room.title) }
/// }
/// ```
public struct ForEach: LayoutElement {
  let group: ElementGroup

  /// Creates the elements of `items`. Ids must be unique; elements of items with the same id count as the same.
  public init<Items: Sequence, ID: Hashable & Sendable>(
    _ items: Items, id: (Items.Element) -> ID, @LayoutElementBuilder _ elements: (Items.Element) throws -> [any LayoutElement]
  ) rethrows {
    group = ElementGroup(try items.map { (.id(ElementID(id($0))), try elements($0)) })
  }

  /// Creates the elements of `items`; each item is its own id.
  public init<Items: Sequence>(
    _ items: Items, @LayoutElementBuilder _ elements: (Items.Element) throws -> [any LayoutElement]
  ) rethrows where Items.Element: Hashable & Sendable {
    try self.init(items, id: { $0 }, elements)
  }

  /// Appends the elements, one after another.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) { group.append(to: &builder, adjust: adjust) }
}
