public import Tessera

extension Pager {
  /// Another page than before is the current one; the payload is its number.
  public static let pageChange = Signal<Int>("pageChange")
}

extension Node where Value == Pager {
  /// Calls `perform` with the number of the page that became the current one. Frame loop.
  @discardableResult
  public func onPageChange(_ perform: @escaping @Sendable (_ page: Int) -> Void) -> HandlerToken { on(Pager.pageChange, perform: perform) }
}
