public import Tessera
internal import TesseraContainers
public import TesseraGeometry
public import TesseraLayout
internal import TesseraRender

/// Entries with entries below them, which the user opens and closes.
///
/// ```swift
/// Tree([TreeItem("Music", [TreeItem("Opera"), TreeItem("Jazz")]), TreeItem("Pictures")])
/// ```
public struct Tree: ValueObservingType, AccessibleType, TickingType {
  public typealias Storage = TreeStorage

  public static let typeName = "tree"
  public static let summary = "Nested entries that open and close."
  public static let traits: NodeTraits = .drawsOverSubnodes
  /// The user selected an entry; the payload is its id.
  public static let select = Signal<String>("select")
  /// The user opened or closed an entry; the payload is its id.
  public static let toggle = Signal<String>("toggle")

  /// The user moved an entry; the payload is its new place. The tree moves the entry itself.
  public static let move = Signal<TreeMove>("move")
  /// The user renamed an entry; the payload is its id and title. The tree changes the title itself.
  public static let rename = Signal<TreeRename>("rename")

  public var items: [TreeItem] = []
  /// Ids of open entries.
  public var open: Set<String> = []
  /// Id of the selected entry; nil: none.
  public var selected: String?
  /// Whether the user can move entries: a finger that rests on one lifts it, and Alt with an arrow key moves it among its siblings.
  public var reorders = false
  /// Whether the user can rename entries: F2, Enter on the selected entry, and a tap of the selected entry show a field in place of its title.
  public var renames = false

  /// Creates an empty tree.
  public init() {}

  /// Creates a tree.
  public init(_ items: [TreeItem], open: Set<String> = []) { (self.items, self.open) = (items, open) }

  public static var attributes: [NodeAttribute<Tree>] {
    [
      NodeAttribute(
        "entries", \.items, kind: TreeItem.kind, affects: [], help: "Entries: texts, or maps of title, id, detail and entries.",
        get: { .list($0.items.map(\.attributeValue)) }, set: { $0.items = try ($1.list ?? []).map { try TreeItem($0, below: "") } }),
      NodeAttribute(
        "open", \.open, kind: .list(.text), affects: [], help: "Ids of open entries; the id is the path of titles if an entry has none.",
        get: { .list($0.open.sorted().map(AttributeValue.text)) }, set: { $0.open = Set(($1.list ?? []).compactMap(\.text)) }),
      NodeAttribute(
        "selected", \.selected, kind: .text, affects: [], help: "Id of the selected entry; empty: none.", get: { .text($0.selected ?? "") },
        set: { $0.selected = ($1.text ?? "").isEmpty ? nil : $1.text }),
      .boolean("reorders", \.reorders, affects: [], help: "Whether the user can move entries."),
      .boolean("renames", \.renames, affects: [], help: "Whether the user can rename entries, with F2 or a press of the selected one."),
    ]
  }

