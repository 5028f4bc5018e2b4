public import Tessera
internal import TesseraGeometry

extension ItemCollection: StatePreserving {
  /// What lies at the top left corner of the window.
  public var preservedState: AttributeValue { .list([.number(contentOffset.x), .number(contentOffset.y)]) }

  public mutating func restore(_ state: AttributeValue) {
    if let point = state.point { contentOffset = point }
  }
}
