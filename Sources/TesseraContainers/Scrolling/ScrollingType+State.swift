public import Tessera
internal import TesseraGeometry

/// Keeps the scroll offset while the screen's content is unloaded.
extension StatePreserving where Self: ScrollingType {
  public static func preservedState(of node: Node<Self>) -> AttributeValue? {
    let scroll = node.physics
    guard scroll.state.hasMoved || scroll.contentOffset != .zero else { return nil }
    return .list([.number(scroll.contentOffset.x), .number(scroll.contentOffset.y)])
  }

  public static func restore(_ state: AttributeValue, in node: Node<Self>) {
    if let point = state.point { node.contentOffset = point }
  }
}

extension Scroll: StatePreserving {}
