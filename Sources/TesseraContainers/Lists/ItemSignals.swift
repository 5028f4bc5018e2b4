internal import Tessera

/// Signals of lists about items that the user selects. The payload is the item.
enum ItemSignals {
  static let highlight = Signal<ListIndex>("highlight")
  static let unhighlight = Signal<ListIndex?>("unhighlight")
  static let select = Signal<ListIndex>("select")
  static let deselect = Signal<ListIndex>("deselect")
  static let selectionChange = Signal<[ListIndex]>("selectionChange")
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

  /// Kind of a payload that is the place of an item.
  static let place = AttributeKind.map(["section": .integer(0...1_000_000_000), "item": .integer(0...1_000_000_000)])

  /// Returns the payload for an item.
  static func value(_ index: ListIndex) -> AttributeValue {
    .map([("section", .number(Double(index.section))), ("item", .number(Double(index.item)))])
  }
}
