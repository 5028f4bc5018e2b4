public import Tessera
internal import TesseraGeometry

/// Keeps the first item of the viewport besides the offset, because sizes before it are estimated again when the list is recreated.
extension StatePreserving where Self: ListType {
  public static func preservedState(of node: Node<Self>) -> AttributeValue? {
    let scroll = node.physics
    let offset = scroll.contentOffset
    guard scroll.state.hasMoved || offset != .zero else { return nil }
    var numbers = [offset.x, offset.y]
    if let (item, distance) = node.storage.list.state.withLock({ $0.firstItem(at: scroll.state.offset) }) {
      numbers += [Double(item.section), Double(item.item), distance]
    }
    return .list(numbers.map(AttributeValue.number))
  }

  public static func restore(_ state: AttributeValue, in node: Node<Self>) {
    guard case .list(let values) = state else { return }
    let numbers = values.compactMap(\.number)
    guard numbers.count == values.count, numbers.count == 2 || numbers.count == 5 else { return }
    node.contentOffset = Point(numbers[0], numbers[1])
    guard numbers.count == 5, let section = Int(exactly: numbers[2]), let item = Int(exactly: numbers[3]) else { return }
    node.storage.list.setAim(
      ListAim(element: .item(ListIndex(section, item)), position: .start, isAnimated: false, distance: numbers[4]))
  }
}
