/// Elements made of the items of a list. What they name is kept by the id of the item, wherever that goes in the list.
///
/// ```swift
/// Column(gap: 8) {
///   ForEach(rooms, id: \.name) { room in Text(room.title) }
/// }
/// ```
public struct ForEach: LayoutElement {
  let group: ElementGroup

  /// Makes the elements of `items`. Ids are unique among them; of items with one id the elements count as the same.
  public init<Items: Sequence, ID: Hashable & Sendable>(
    _ items: Items, id: (Items.Element) -> ID, @LayoutElementBuilder _ elements: (Items.Element) throws -> [any LayoutElement]
  ) rethrows {
    group = ElementGroup(try items.map { (.id(ElementID(id($0))), try elements($0)) })
  }

  /// Makes the elements of `items`, which are their own ids.
  public init<Items: Sequence>(
    _ items: Items, @LayoutElementBuilder _ elements: (Items.Element) throws -> [any LayoutElement]
  ) rethrows where Items.Element: Hashable & Sendable {
    try self.init(items, id: { $0 }, elements)
  }

  /// Appends the elements, one after another.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) { group.append(to: &builder, adjust: adjust) }
}
