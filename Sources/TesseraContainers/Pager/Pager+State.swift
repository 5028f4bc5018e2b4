public import Tessera

extension Pager: StatePreserving {
  /// The page in view.
  public var preservedState: AttributeValue? {
    scrolling.state.hasMoved || currentPage != 0 ? .number(Double(currentPage)) : nil
  }

  public mutating func restore(_ state: AttributeValue) {
    if let page = state.number, page >= 0, page <= 1e9 { wanted = Int(page) }
  }
}
