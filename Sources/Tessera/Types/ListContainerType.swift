/// A node type that brings and takes subnodes as they come near the screen. Their coming and going is not to be seen: only transitions that are asked for at
/// the node itself show it.
public protocol ListContainerType: ScrollContainerType {
  /// Returns the name, for errors, of the item of `node` whose node `isWanted` says yes to, as `item at section 2, item 5`; nil where there is none.
  /// Also asked for nodes that are in no layout yet. Frame loop, no lock held.
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
