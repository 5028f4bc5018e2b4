public import Tessera

extension Pager: StatePreserving {
  /// The page in view.
  public static func preservedState(of node: Node<Pager>) -> AttributeValue? {
    let pager = node.value
    return pager.scrolling.state.hasMoved || pager.currentPage != 0 ? .number(Double(pager.currentPage)) : nil
  }

  public static func restore(_ state: AttributeValue, in node: Node<Pager>) {
    if let page = state.number, page >= 0, page <= 1e9 { node.update { $0.wanted = Int(page) } }
  }
}
