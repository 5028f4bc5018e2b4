internal import Tessera

/// Rows that are nodes already, from a scene file: a header begins a section, a footer ends it. A value.
struct FixedRows: ListSource {
  private var nodes: [AnyNode] = []
  private var sections: [Section] = []

  private struct Section {
    var header: Int?
    var rows: [Int] = []
    var footer: Int?
  }

  /// Nodes in the order in which they were added.
  var all: [AnyNode] { nodes }
  var isEmpty: Bool { nodes.isEmpty }

  mutating func append(_ node: AnyNode) {
    let number = nodes.count
    nodes.append(node)
    switch node {
    case is Node<TableHeader>: sections.append(Section(header: number))
    case is Node<TableFooter>:
      if sections.isEmpty { sections.append(Section()) }
      sections[sections.count - 1].footer = number
    default:
      if sections.last.map({ $0.footer != nil }) ?? true { sections.append(Section()) }
      sections[sections.count - 1].rows.append(number)
    }
  }

  var itemCounts: [Int] { sections.map(\.rows.count) }
  func hasHeader(_ section: Int) -> Bool { sections.indices.contains(section) && sections[section].header != nil }
  func hasFooter(_ section: Int) -> Bool { sections.indices.contains(section) && sections[section].footer != nil }

  func key(of element: ListElement) -> AnyHashable? { number(of: element).map { AnyHashable(ObjectIdentifier(nodes[$0])) } }
  func index(of key: AnyHashable) -> ListIndex? { nil }

  func makeNode(for element: ListElement) throws -> AnyNode? { number(of: element).map { nodes[$0] } }
  func update(_ node: AnyNode, for element: ListElement) -> Bool { true }

  func changes(since old: any ListSource) throws(ListError) -> ListDiff? {
    // Rows are only appended.
    guard let old = old as? FixedRows, old.sections.count <= sections.count else { return nil }
    let runs = old.sections.enumerated().filter { !$0.element.rows.isEmpty }.map { number, section in
      ListDiff.Run(old: ListIndex(number, 0), new: ListIndex(number, 0), count: section.rows.count, isMoved: false)
    }
    return ListDiff(
      oldCounts: old.itemCounts, newCounts: itemCounts, newSections: old.sections.indices.map { Int32($0) }, movedSections: [], runs: runs,
      updates: [], sectionUpdates: [])
  }

  func validate() throws(ListError) {}

  private func number(of element: ListElement) -> Int? {
    guard sections.indices.contains(element.section) else { return nil }
    let section = sections[element.section]
    return switch element {
    case .header: section.header
    case .footer: section.footer
    case .item(let index): section.rows.indices.contains(index.item) ? section.rows[index.item] : nil
    case .supplementary: nil
    }
  }
}
