internal import Tessera

/// Snapshot with the rows of its keys: the ``ListSource`` of all data with keys. A value; any thread.
struct SnapshotSource<Section: Hashable & Sendable, Item: Hashable & Sendable>: ListSource {
  /// Creation of the rows.
  enum Rows: Sendable {
    /// By closures that get the keys. The program marks those with other content (``ListSnapshot/reconfigure(_:)``).
    case cells(ListSnapshot<Section, Item>.Cells)
    /// From values behind the keys, which are compared.
    case values(any SnapshotValues)
  }

  /// Data of the list.
  let snapshot: ListSnapshot<Section, Item>
  let rows: Rows
  let itemCounts: [Int]

  init(_ snapshot: ListSnapshot<Section, Item>, rows: Rows) {
    self.snapshot = snapshot
    self.rows = rows
    itemCounts = snapshot.itemCounts
  }

  /// Closures that create nodes; nil if they are created from values.
  var cells: ListSnapshot<Section, Item>.Cells? { if case .cells(let cells) = rows { cells } else { nil } }

  func key(of element: ListElement) -> AnyHashable? {
    switch element {
    case .item(let index), .supplementary(_, let index): snapshot[index].map { AnyHashable($0) }
    case .header(let section), .footer(let section): self.section(section).map { AnyHashable($0) }
    }
  }

  func index(of key: AnyHashable) -> ListIndex? { (key.base as? Item).flatMap { snapshot.index(of: $0) } }

  private func section(_ number: Int) -> Section? { snapshot.sections.indices.contains(number) ? snapshot.sections[number] : nil }

  func hasHeader(_ section: Int) -> Bool {
    switch rows {
    case .cells(let cells): cells.header != nil && (self.section(section).map(cells.hasHeader) ?? false)
    case .values(let values): values.hasHeader(section)
    }
  }

  func hasFooter(_ section: Int) -> Bool {
    switch rows {
    case .cells(let cells): cells.footer != nil && (self.section(section).map(cells.hasFooter) ?? false)
    case .values(let values): values.hasFooter(section)
    }
  }

  func makeNode(for element: ListElement) throws -> AnyNode? {
    guard let section = section(element.section) else { return nil }
    switch (rows, element) {
    case (.values(let values), _): return values.content(of: element).map { Node(DataRow(content: $0)) }
    case (.cells(let cells), .item(let index)): return try snapshot[index].map { try cells.item($0, index) }
    case (.cells(let cells), .header(let number)): return try cells.header?(section, number)
    case (.cells(let cells), .footer(let number)): return try cells.footer?(section, number)
    case (.cells(let cells), .supplementary(let kind, let index)): return try cells.supplementary?(kind, section, index)
    }
  }

  func update(_ node: AnyNode, for element: ListElement) -> Bool {
    switch rows {
    case .values(let values):
      guard let row = node as? Node<DataRow>, let content = values.content(of: element) else { return false }
      row.content = content
      return true
    case .cells(let cells):
      guard let index = element.index, let item = snapshot[index], let update = cells.update else { return false }
      return update(node, item, index)
    }
  }

  func changes(since old: any ListSource) throws(ListError) -> ListDiff? {
    guard let old = old as? Self else { return nil }
    // An old snapshot with a duplicate key, shown before it was validated, cannot be compared.
    guard (try? old.validate()) != nil else {
      try validate()
      return ListDiff(replacing: old.itemCounts, with: itemCounts)
    }
    guard let marked = marked(since: old) else { return nil }
    return try ListDiff(from: old.snapshot, to: marked)
  }

  /// Returns the snapshot with marks at the keys whose values have changed; nil if the rows of `old` are made in another way.
  private func marked(since old: Self) -> ListSnapshot<Section, Item>? {
    switch (old.rows, rows) {
    case (.cells, .cells): return snapshot
    case (.values(let former), .values(let values)):
      guard let (rows, sections) = values.changed(from: former, old.snapshot, to: snapshot) else { return nil }
      var result = snapshot
      result.reconfigure(rows)
      result.reconfigureSections(sections)
      return result
    case (.cells, .values), (.values, .cells): return nil
    }
  }

  func validate() throws(ListError) { try snapshot.validate() }
}
