public import Tessera
public import TesseraGeometry
public import TesseraLayout
public import TesseraRender

/// Rows below one another, in sections with headers and footers: of any number of rows those near the screen have nodes.
///
/// ```swift
/// let table = TableNode(ListSnapshot(items: names)) { name in TextNode(Text(name)) }
/// table.onSelect { row in print("chose", row) }
/// ```
///
/// Its members can be read and set through the node from any thread, as those of every node type.
public struct Table: DataListType, FocusableType, HoverableType {
  public static let typeName = "table"
  public static let summary = "Rows below one another, of which only those near the screen have nodes."

  public typealias Storage = TableStorage

  /// How many rows may be selected.
  public enum Selection: String, Sendable, CaseIterable, Hashable {
    /// None: rows take no taps.
    case none
    /// One at most.
    case single
    /// Any number; a tap on a selected row takes it out.
    case multiple
  }

  /// How it scrolls.
  public var scrolling = Scrolling()
  /// How high rows are, logical units; nil, negative or not a number: as high as what they show. Given heights are cheaper: no row far away has to be estimated.
  public var rowHeight: Double?
  /// How high rows are taken to be that are not measured yet.
  public var estimatedRowHeight = 44.0
  /// Room between rows, and between sections.
  public var rowSpacing = 0.0
  public var sectionSpacing = 0.0
  /// Whether headers stay at the top while their section is in view.
  public var hasStickyHeaders = true
  /// Whether footers stay at the bottom while their section is in view.
  public var hasStickyFooters = false
  /// Room around all rows.
  public var insets = Insets.zero
  /// What stays where it is when the data change.
  public var anchoring = ListAnchoring.automatic
  /// The line between rows; nil: none.
  public var separator: TableSeparator? = TableSeparator()
  /// How many rows may be selected.
  public var selection = Selection.single
  /// Whether rows can be selected while the table is edited.
  public var allowsSelectionWhileEditing = false
  /// Color over the content of a row that is pressed or has the cursor, and of one that is selected: rows with backgrounds show it too. Over the
  /// content its opacity is 0.12 at most; a stronger color also lies behind the row, as it is.
  public var highlightColor = Color.dynamic(light: Color(white: 0, alpha: 0.08), dark: Color(white: 1, alpha: 0.12))
  public var selectionColor = Color(red: 0.13, green: 0.45, blue: 0.9, alpha: 0.2)
  /// Whether rows show what deletes and moves them.
  public var isEditing = false
  /// What rows show at their end. ``TableHandlers/accessory`` says it of single ones.
  public var accessory = RowAccessory.none
  /// Titles at the edge where rows end, one for each section: a finger on them brings the section to the top. None: no titles, and rows are as broad as the table.
  public var sectionIndexTitles: [String] = []
  /// The colour of these titles.
  public var sectionIndexColor = Color(red: 0.13, green: 0.45, blue: 0.9)
  /// Values of a program whose rows these are, see ``DataListType``.
  public var data: ListData?
  /// What the buttons that delete a row are called: on the one beside a row that is pulled aside, and for who cannot see the one of a row that is
  /// edited.
  public var deleteTitle = "Delete"
  /// What the handle that moves a row is called, for who cannot see it.
  public var moveTitle = "Move"

  /// Makes a table with the usual settings.
  public init() {}

  public mutating func take(selection: Selection) { self.selection = selection }

  /// How the rows are arranged.
  var arrangement: SectionedLayout {
    SectionedLayout(
      .vertical,
      section: ListSection(
        .rows(
          length: rowHeight.flatMap { $0 >= 0 ? .fixed($0) : nil } ?? .measured(estimate: estimatedRowHeight), spacing: rowSpacing),
        header: .init(isSticky: hasStickyHeaders), footer: .init(isSticky: hasStickyFooters)),
      sectionSpacing: sectionSpacing)
  }

