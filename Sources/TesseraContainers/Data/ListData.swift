internal import Synchronization
internal import Tessera
public import TesseraLayout

/// Values of a program for a list, with their row closures and the selection. Initializers of lists create it. A value, equal only to itself and its
/// copies; any thread.
public struct ListData: Sendable, Equatable {
  let source: any ListSource
  /// The ``ItemRecipe`` of the values.
  let recipe: any Sendable
  let selection: SelectionLink?
  let isAnimated: Bool
  /// Called when layouts begin to show the data, or cannot.
  let completion: (@Sendable (Bool) -> Void)?
  private let number = Self.nextNumber()

  init(
    _ source: any ListSource, recipe: any Sendable, selection: SelectionLink?, isAnimated: Bool = true,
    completion: (@Sendable (Bool) -> Void)? = nil
  ) {
    self.source = source
    self.recipe = recipe
    self.selection = selection
    self.isAnimated = isAnimated
    self.completion = completion
  }

  private static let numbers = Atomic<UInt64>(0)

  /// Returns a number that no other data of a list have. Closures cannot be compared, so that values with closures are compared by their numbers.
  static func nextNumber() -> UInt64 { numbers.add(1, ordering: .relaxed).newValue }

  public static func == (a: ListData, b: ListData) -> Bool { a.number == b.number }

  /// Returns the row of an item as elements.
  public typealias Row<Item> = @Sendable (Item) throws -> [any LayoutElement]
  /// Returns the header or footer of a section as an element.
  public typealias Part<Group> = @Sendable (Group) throws -> any LayoutElement
  /// Returns the row of an item and its state as elements.
  public typealias StatefulRow<Item> = @Sendable (Item, ListItemState) throws -> [any LayoutElement]

  static func items<ID: Hashable & Sendable, Item: Sendable>(
    _ items: [Item], _ id: @escaping @Sendable (Item) -> ID, usesState: Bool, _ row: @escaping StatefulRow<Item>,
    header: (any LayoutElement)?, _ selection: ListSelection<ID>?
  ) -> ListData {
    // One section, represented by its items.
    let head: Part<[Item]>? = header.map { header in { @Sendable _ in header } }
    let recipe = ItemRecipe<[Item], Item>(usesState: usesState, row: row, header: head, footer: nil) { recipe, groups in
      SnapshotSource(recipe, [(0, [], groups.first ?? [])], id: id)
    }
    return ListData(recipe.source(recipe, [items]), recipe: recipe, selection: selection?.link)
  }

  static func sections<SectionID: Hashable & Sendable, Group: Sendable, ID: Hashable & Sendable, Item: Sendable>(
    _ sections: [Group], _ id: @escaping @Sendable (Group) -> SectionID, _ items: @escaping @Sendable (Group) -> [Item],
    _ itemID: @escaping @Sendable (Item) -> ID, usesState: Bool, _ row: @escaping StatefulRow<Item>, header: Part<Group>?,
    footer: Part<Group>?,
    _ selection: ListSelection<ID>?
  ) -> ListData {
    let recipe = ItemRecipe<Group, Item>(usesState: usesState, row: row, header: header, footer: footer) { recipe, groups in
      SnapshotSource(recipe, groups.map { (id($0), $0, items($0)) }, id: itemID)
    }
    return ListData(recipe.source(recipe, sections), recipe: recipe, selection: selection?.link)
  }

  /// Returns the same recipe with other values; nil if their type differs.
  func with<Value: Sendable>(items: [Value], isAnimated: Bool, completion: (@Sendable (Bool) -> Void)?) -> ListData? {
    guard let recipe = recipe as? ItemRecipe<[Value], Value> else { return nil }
    return ListData(recipe.source(recipe, [items]), recipe: recipe, selection: selection, isAnimated: isAnimated, completion: completion)
  }

  func with<Group: Sendable, Item: Sendable>(
    sections: [Group], of: Item.Type, isAnimated: Bool, completion: (@Sendable (Bool) -> Void)?
  ) -> ListData? {
    guard let recipe = recipe as? ItemRecipe<Group, Item> else { return nil }
    return ListData(recipe.source(recipe, sections), recipe: recipe, selection: selection, isAnimated: isAnimated, completion: completion)
  }
}
