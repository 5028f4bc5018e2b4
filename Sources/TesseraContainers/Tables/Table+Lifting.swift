internal import Tessera
internal import TesseraGeometry

// Dragging rows vertically.

extension Table: ItemLifting {
  static func moveRules(of list: Node<Table>) -> ItemMoveRules {
    let handlers = list.handlers
    return ItemMoveRules(canMove: handlers.canMove, moveTarget: handlers.moveTarget, move: handlers.move, carry: handlers.carry)
  }

  static func carried(_ corner: Point, _ own: Rect) -> Point { Point(own.minX, corner.y) }

  func gaps(from: ListIndex, to: ListIndex, size: Size, in list: ListState) -> [(host: AnyNode, by: Point)] {
    list.gaps(from: from, to: to, room: size.height + rowSpacing)
  }

  func landing(from: ListIndex, to: ListIndex, _ own: Rect, in list: ListState) -> Point? {
    list.landing(from: from, to: to, own).map { Point(own.minX, $0) }
  }

  static func setLifted(_ isLifted: Bool, _ host: AnyNode, in list: Node<Table>) { host.shadow = isLifted ? shadow : nil }
}

extension ListState {
  /// Returns the offsets by which the cells between two places make room for an item that moves between them.
  fileprivate func gaps(from: ListIndex, to: ListIndex, room: Double) -> [(host: AnyNode, by: Point)] {
    guard from != to else { return [] }
    let (own, other) = (ListElement.item(from).order, ListElement.item(to).order)
    return cells.all.compactMap { cell in
      guard cell.element != .item(from) else { return nil }
      let order = cell.element.order
      if own < other {
        let isBetween = order > own && (from.section == to.section ? order <= other : order < other)
        return isBetween ? (cell.host, Point(0, -room)) : nil
      }
      return order >= other && order < own ? (cell.host, Point(0, room)) : nil
    }
  }

  /// Returns the top of the place that an item takes when it moves from one place to another.
  fileprivate func landing(from: ListIndex, to: ListIndex, _ own: Rect) -> Double? {
    guard from != to, let placement else { return nil }
    func frame(_ element: ListElement) -> Rect? { placement.frame(of: element)?.offset(by: shift) }
    if to < from { return frame(.item(to))?.minY ?? frame(.header(to.section))?.maxY }
    if to.section == from.section { return frame(.item(to)).map { $0.maxY - own.height } }
    if let next = frame(.item(to)) { return next.minY - own.height }
    let last = to.item > 0 ? frame(.item(ListIndex(to.section, to.item - 1))) : frame(.header(to.section))
    return last.map { $0.maxY - own.height }
  }
}