  public static var signals: [NodeSignal] {
    [
      NodeSignal(select, payload: .text, sets: "selected", help: "The user selected an entry; its id.") { .text($0) },
      NodeSignal(toggle, payload: .text, help: "The user opened or closed an entry; its id.") { .text($0) },
      NodeSignal(
        move, payload: .map(["id": .text, "parent": .text, "index": .integer(0...1_000_000)]),
        help: "The user moved an entry; its id, the id of the entry that contains it (empty at the top level), and its place there."
      ) { $0.attributeValue },
      NodeSignal(
        rename, payload: .map(["id": .text, "title": .text]), help: "The user renamed an entry; its id and its new title."
      ) { .map([("id", .text($0.id)), ("title", .text($0.title))]) },
    ]
  }

  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let table = context.storage(of: Tree.self).table
    return ManualLayout {
      table
    } frames: { size in
      [Rect(size: size)]
    }
  }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { range.clamp(Size(240, 240)) }

  public static func semantics(of node: Node<Tree>) -> NodeSemantics { NodeSemantics(.tree) }

  // MARK: changes

  public static func valueDidChange(_ node: Node<Tree>) {
    let (value, storage) = (node.value, node.storage)
    wire(node)
    let change = storage.state.withLock { state -> (entries: [TreeEntry], isFirst: Bool)? in
      guard state.items != value.items || state.open != value.open else { return nil }
      let isFirst = state.entries.isEmpty
      (state.items, state.open) = (value.items, value.open)
      state.entries = TreeEntry.entries(value.items, open: value.open)
      return (state.entries, isFirst)
    }
    if let change { show(change.entries, animated: !change.isFirst, node) }
    wireMoves(node)
    let wanted = value.selected.flatMap { id in storage.state.withLock { $0.entries.firstIndex { $0.id == id } } }
    let rows = wanted.map { [ListIndex(0, $0)] } ?? []
    guard storage.table.selectedRows != rows else { return }
    for row in storage.table.selectedRows { storage.table.deselect(row) }
    for row in rows { storage.table.select(row) }
  }

  static func show(_ entries: [TreeEntry], animated: Bool, _ node: Node<Tree>) {
    let storage = node.storage
    var snapshot = ListSnapshot(items: entries.map(\.id))
    // Rows that stay show whether they are open.
    snapshot.reconfigure(entries.map(\.id))
    storage.table.apply(snapshot, cells: storage.cells(of: node), animated: animated)
  }

  private static func wire(_ node: Node<Tree>) {
    let isFirst = node.storage.isWired.withLock { isWired in
      defer { isWired = true }
      return !isWired
    }
    guard isFirst else { return }
    wireRenaming(node)
    node.storage.table.onSelect { [weak node] index in
      guard let node, let entry = node.storage.entry(at: index.item) else { return }
      node.selected = entry.id
      node.send(select, entry.id)
    }
  }

  /// Opens or closes an entry.
  static func toggle(_ id: String, _ node: Node<Tree>) {
    node.update { tree in if tree.open.remove(id) == nil { tree.open.insert(id) } }
    node.send(toggle, id)
  }

  // MARK: keys

  /// Opens, closes, and moves to the entry above or below with the arrow keys that rows do not handle.
  public static func handle(_ event: Event, node: Node<Tree>) -> EventResponse {
    guard case .key(let press) = event, press.isDown else { return .ignored }
    if node.storage.state.withLock({ $0.renamed != nil }) {
      guard press.key == .escape else { return .ignored }
      endRenaming(node, keepsTitle: false, keepsFocus: true)
      return .handled
    }
    if press.key == .function(2), press.modifiers.isEmpty { return renameByKey(node) }
    if node.value.reorders, press.modifiers == .alt, press.key == .up || press.key == .down { return move(press.key == .up ? -1 : 1, node) }
    guard press.modifiers.isEmpty else { return .ignored }
    let isRightToLeft = node.environmentValues.direction == .rtl
    let isIn = press.key == (isRightToLeft ? .left : .right)
    guard isIn || press.key == (isRightToLeft ? .right : .left) else { return .ignored }
    let table = node.storage.table
    guard let row = (table.cursorRow ?? table.selectedRows.first)?.item, let entry = node.storage.entry(at: row) else { return .ignored }
    if isIn {
      guard entry.hasItems else { return .ignored }
      if entry.isOpen { move(to: row + 1, node) } else { toggle(entry.id, node) }
      return .handled
    }
    if entry.isOpen {
      toggle(entry.id, node)
      return .handled
    }
    let above = node.storage.state.withLock { state in (0..<row).last { state.entries[$0].level < entry.level } }
    guard let above else { return .ignored }
    move(to: above, node)
    return .handled
  }

  /// Moves the entry of the cursor among its siblings.
  private static func move(_ step: Int, _ node: Node<Tree>) -> EventResponse {
    let table = node.storage.table
    let entries = node.storage.state.withLock { $0.entries }
    guard let row = (table.cursorRow ?? table.selectedRows.first)?.item, let move = TreeMove(row: row, by: step, in: entries) else {
      return .ignored
    }
    apply(move, node)
    return .handled
  }

  private static func move(to row: Int, _ node: Node<Tree>) {
    guard let entry = node.storage.entry(at: row) else { return }
    let table = node.storage.table
    table.scroll(to: ListIndex(0, row), at: .nearest)
    // A tap moves the cursor of the keys as well. A row far away has no node.
    let host = table.subnodes.first { host in host.subnodes.contains { ($0 as? Node<TreeRow>)?.value.entry.id == entry.id } }
    if let host, Table.perform(.activate, onSubnode: host, of: table) { return }
    node.selected = entry.id
    node.send(select, entry.id)
  }
}

/// Node of a tree.
public typealias TreeNode = Node<Tree>
