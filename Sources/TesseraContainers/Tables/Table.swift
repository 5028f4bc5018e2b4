public import Tessera
public import TesseraGeometry
public import TesseraLayout
public import TesseraRender

/// Rows from top to bottom, in sections with headers and footers. Only rows near the viewport have nodes.
///
/// ```swift
/// let table = TableNode(ListSnapshot(items: names)) { name in TextNode(Text(name)) }
/// table.onSelect { row in print("chose", row) }
/// ```
///
/// Its members can be read and set through the node from any thread, as for every node type.
public struct Table: DataListType, FocusableType, HoverableType {
  public static let typeName = "table"
  public static let summary = "Vertical list of rows; only rows near the viewport have nodes."

  public typealias Storage = TableStorage

  /// Number of rows that may be selected.
  public typealias Selection = SelectionMode

  /// Scroll settings.
  public var scrolling = Scrolling()
  /// Height of rows, logical units; nil, negative or NaN means that of their content. Fixed heights are cheaper, because no heights are
  /// estimated.
  public var rowHeight: Double?
  /// Height of rows that are not measured yet, logical units.
  public var estimatedRowHeight = 44.0
  /// Whether rows of texts and boxes have the margins and the minimum height of the theme. Rows with a padding, a height, a background or a border
  /// of their own are left as they are, and so are rows of other types (`NodeTraits/takesRowPadding`).
  public var padsRows = true
  /// Gaps between rows, and between sections, logical units.
  public var rowSpacing = 0.0
  public var sectionSpacing = 0.0
  /// Whether headers stick to the top while their section is visible.
  public var hasStickyHeaders = true
  /// Whether footers stick to the bottom while their section is visible.
  public var hasStickyFooters = false
  /// Insets around all rows.
  public var insets = Insets.zero
  /// Scroll anchor while data change.
  public var anchoring = ListAnchoring.automatic
  /// Separator between rows; nil means none.
  public var separator: TableSeparator? = TableSeparator()
  /// Number of rows that may be selected.
  public var selection = Selection.single
  /// Whether rows can be selected in editing mode.
  public var allowsSelectionWhileEditing = false
  /// Highlight of a row that is pressed or has the cursor, and of a selected row. It is painted over the content, so that rows with backgrounds show
  /// it, with an opacity of at most 0.12. The rest of a stronger color is painted behind the content.
  public var highlightColor = Color.theme(.ink).opacity(0.12)
  public var selectionColor = Color.theme(.accent).opacity(0.2)
  /// Whether rows show delete buttons and move handles.
  public var isEditing = false
  /// Accessory of all rows. ``TableHandlers/accessory`` overrides it for single rows.
  public var accessory = RowAccessory.none
  /// Titles at the trailing edge, one for each section; touching one scrolls its section to the top. If empty, rows have the full width of the table.
  public var sectionIndexTitles: [String] = []
  /// Colour of the section index titles.
  public var sectionIndexColor = Color.theme(.accent)
  /// Values of a program whose rows these are, see ``DataListType``.
  public var data: ListData?
  /// Title of the delete button of a swiped row, and accessibility label of that in editing mode; nil: "Delete" in the language of the locale.
  public var deleteTitle: String?
  /// Accessibility label of the handle that moves a row; nil: "Move" in the language of the locale.
  public var moveTitle: String?

  /// Creates a table with default settings.
  public init() {}

  public mutating func setSelection(_ selection: Selection) { self.selection = selection }

  /// Distances around the content of rows; nil means none.
  var rowPadding: RowPadding? { padsRows ? RowPadding(isFixed: rowHeight.map { $0 >= 0 } ?? false) : nil }

  /// Layout of the rows.
  var arrangement: SectionedLayout {
    SectionedLayout(
      .vertical,
      section: ListSection(
        .rows(
          length: rowHeight.flatMap { $0 >= 0 ? .fixed($0) : nil } ?? .measured(estimate: estimatedRowHeight), spacing: rowSpacing),
        header: .init(isSticky: hasStickyHeaders), footer: .init(isSticky: hasStickyFooters)),
      sectionSpacing: sectionSpacing)
  }

