public import Tessera

/// How a list makes nodes from the keys of a snapshot. Closures run on workers, several at once.
public struct ListCells<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  /// Makes the node of an item.
  public var item: @Sendable (Item, ListIndex) throws -> AnyNode
  /// Makes the header of a section; nil: sections have none.
  public var header: (@Sendable (Section, Int) throws -> AnyNode)?
  /// Makes the footer of a section; nil: sections have none.
  public var footer: (@Sendable (Section, Int) throws -> AnyNode)?
  /// Which sections have a header, where `header` is there.
  public var hasHeader: @Sendable (Section) -> Bool = { _ in true }
  /// Which sections have a footer, where `footer` is there.
  public var hasFooter: @Sendable (Section) -> Bool = { _ in true }
  /// Makes what a layout asks for beside these: the kind, the item or section that it belongs to.
  public var supplementary: (@Sendable (String, Section, ListIndex) throws -> AnyNode?)?
  /// Gives the node of an item new content, after ``ListSnapshot/reconfigure(_:)``; false: a new node is made. Default: false.
  public var update: (@Sendable (AnyNode, Item, ListIndex) -> Bool)?

  /// Makes cells.
  ///
  /// - Parameters:
  ///   - item: makes the node of an item.
  ///   - header: makes the header of a section.
  ///   - footer: makes the footer of a section.
  ///   - update: gives the node of an item new content; false: it cannot.
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

/// A snapshot with what makes nodes of it: the ``ListSource`` behind `apply(_:)`. A value; any thread.
public struct SnapshotSource<Section: Hashable & Sendable, Item: Hashable & Sendable>: ListSource {
  /// The data.
  public let snapshot: ListSnapshot<Section, Item>
  /// What makes nodes of it.
  public let cells: ListCells<Section, Item>
  public let itemCounts: [Int]

  /// Makes a source.
  public init(_ snapshot: ListSnapshot<Section, Item>, cells: ListCells<Section, Item>) {
    self.snapshot = snapshot
    self.cells = cells
    itemCounts = snapshot.itemCounts
  }

  public func key(of element: ListElement) -> AnyHashable? {
    switch element {
    case .item(let index): snapshot[index].map { AnyHashable($0) }
    case .header(let section), .footer(let section):
      snapshot.sections.indices.contains(section) ? AnyHashable(snapshot.sections[section]) : nil
    case .supplementary(_, let index): snapshot[index].map { AnyHashable($0) }
    }
  }

  public func index(of key: AnyHashable) -> ListIndex? { (key.base as? Item).flatMap { snapshot.index(of: $0) } }

  public func hasHeader(_ section: Int) -> Bool {
    cells.header != nil && snapshot.sections.indices.contains(section) && cells.hasHeader(snapshot.sections[section])
  }

  public func hasFooter(_ section: Int) -> Bool {
    cells.footer != nil && snapshot.sections.indices.contains(section) && cells.hasFooter(snapshot.sections[section])
  }

  public func makeNode(for element: ListElement) throws -> AnyNode? {
    guard snapshot.sections.indices.contains(element.section) else { return nil }
    let section = snapshot.sections[element.section]
    switch element {
    case .item(let index): return try snapshot[index].map { try cells.item($0, index) }
    case .header(let number): return try cells.header?(section, number)
    case .footer(let number): return try cells.footer?(section, number)
    case .supplementary(let kind, let index): return try cells.supplementary?(kind, section, index)
    }
  }

  public func update(_ node: AnyNode, for element: ListElement) -> Bool {
    guard let index = element.index, let item = snapshot[index], let update = cells.update else { return false }
    return update(node, item, index)
  }

  public func changes(since old: any ListSource) throws(ListError) -> ListDiff? {
    guard let old = old as? SnapshotSource<Section, Item> else { return nil }
    // What was shown before anybody checked it, and has a key twice, says nothing about what stayed.
    if (try? old.validate()) == nil {
      try validate()
      return ListDiff(replacing: old.itemCounts, with: itemCounts)
    }
    return try ListDiff(from: old.snapshot, to: snapshot)
  }

  public func validate() throws(ListError) { try snapshot.validate() }
}
