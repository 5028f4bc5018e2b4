/// A node type that inserts and removes subnodes as they approach and leave the screen. This is not visible: only transitions requested at the node
/// itself show it.
public protocol ListContainerType: ScrollContainerType {
  /// Returns the name, for errors, of the item of `node` for whose node `isWanted` returns true, as `item at section 2, item 5`; nil if there is
  /// none. Also called for nodes that are in no layout yet. Frame loop, no lock held.
  static func nameOfItem(of node: Node<Self>, where isWanted: (AnyNode) -> Bool) -> String?
}

extension ListContainerType {
  static func nameOfItem(erased node: AnyNode, where isWanted: (AnyNode) -> Bool) -> String? {
    nameOfItem(of: typed(node), where: isWanted)
  }
}

extension AnyNode {
  var virtualizesSubnodes: Bool { hooks.listContainer != nil }
  func nameOfItem(where isWanted: (AnyNode) -> Bool) -> String? { hooks.listContainer?.nameOfItem(erased: self, where: isWanted) }
}
