public import Tessera

extension Table {
  /// A row was pressed.
  public static let highlight = ItemSignals.highlight
  /// A row is no longer pressed; nil means that it was deleted.
  public static let unhighlight = ItemSignals.unhighlight
  /// The user selected a row.
  public static let select = ItemSignals.select
  /// The user deselected a row, or selected another one in single selection.
  public static let deselect = ItemSignals.deselect
  /// The user changed the selection; the payload is the whole selection, in order.
  public static let selectionChange = ItemSignals.selectionChange
  /// The detail button of a row was tapped.
  public static let accessoryTap = Signal<ListIndex>("accessoryTap")
  /// The user scrolled to a section with the section index at the edge.
  public static let sectionIndexJump = Signal<Int>("sectionIndexJump")
}

extension Node where Value == Table {
  /// Calls `perform` with the row that the user selected. Frame loop.
  @discardableResult
  public func onSelect(_ perform: @escaping @Sendable (_ row: ListIndex) -> Void) -> HandlerToken { on(Table.select, perform: perform) }

  /// Calls `perform` with the row that the user deselected. Frame loop.
  @discardableResult
  public func onDeselect(_ perform: @escaping @Sendable (_ row: ListIndex) -> Void) -> HandlerToken { on(Table.deselect, perform: perform) }

  /// Calls `perform` with the row that was pressed. Frame loop.
  @discardableResult
  public func onHighlight(_ perform: @escaping @Sendable (_ row: ListIndex) -> Void) -> HandlerToken {
    on(Table.highlight, perform: perform)
  }

  /// Calls `perform` with the row that is no longer pressed; nil means that it was deleted. Frame loop.
  @discardableResult
  public func onUnhighlight(_ perform: @escaping @Sendable (_ row: ListIndex?) -> Void) -> HandlerToken {
    on(Table.unhighlight, perform: perform)
  }
}

extension Table {
  /// Signals that only tables send, for scene files.
  private static let ownSignals: [NodeSignal] = [
    NodeSignal(accessoryTap, payload: ItemSignals.place, help: "The user tapped the detail button of a row; section and item, from 0.") {
      ItemSignals.value($0)
    },
    NodeSignal(
      sectionIndexJump, payload: .integer(0...1_000_000_000),
      help: "The user chose a section in the section index; its number, from 0."
    ) {
      .number(Double($0))
    },
  ]

  public static var signals: [NodeSignal] { ItemSignals.described + ownSignals + scrollingSignals }
}
