public import Tessera

extension Pager: StatePreserving {
  /// Returns the index of the current page.
  public static func preservedState(of node: Node<Pager>) -> AttributeValue? {
    let page = node.currentPage
    return node.physics.state.hasMoved || page != 0 ? .number(Double(page)) : nil
  }

  public static func restore(_ state: AttributeValue, in node: Node<Pager>) {
    if let page = state.number, page >= 0, page <= 1e9 { node.storage.pages.withLock { $0.wanted = Int(page) } }
  }
}
