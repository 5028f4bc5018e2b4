public import Tessera
public import TesseraGeometry
public import TesseraLayout
public import TesseraRender

/// Items in any arrangement: a grid, a flow, a waterfall, a shelf, or a custom layout. Only elements near the viewport have nodes: items,
/// headers, footers and other elements of the layout.
///
/// ```swift
/// let photos = CollectionNode(ListSnapshot(items: names), layout: .grid(GridArrangement(columns: .fixed(3)))) { name in
///   ImageNode(path: name)
/// }
/// ```
///
/// Its members can be read and set through the node from any thread, as for every node type.
public struct ItemCollection: DataListType, FocusableType, HoverableType {
  public static let typeName = "collection"
  public static let summary = "Items in rows, a grid, a flow, a waterfall or a shelf; only items near the viewport have nodes."

  public typealias Storage = CollectionStorage

  /// Scroll settings.
  public var scrolling = Scrolling()
  /// Insets around all content; part of the content.
  public var insets = Insets.zero
  /// Scroll anchor while data change.
  public var anchoring = ListAnchoring.automatic
  /// Number of items that may be selected.
  public var selection = SelectionMode.none
  /// Colour of the border around a selected item, and around the item with the cursor.
  public var selectionColor = Color.theme(.accent)
  /// Arrangement attributes from scene files.
  var form = CollectionForm() { didSet { scrolling.axes = Scrolling.Axes(listLayout.scrollAxes) } }
  /// Layout set by the program.
  private var ownLayout: AnyListLayout?

  /// Values of the program that the collection shows, see ``DataListType``.
  public var data: ListData?

  /// Creates a collection with default settings.
  public init() {}

  public mutating func setSelection(_ selection: SelectionMode) { self.selection = selection }

  /// Layout of the elements. Nodes are kept when it changes; `Node/animate(_:_:)` animates them to their new frames.
  public var listLayout: any ListLayout {
    get { ownLayout?.layout ?? form.layout }
    set {
      ownLayout = AnyListLayout(layout: newValue)
      scrolling.axes = Scrolling.Axes(newValue.scrollAxes)
    }
  }

  /// By hand: the scrolling of the value decides, with the arrangement.
  public static func invalidation(from old: ItemCollection, to new: ItemCollection) -> Invalidation {
    var what = Scrolling.invalidation(from: old.scrolling, to: new.scrolling)
    if old.form != new.form || old.ownLayout != new.ownLayout || old.insets != new.insets { what.formUnion(.layout) }
    return what
  }

  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    readSelection(in: context)
    return ListPass(
      context.storage(of: ItemCollection.self).list, ListArrangement(layout: listLayout, insets: insets, anchoring: anchoring), context
    ).element
  }

  public static func updateCells(of list: Node<ItemCollection>) { list.adoptWantedSelection() }
}

/// Type-erased layout that can be compared. A value.
private struct AnyListLayout: Sendable, Equatable {
  let layout: any ListLayout

  static func == (a: AnyListLayout, b: AnyListLayout) -> Bool {
    func compare<Layout: ListLayout>(_ layout: Layout) -> Bool { (b.layout as? Layout) == layout }
    return compare(a.layout)
  }
}

/// Node that shows a collection.
public typealias CollectionNode = Node<ItemCollection>

extension Node where Value == ItemCollection {
  /// Layout of the elements, see ``ItemCollection/listLayout``. Any thread.
  public var listLayout: any ListLayout {
    get { value.listLayout }
    set { update { $0.listLayout = newValue } }
  }

  /// Creates a collection of a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: items to show.
  ///   - layout: arrangement of the items.
  ///   - item: returns the node of an item; called on workers.
  public convenience init<Section, Item>(
    _ snapshot: ListSnapshot<Section, Item>, layout: some ListLayout, item: @escaping @Sendable (Item) throws -> AnyNode
  ) {
    self.init(snapshot, layout: layout, cells: .init(item: { key, _ in try item(key) }))
  }

  /// Creates a collection of a snapshot, whose items are elements.
  public convenience init<Section, Item, Cell: NodeElement>(
    _ snapshot: ListSnapshot<Section, Item>, layout: some ListLayout, item: @escaping @Sendable (Item) throws -> Cell
  ) {
    self.init(snapshot, layout: layout) { try item($0).makeAnyNode() }
  }

  /// Creates a collection of a snapshot with headers, footers, supplementary elements and updatable items, in any layout.
  public convenience init<Section, Item>(
    _ snapshot: ListSnapshot<Section, Item>, layout: some ListLayout, cells: ListSnapshot<Section, Item>.Cells
  ) {
    self.init(layout: layout)
    apply(snapshot, cells: cells, animated: false)
  }

  /// Creates a collection of a data source with index-based updates. The collection retains the controller.
  public convenience init(_ controller: ListDataController, layout: some ListLayout) {
    self.init(layout: layout)
    show(controller)
  }

  /// Creates a collection of values, see ``DataListType``.
  public convenience init<Item: Sendable, ID: Hashable & Sendable>(
    _ items: [Item], id: @escaping @Sendable (Item) -> ID, layout: some ListLayout, selection: ListSelection<ID>? = nil,
    @LayoutElementBuilder item: @escaping ListData.Row<Item>
  ) {
    var value = ItemCollection(items, id: id, selection: selection, row: item)
    value.listLayout = layout
    self.init(value)
  }

  /// Creates a collection of values, whose items show their state: `item` also receives it, with the values of the layout, and is called again when it
  /// changes.
  public convenience init<Item: Sendable, ID: Hashable & Sendable>(
    _ items: [Item], id: @escaping @Sendable (Item) -> ID, layout: some ListLayout, selection: ListSelection<ID>? = nil,
    @LayoutElementBuilder item: @escaping ListData.StatefulRow<Item>
  ) {
    var value = ItemCollection(items, id: id, selection: selection, row: item)
    value.listLayout = layout
    self.init(value)
  }

  /// Creates a collection without items.
  public convenience init(layout: some ListLayout) {
    var value = ItemCollection()
    value.listLayout = layout
    self.init(value)
  }
}
