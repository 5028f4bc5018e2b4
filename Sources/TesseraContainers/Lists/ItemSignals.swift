public import Tessera

/// What lists tell of people who choose items. The payload is the item.
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
  /// A row is pressed no more; nil: the data lost it.
  public static let unhighlight = ItemSignals.unhighlight
  /// A person selected a row.
  public static let select = ItemSignals.select
  /// A person took a row out of the selection, or selected another where one may be selected at most.
  public static let deselect = ItemSignals.deselect
  /// A person changed the selection; the payload is all of it, in order.
  public static let selectionChange = ItemSignals.selectionChange
  /// The detail button of a row was tapped.
  public static let accessoryTap = Signal<ListIndex>("accessoryTap")
  /// A finger on the titles at the edge brought a section to the top.
  public static let sectionIndexJump = Signal<Int>("sectionIndexJump")
}

extension ItemCollection {
  /// An item was pressed.
  public static let highlight = ItemSignals.highlight
  /// An item is pressed no more; nil: the data lost it.
  public static let unhighlight = ItemSignals.unhighlight
  /// A person selected an item.
  public static let select = ItemSignals.select
  /// A person took an item out of the selection, or selected another where one may be selected at most.
  public static let deselect = ItemSignals.deselect
  /// A person changed the selection; the payload is all of it, in order.
  public static let selectionChange = ItemSignals.selectionChange
}

extension Node where Value == Table {
  /// Calls `perform` with the row that a person selected. Frame loop.
  @discardableResult
  public func onSelect(_ perform: @escaping @Sendable (_ row: ListIndex) -> Void) -> HandlerToken { on(Table.select, perform: perform) }

  /// Calls `perform` with the row that a person took out of the selection. Frame loop.
  @discardableResult
  public func onDeselect(_ perform: @escaping @Sendable (_ row: ListIndex) -> Void) -> HandlerToken { on(Table.deselect, perform: perform) }

  /// Calls `perform` with the row that was pressed. Frame loop.
  @discardableResult
  public func onHighlight(_ perform: @escaping @Sendable (_ row: ListIndex) -> Void) -> HandlerToken {
    on(Table.highlight, perform: perform)
  }

  /// Calls `perform` with the row that is pressed no more; nil: the data lost it. Frame loop.
  @discardableResult
  public func onUnhighlight(_ perform: @escaping @Sendable (_ row: ListIndex?) -> Void) -> HandlerToken {
    on(Table.unhighlight, perform: perform)
  }
}

extension Node where Value == ItemCollection {
  /// Calls `perform` with the item that a person selected. Frame loop.
  @discardableResult
  public func onSelect(_ perform: @escaping @Sendable (_ item: ListIndex) -> Void) -> HandlerToken {
    on(ItemCollection.select, perform: perform)
  }

  /// Calls `perform` with the item that a person took out of the selection. Frame loop.
  @discardableResult
  public func onDeselect(_ perform: @escaping @Sendable (_ item: ListIndex) -> Void) -> HandlerToken {
    on(ItemCollection.deselect, perform: perform)
  }

  /// Calls `perform` with the item that was pressed. Frame loop.
  @discardableResult
  public func onHighlight(_ perform: @escaping @Sendable (_ item: ListIndex) -> Void) -> HandlerToken {
    on(ItemCollection.highlight, perform: perform)
  }

  /// Calls `perform` with the item that is pressed no more; nil: the data lost it. Frame loop.
  @discardableResult
  public func onUnhighlight(_ perform: @escaping @Sendable (_ item: ListIndex?) -> Void) -> HandlerToken {
    on(ItemCollection.unhighlight, perform: perform)
  }
}

extension ItemSignals {
  /// As scene files know them: the payload is the place of the item.
  static let described: [NodeSignal] = [
    NodeSignal(highlight, payload: place, help: "It was pressed: section and item, from 0.") { value($0) },
    NodeSignal(unhighlight, payload: place, help: "It is pressed no more.") { $0.map(value) },
    NodeSignal(select, payload: place, help: "A person selected it: section and item, from 0.") { value($0) },
    NodeSignal(deselect, payload: place, help: "A person took it out of the selection.") { value($0) },
    NodeSignal(selectionChange, payload: .list(place), help: "A person changed the selection: sections and items, in order.") {
      .list($0.map(value))
    },
  ]

  /// Signals that only tables send.
  static let ofTables: [NodeSignal] = [
    NodeSignal(Table.accessoryTap, payload: place, help: "The detail button of a row was tapped: section and item, from 0.") { value($0) },
    NodeSignal(
      Table.sectionIndexJump, payload: .integer(0...1_000_000_000), help: "A finger on the titles at the edge chose a section: from 0."
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