  /// By hand: the scrolling of the value decides, and a new style reaches the rows by the ranges.
  public static func invalidation(from old: Table, to new: Table) -> Invalidation {
    var what = Scrolling.invalidation(from: old.scrolling, to: new.scrolling)
    if old.arrangement != new.arrangement || old.insets != new.insets || old.sectionIndexTitles.isEmpty != new.sectionIndexTitles.isEmpty {
      what.formUnion(.layout)
    }
    if old.sectionIndex != new.sectionIndex { what.formUnion(.display) }
    // Rows are styled when the list is updated.
    if TableRowStyle(old) != TableRowStyle(new) { what.formUnion([.layout, .scroll]) }
    return what
  }

  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    readSelection(in: context)
    var insets = insets
    if !sectionIndexTitles.isEmpty {
      if context.environment.direction == .rtl { insets.left += SectionIndex.breadth } else { insets.right += SectionIndex.breadth }
    }
    return ListPass(
      context.storage(of: Table.self).list, ListArrangement(layout: arrangement, insets: insets, anchoring: anchoring), context
    ).element
  }

  // MARK: Rows

  public static func acceptChildren(_ children: [AnyNode], node: Node<Table>) -> [AnyNode] {
    var rows = (node.storage.list.newestSource as? FixedRows) ?? FixedRows()
    for child in children { rows.append(child) }
    node.apply(source: rows, transition: nil)
    return []
  }

  public static func sceneChildren(of node: Node<Table>) -> [AnyNode] { (node.storage.list.newestSource as? FixedRows)?.all ?? [] }

  public static func makeHost(_ node: AnyNode, for element: ListElement, in list: Node<Table>) -> AnyNode {
    let host = Node(TableRow(node, element))
    list.updateStyle(ofRow: host)
    return host
  }

  public static func updateCells(of list: Node<Table>) {
    list.adoptWantedSelection()
    let style = TableRowStyle(list.value)
    if list.storage.rows.withLock({ $0.update(style) }) { list.updateStyles() }
  }

  public static func rename(_ host: AnyNode, to element: ListElement, in list: Node<Table>) {
    guard let host = host as? Node<TableRow> else { return }
    host.update { $0.element = element }
    list.updateStyle(ofRow: host)
  }
}

/// Node that shows a table.
public typealias TableNode = Node<Table>

/// Separator between two rows. A value.
public struct TableSeparator: Sendable, Hashable {
  /// Colour of the separator.
  public var color: Color
  /// Distances from the row's edges, logical units. `left` is the edge where lines start.
  public var inset: Insets { didSet { followsText = false } }
  /// Thickness in logical units; 0 means one device pixel.
  public var thickness: Double
  /// Whether the separator begins where the text of padded rows begins, because the program has set no distances.
  var followsText: Bool

  /// Creates a separator.
  ///
  /// - Parameters:
  ///   - color: Color.
  ///   - inset: Distances from the row's edges; nil: it begins where the content of the row begins.
  ///   - thickness: Thickness in logical units; 0 means one device pixel.
  public init(color: Color = .theme(.line), inset: Insets? = nil, thickness: Double = 0) {
    self.color = color
    self.inset = inset ?? Insets(top: 0, right: 0, bottom: 0, left: 16)
    self.thickness = thickness
    followsText = inset == nil
  }
}

extension Node where Value == Table {
  /// Creates a table of a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: rows to show.
  ///   - row: creates the node of a row; called on workers.
  public convenience init<Section, Item>(
    _ snapshot: ListSnapshot<Section, Item>, row: @escaping @Sendable (Item) throws -> AnyNode
  ) {
    self.init(snapshot, cells: .init(item: { item, _ in try row(item) }))
  }

  /// Creates a table of a snapshot, whose rows are elements: `TableNode(rooms) { room in Text(room.title) }`.
  public convenience init<Section, Item, Row: NodeElement>(
    _ snapshot: ListSnapshot<Section, Item>, row: @escaping @Sendable (Item) throws -> Row
  ) {
    self.init(snapshot) { try row($0).makeAnyNode() }
  }

  /// Creates a table of a snapshot, with headers, footers and updatable rows.
  public convenience init<Section, Item>(_ snapshot: ListSnapshot<Section, Item>, cells: ListSnapshot<Section, Item>.Cells) {
    self.init(Table())
    apply(snapshot, cells: cells, animated: false)
  }

  /// Creates a table of a data source with index-based updates. The table retains the controller.
  public convenience init(_ controller: ListDataController) {
    self.init(Table())
    show(controller)
  }
}
