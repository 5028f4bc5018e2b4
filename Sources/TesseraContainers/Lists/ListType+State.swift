public import Tessera
internal import TesseraGeometry

/// Which item was at the start of the window is kept, beside the offset: what lies before it is estimated again when the list comes back.
extension StatePreserving where Self: ListType {
  public static func preservedState(of node: Node<Self>) -> AttributeValue? {
    let value = node.value
    let (scrolling, contentOffset) = (value.scrolling, value.contentOffset)
    guard scrolling.state.hasMoved || contentOffset != .zero else { return nil }
    var numbers = [contentOffset.x, contentOffset.y]
    if let (item, distance) = value.list.firstItem(at: scrolling.state.offset) {
      numbers += [Double(item.section), Double(item.item), distance]
    }
    return .list(numbers.map(AttributeValue.number))
  }

  public static func restore(_ state: AttributeValue, in node: Node<Self>) {
    guard case .list(let values) = state else { return }
    let numbers = values.compactMap(\.number)
    guard numbers.count == values.count, numbers.count == 2 || numbers.count == 5 else { return }
    node.update { $0.contentOffset = Point(numbers[0], numbers[1]) }
    guard numbers.count == 5, let section = Int(exactly: numbers[2]), let item = Int(exactly: numbers[3]) else { return }
    node.value.list.setAim(.init(element: .item(ListIndex(section, item)), position: .start, isAnimated: false, distance: numbers[4]))
  }
}

extension ListCore {
  /// The first item that reaches into the window at `offset`, in the coordinates of subnodes, and how far behind its start the window begins; nil
  /// before the first layout.
  func firstItem(at offset: Point) -> (item: ListIndex, distance: Double)? {
    lock.withLock {
      guard let placement = state.placement, !state.window.isEmpty else { return nil }
      let axis = state.layout.axis
      let start = offset - state.shift
      for place in placement.elements(in: Rect(origin: start, size: state.window)) {
        if case .item(let item) = place.element { return (item, start[axis] - place.frame.origin[axis]) }
      }
      return nil
    }
  }
}
