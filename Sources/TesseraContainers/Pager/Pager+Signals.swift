public import Tessera

extension Pager {
  /// The current page changed; the payload is its index.
  public static let pageChange = Signal<Int>("pageChange")
}

extension Node where Value == Pager {
  /// Calls `perform` with the index of the new current page. Frame loop.
  @discardableResult
  public func onPageChange(_ perform: @escaping @Sendable (_ page: Int) -> Void) -> HandlerToken { on(Pager.pageChange, perform: perform) }
}

extension Pager {
  public static var signals: [NodeSignal] {
    let page = NodeSignal(
      pageChange, payload: .integer(0...1_000_000), sets: "page", help: "The current page changed; its number, from 0."
    ) {
      .number(Double($0))
    }
    return [page] + scrollingSignals
  }
}
