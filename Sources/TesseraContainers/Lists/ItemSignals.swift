public import Tessera

/// Signals of lists about items that the user selects. The payload is the item.
enum ItemSignals {
  static let highlight = Signal<ListIndex>("highlight")
  static let unhighlight = Signal<ListIndex?>("unhighlight")
  static let select = Signal<ListIndex>("select")
  static let deselect = Signal<ListIndex>("deselect")
  static let selectionChange = Signal<[ListIndex]>("selectionChange")
}

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

extension ItemSignals {
  /// Signals for scene files: the payload is the place of the item.
  static let described: [NodeSignal] = [
    NodeSignal(highlight, payload: place, help: "The user pressed an item; section and item, from 0.") { value($0) },
    NodeSignal(unhighlight, payload: place, help: "The item is no longer pressed; section and item, or nothing if it was deleted.") {
      $0.map(value)
    },
    NodeSignal(select, payload: place, help: "The user selected an item; section and item, from 0.") { value($0) },
    NodeSignal(deselect, payload: place, help: "The user deselected an item; section and item, from 0.") { value($0) },
    NodeSignal(selectionChange, payload: .list(place), help: "The user changed the selection; sections and items, in order.") {
      .list($0.map(value))
    },
  ]

  /// Signals that only tables send.
  static let ofTables: [NodeSignal] = [
    NodeSignal(Table.accessoryTap, payload: place, help: "The user tapped the detail button of a row; section and item, from 0.") {
      value($0)
    },
    NodeSignal(
      Table.sectionIndexJump, payload: .integer(0...1_000_000_000),
      help: "The user chose a section in the section index; its number, from 0."
    ) {
      .number(Double($0))
    },
  ]

  private static let place = AttributeKind.map(["section": .integer(0...1_000_000_000), "item": .integer(0...1_000_000_000)])

  private static func value(_ index: ListIndex) -> AttributeValue {
    .map([("section", .number(Double(index.section))), ("item", .number(Double(index.item)))])
  }
}

extension Table {
  public static var signals: [NodeSignal] { ItemSignals.described + ItemSignals.ofTables + scrollingSignals }
}

extension ItemCollection {
  public static var signals: [NodeSignal] { ItemSignals.described + scrollingSignals }
}
