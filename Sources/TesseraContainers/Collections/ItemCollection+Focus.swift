public import Tessera
internal import TesseraGeometry
public import TesseraRender

// Within a focused collection the keyboard cursor's item has the focus; loop.

extension ItemCollection {
  /// A collection whose items cannot be selected or activated does not take the focus; nodes inside its items can.
  public static func isFocusable(_ node: Node<ItemCollection>) -> Bool {
    node.takesTaps && node.storage.list.source.itemCounts.contains { $0 > 0 }
  }

  public static func focusArea(in node: Node<ItemCollection>) -> RoundedRect? {
    guard let cursor = node.cursorItem, let frame = node.contentFrame(of: .item(cursor)) else { return nil }
    return RoundedRect(frame.offset(by: node.contentOffset * -1))
  }

  public static func focusArrives(_ arrival: FocusArrival, at node: Node<ItemCollection>) {
    let area = arrival.area
    // Focus that leaves the inside of an item returns to that item.
    if let area, Rect(size: node.frame.size).contains(area.center), let item = node.item(at: area.center) { return node.setCursor(item) }
    if let cursor = node.cursorItem { return node.scroll(to: cursor, at: .nearest) }
    let visible = node.visibleElements.compactMap(\.index)
    let isBackwards = arrival.direction == .up || arrival.direction == .previous
    var item = node.selectedItems.first ?? (isBackwards ? visible.last : visible.first)
    if let area, arrival.direction.axis != nil, node.selectedItems.isEmpty {
      func distance(_ index: ListIndex) -> Double {
        guard let frame = node.contentFrame(of: .item(index)) else { return .infinity }
        let way = frame.center - area.center - node.contentOffset
        return way.x * way.x + way.y * way.y
      }
      item = visible.min { distance($0) < distance($1) }
    }
    guard let item else { return }
    node.setCursor(item)
    node.scroll(to: item, at: .nearest)
  }
}
