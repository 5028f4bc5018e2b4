public import Tessera

extension ItemCollection {
  /// An item was pressed.
  public static let highlight = ItemSignals.highlight
  /// An item is no longer pressed; nil means that it was deleted.
  public static let unhighlight = ItemSignals.unhighlight
  /// The user selected an item.
  public static let select = ItemSignals.select
  /// The user deselected an item, or selected another one in single selection.
  public static let deselect = ItemSignals.deselect
  /// The user changed the selection; the payload is the whole selection, in order.
  public static let selectionChange = ItemSignals.selectionChange
}

extension Node where Value == ItemCollection {
  /// Calls `perform` with the item that the user selected. Frame loop.
  @discardableResult
  public func onSelect(_ perform: @escaping @Sendable (_ item: ListIndex) -> Void) -> HandlerToken {
    on(ItemCollection.select, perform: perform)
  }

  /// Calls `perform` with the item that the user deselected. Frame loop.
  @discardableResult
  public func onDeselect(_ perform: @escaping @Sendable (_ item: ListIndex) -> Void) -> HandlerToken {
    on(ItemCollection.deselect, perform: perform)
  }

  /// Calls `perform` with the item that was pressed. Frame loop.
  @discardableResult
  public func onHighlight(_ perform: @escaping @Sendable (_ item: ListIndex) -> Void) -> HandlerToken {
    on(ItemCollection.highlight, perform: perform)
  }

  /// Calls `perform` with the item that is no longer pressed; nil means that it was deleted. Frame loop.
  @discardableResult
  public func onUnhighlight(_ perform: @escaping @Sendable (_ item: ListIndex?) -> Void) -> HandlerToken {
    on(ItemCollection.unhighlight, perform: perform)
  }
}

extension ItemCollection {
  public static var signals: [NodeSignal] { ItemSignals.described + scrollingSignals }
}
