public import Tessera

/// Closures that create nodes from the keys of a snapshot. They run on workers, several in parallel.
public struct ListCells<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  /// Creates the node of an item.
  public var item: @Sendable (Item, ListIndex) throws -> AnyNode
  /// Creates the header of a section; nil means no headers.
  public var header: (@Sendable (Section, Int) throws -> AnyNode)?
  /// Creates the footer of a section; nil means no footers.
  public var footer: (@Sendable (Section, Int) throws -> AnyNode)?
  /// Returns whether a section has a header; used if `header` is set.
  public var hasHeader: @Sendable (Section) -> Bool = { _ in true }
  /// Returns whether a section has a footer; used if `footer` is set.
  public var hasFooter: @Sendable (Section) -> Bool = { _ in true }
  /// Creates other elements of a layout. Receives the kind, the section and the place of the item or section that the element belongs to.
  public var supplementary: (@Sendable (String, Section, ListIndex) throws -> AnyNode?)?
  /// Updates the node of an item after ``ListSnapshot/reconfigure(_:)``; false means that a new node is created. Default: false.
  public var update: (@Sendable (AnyNode, Item, ListIndex) -> Bool)?

  /// Creates cells.
  ///
  /// - Parameters:
  ///   - item: creates the node of an item.
  ///   - header: creates the header of a section.
  ///   - footer: creates the footer of a section.
  ///   - update: updates the node of an item; false means that it cannot.
  public init(
    item: @escaping @Sendable (Item, ListIndex) throws -> AnyNode, header: (@Sendable (Section, Int) throws -> AnyNode)? = nil,
    footer: (@Sendable (Section, Int) throws -> AnyNode)? = nil, update: (@Sendable (AnyNode, Item, ListIndex) -> Bool)? = nil
  ) {
    self.item = item
    self.header = header
    self.footer = footer
    self.update = update
  }
}

/// Snapshot with the closures that create its nodes: the ``ListSource`` behind `apply(_:)`. A value; any thread.
struct SnapshotSource<Section: Hashable & Sendable, Item: Hashable & Sendable>: ListSource {
  /// Data of the list.
  let snapshot: ListSnapshot<Section, Item>
  /// Closures that create nodes.
  let cells: ListCells<Section, Item>
  let itemCounts: [Int]

  /// Creates a source.
  init(_ snapshot: ListSnapshot<Section, Item>, cells: ListCells<Section, Item>) {
    self.snapshot = snapshot
    self.cells = cells
    itemCounts = snapshot.itemCounts
  }

  func key(of element: ListElement) -> AnyHashable? {
    switch element {
    case .item(let index): snapshot[index].map { AnyHashable($0) }
    case .header(let section), .footer(let section):
      snapshot.sections.indices.contains(section) ? AnyHashable(snapshot.sections[section]) : nil
    case .supplementary(_, let index): snapshot[index].map { AnyHashable($0) }
    }
  }

  func index(of key: AnyHashable) -> ListIndex? { (key.base as? Item).flatMap { snapshot.index(of: $0) } }

  func hasHeader(_ section: Int) -> Bool {
    cells.header != nil && snapshot.sections.indices.contains(section) && cells.hasHeader(snapshot.sections[section])
  }

  func hasFooter(_ section: Int) -> Bool {
    cells.footer != nil && snapshot.sections.indices.contains(section) && cells.hasFooter(snapshot.sections[section])
  }

  func makeNode(for element: ListElement) throws -> AnyNode? {
    guard snapshot.sections.indices.contains(element.section) else { return nil }
    let section = snapshot.sections[element.section]
    switch element {
    case .item(let index): return try snapshot[index].map { try cells.item($0, index) }
    case .header(let number): return try cells.header?(section, number)
    case .footer(let number): return try cells.footer?(section, number)
    case .supplementary(let kind, let index): return try cells.supplementary?(kind, section, index)
    }
  }

  func update(_ node: AnyNode, for element: ListElement) -> Bool {
    guard let index = element.index, let item = snapshot[index], let update = cells.update else { return false }
    return update(node, item, index)
  }

  func changes(since old: any ListSource) throws(ListError) -> ListDiff? {
    guard let old = old as? SnapshotSource<Section, Item> else { return nil }
    // An old snapshot with a duplicate key, shown before it was validated, cannot be compared.
    if (try? old.validate()) == nil {
      try validate()
      return ListDiff(replacing: old.itemCounts, with: itemCounts)
    }
    return try ListDiff(from: old.snapshot, to: snapshot)
  }

  func validate() throws(ListError) { try snapshot.validate() }
}
