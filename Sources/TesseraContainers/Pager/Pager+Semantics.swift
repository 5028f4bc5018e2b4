public import Tessera

// Accessibility semantics of pages: all except the current one are hidden.

extension Pager {
  public static func semantics(of node: Node<Pager>) -> NodeSemantics {
    var semantics = NodeSemantics(.group)
    if node.pageCount > 0 { semantics.position = SemanticsPosition(node.currentPage + 1, of: node.pageCount) }
    semantics.actions = node.scrollActions
    return semantics
  }

  public static func semantics(ofSubnode subnode: AnyNode, in node: Node<Pager>) -> NodeSemantics {
    guard let page = node.page(of: subnode), page != node.currentPage else { return NodeSemantics() }
    var semantics = NodeSemantics()
    semantics.isHidden = true
    return semantics
  }
}
