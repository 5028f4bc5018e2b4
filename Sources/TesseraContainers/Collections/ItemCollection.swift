public import Tessera
public import TesseraGeometry
public import TesseraLayout
public import TesseraRender

/// Items in any arrangement: a grid, a flow, a waterfall, a shelf, or a layout of the program's own. Of any number of items those near the screen have
/// nodes; so have headers, footers and whatever else the layout places.
///
/// ```swift
/// let photos = CollectionNode(ListSnapshot(items: names), layout: .grid(GridArrangement(columns: .fixed(3)))) { name in
///   ImageNode(path: name)
/// }
/// ```
///
/// Its members can be read and set through the node from any thread, as those of every node type.
public struct ItemCollection: DataListType, FocusableType, HoverableType {
  public static let typeName = "collection"
  public static let summary = "Items in a grid, a flow, a waterfall or a shelf, of which only those near the screen have nodes."

  public typealias Storage = CollectionStorage

  /// How it scrolls.
  public var scrolling = Scrolling()
  /// Room around all content, which is part of the content.
  public var insets = Insets.zero
  /// What stays where it is when the data change.
  public var anchoring = ListAnchoring.automatic
  /// How many items may be selected.
  public var selection = Table.Selection.none
  /// What lies around an item that is selected.
  public var selectionColor = Color(red: 0.13, green: 0.45, blue: 0.9)
  /// What scene files say of the arrangement.
  var form = CollectionForm() { didSet { scrolling.axes = listLayout.axis == .vertical ? .vertical : .horizontal } }
  /// What the program says of it.
  private var ownLayout: AnyListLayout?

  /// Values of a program whose items these are, see ``DataListType``.
  public var data: ListData?

  /// Makes a collection with the usual settings.
  public init() {}

  public mutating func take(selection: Table.Selection) { self.selection = selection }

  /// How the elements are arranged. Nodes stay when it changes; with `Node/animate(_:_:)` they are seen to go to their new places.
  public var listLayout: any ListLayout {
    get { ownLayout?.layout ?? form.layout }
    set {
      ownLayout = AnyListLayout(layout: newValue)
      scrolling.axes = newValue.axis == .vertical ? .vertical : .horizontal
    }
  }

  /// The collection with its elements in another layout.
  public func listLayout(_ layout: any ListLayout) -> ItemCollection { with(\.listLayout, layout) }

  public static func invalidation(from old: ItemCollection, to new: ItemCollection) -> Invalidation {
    var what = Scrolling.invalidation(from: old.scrolling, to: new.scrolling)
    if old.form != new.form || old.ownLayout != new.ownLayout || old.insets != new.insets { what.formUnion(.layout) }
    return what
  }

  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    followSelection(in: context.storage(of: ItemCollection.self).list)
    return ListPass(
      context.storage(of: ItemCollection.self).list, ListArrangement(layout: listLayout, insets: insets, anchoring: anchoring), context
    ).element
  }

  public static func updateCells(of list: Node<ItemCollection>) { list.takeWantedSelection() }
}

/// A layout of any type, that can be compared with another. A value.
private struct AnyListLayout: Sendable, Equatable {
  let layout: any ListLayout

  static func == (a: AnyListLayout, b: AnyListLayout) -> Bool {
    func compare<Layout: ListLayout>(_ layout: Layout) -> Bool { (b.layout as? Layout) == layout }
    return compare(a.layout)
  }
}

/// A node that shows a collection.
public typealias CollectionNode = Node<ItemCollection>

extension Node where Value == ItemCollection {
  /// How the elements are arranged, see ``ItemCollection/listLayout``. Any thread.
  public var listLayout: any ListLayout {
    get { value.listLayout }
    set { update { $0.listLayout = newValue } }
  }

  /// Makes a collection of a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: the items.
  ///   - layout: how they are arranged.
  ///   - item: makes the node of an item; called on workers.
  public convenience init<Section, Item>(
    _ snapshot: ListSnapshot<Section, Item>, layout: some ListLayout, item: @escaping @Sendable (Item) throws -> AnyNode
  ) {
    self.init(snapshot, layout: layout, cells: ListCells(item: { key, _ in try item(key) }))
  }

  /// Makes a collection of a snapshot, whose items are elements.
  public convenience init<Section, Item, Cell: NodeElement>(
    _ snapshot: ListSnapshot<Section, Item>, layout: some ListLayout, item: @escaping @Sendable (Item) throws -> Cell
  ) {
    self.init(snapshot, layout: layout) { try item($0).makeAnyNode() }
  }

  /// Makes a collection of a snapshot, with headers, footers, supplementary elements and items that can be updated, in any layout.
  public convenience init<Section, Item>(
    _ snapshot: ListSnapshot<Section, Item>, layout: some ListLayout, cells: ListCells<Section, Item>
  ) {
    self.init(layout: layout)
    apply(snapshot, cells: cells, animated: false)
  }

  /// Makes a collection of a data source that is told by place; the controller is held.
  public convenience init(_ controller: ListDataController, layout: some ListLayout) {
    self.init(layout: layout)
    show(controller)
  }

  /// Makes a collection of values, see ``DataListType``.
  public convenience init<Item: Sendable, ID: Hashable & Sendable>(
    _ items: [Item], id: @escaping @Sendable (Item) -> ID, layout: some ListLayout, selection: ListSelection<ID>? = nil,
    @LayoutElementBuilder item: @escaping ListData.Row<Item>
  ) {
    var value = ItemCollection(items, id: id, selection: selection, row: item)
    value.listLayout = layout
    self.init(value)
  }

  /// Makes a collection without items.
  public convenience init(layout: some ListLayout) {
    var value = ItemCollection()
    value.listLayout = layout
    self.init(value)
  }
}
