internal import Tessera

/// Items that are nodes already, in one section: the children of a list in a scene file. A value; any thread.
///
/// It retains all nodes; the list measures and draws those near the viewport.
struct StaticListSource: ListSource {
  /// Nodes in order.
  let nodes: [AnyNode]
  private let snapshot: ListSnapshot<Int, ObjectIdentifier>

  /// Creates a source.
  init(_ nodes: [AnyNode]) {
    self.nodes = nodes
    snapshot = ListSnapshot(items: nodes.map(ObjectIdentifier.init))
  }

  var itemCounts: [Int] { [nodes.count] }
  func key(of element: ListElement) -> AnyHashable? { node(of: element).map { AnyHashable(ObjectIdentifier($0)) } }
  func index(of key: AnyHashable) -> ListIndex? {
    (key.base as? ObjectIdentifier).flatMap { snapshot.index(of: $0) }
  }
  func hasHeader(_ section: Int) -> Bool { false }
  func hasFooter(_ section: Int) -> Bool { false }
  func makeNode(for element: ListElement) throws -> AnyNode? { node(of: element) }
  func update(_ node: AnyNode, for element: ListElement) -> Bool { self.node(of: element) === node }
  func validate() throws(ListError) {}

  func changes(since old: any ListSource) throws(ListError) -> ListDiff? {
    guard let old = old as? StaticListSource else { return nil }
    return try ListDiff(from: old.snapshot, to: snapshot)
  }

  private func node(of element: ListElement) -> AnyNode? {
    guard let index = element.index, index.section == 0, nodes.indices.contains(index.item) else { return nil }
    return nodes[index.item]
  }
}
