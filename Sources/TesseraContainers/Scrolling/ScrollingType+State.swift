public import Tessera
internal import TesseraGeometry

/// How far something is scrolled is kept while its screen has given up its content.
extension StatePreserving where Self: ScrollingType {
  public var preservedState: AttributeValue? {
    guard scrolling.state.hasMoved || contentOffset != .zero else { return nil }
    return .list([.number(contentOffset.x), .number(contentOffset.y)])
  }

  public mutating func restore(_ state: AttributeValue) {
    if let point = state.point { contentOffset = point }
  }
}

extension Scroll: StatePreserving {}
extension Table: StatePreserving {}
extension ItemCollection: StatePreserving {}