  public static func invalidation(from old: Table, to new: Table) -> Invalidation {
    var what = Scrolling.invalidation(from: old.scrolling, to: new.scrolling)
    if old.arrangement != new.arrangement || old.insets != new.insets || old.sectionIndexTitles.isEmpty != new.sectionIndexTitles.isEmpty {
      what.formUnion(.layout)
    }
    if old.sectionIndex != new.sectionIndex { what.formUnion(.display) }
    // Rows are given their style when the list is looked at.
    if TableRowStyle(old) != TableRowStyle(new) { what.formUnion([.layout, .scroll]) }
    return what
  }

  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    followSelection(in: context.storage(of: Table.self).list)
    var insets = insets
    if !sectionIndexTitles.isEmpty { insets.right += SectionIndex.breadth }
    return ListPass(
      context.storage(of: Table.self).list, ListArrangement(layout: arrangement, insets: insets, anchoring: anchoring), context
    ).element
  }

  // MARK: Rows

  public static func acceptChild(_ child: AnyNode, node: Node<Table>) -> Bool {
    var rows = (node.storage.list.newestSource as? FixedRows) ?? FixedRows()
    rows.append(child)
    node.apply(source: rows, transition: nil)
    return true
  }

  public static func sceneChildren(of node: Node<Table>) -> [AnyNode] { (node.storage.list.newestSource as? FixedRows)?.all ?? [] }

  public static func makeHost(_ node: AnyNode, for element: ListElement, in list: Node<Table>) -> AnyNode {
    let host = Node(TableRow(node, element))
    list.updateStyle(ofRow: host)
    return host
  }

  public static func updateCells(of list: Node<Table>) {
    list.takeWantedSelection()
    let style = TableRowStyle(list.value)
    if list.storage.rows.withLock({ $0.update(style) }) { list.updateStyles() }
  }

  public static func rename(_ host: AnyNode, to element: ListElement, in list: Node<Table>) {
    guard let host = host as? Node<TableRow> else { return }
    host.update { $0.element = element }
    list.updateStyle(ofRow: host)
  }
}

/// A node that shows a table.
public typealias TableNode = Node<Table>

/// The line between two rows. A value.
public struct TableSeparator: Sendable, Hashable {
  /// Its colour.
  public var color: Color
  /// How far from the row's edges it ends. Left is where lines start.
  public var inset: Insets
  /// How thick it is, logical units; 0: one device pixel.
  public var thickness: Double

  /// Makes a line.
  public init(
    color: Color = Color(red: 0, green: 0, blue: 0, alpha: 0.15), inset: Insets = Insets(top: 0, right: 0, bottom: 0, left: 16),
    thickness: Double = 0
  ) {
    self.color = color
    self.inset = inset
    self.thickness = thickness
  }
}

extension Node where Value == Table {
  /// Makes a table of a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: the rows.
  ///   - row: makes the node of a row; called on workers.
  public convenience init<Section, Item>(
    _ snapshot: ListSnapshot<Section, Item>, row: @escaping @Sendable (Item) throws -> AnyNode
  ) {
    self.init(snapshot, cells: ListCells(item: { item, _ in try row(item) }))
  }

  /// Makes a table of a snapshot, whose rows are elements: `TableNode(rooms) { room in Text(room.title) }`.
  public convenience init<Section, Item, Row: NodeElement>(
    _ snapshot: ListSnapshot<Section, Item>, row: @escaping @Sendable (Item) throws -> Row
  ) {
    self.init(snapshot) { try row($0).makeAnyNode() }
  }

  /// Makes a table of a snapshot, with headers, footers and rows that can be updated.
  public convenience init<Section, Item>(_ snapshot: ListSnapshot<Section, Item>, cells: ListCells<Section, Item>) {
    self.init(Table())
    apply(snapshot, cells: cells, animated: false)
  }

  /// Makes a table of a data source that is told by place; the controller is held.
  public convenience init(_ controller: ListDataController) {
    self.init(Table())
    show(controller)
  }
}
