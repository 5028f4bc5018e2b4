internal import Tessera
internal import TesseraGeometry

// Dragging items in two dimensions.

extension ItemCollection: ItemLifting {
  static func moveRules(of list: Node<ItemCollection>) -> ItemMoveRules {
    let handlers = list.handlers
    return ItemMoveRules(canMove: handlers.canMove, moveTarget: handlers.moveTarget, move: handlers.move)
  }

  static func carried(_ corner: Point, _ own: Rect) -> Point { corner }

  func gaps(from: ListIndex, to: ListIndex, size: Size, in list: ListState) -> [(host: AnyNode, by: Point)] {
    list.gaps(from: from, to: to)
  }

  func landing(from: ListIndex, to: ListIndex, _ own: Rect, in list: ListState) -> Point? {
    list.place(of: from, at: to)
  }

  static func setLifted(_ isLifted: Bool, _ host: AnyNode, in list: Node<ItemCollection>) {
    // A program that styles items itself also styles carried ones.
    if list.handlers.updateAppearance == nil { host.shadow = isLifted ? shadow : nil }
    if let index = list.storage.list.element(of: host)?.index { list.updateStyle(of: index) }
  }
}

extension ListState {
  /// Offsets by which the cells between two places make room for an item that moves from one to the other. Each moves to its neighbour's
  /// place.
  fileprivate func gaps(from: ListIndex, to: ListIndex) -> [(host: AnyNode, by: Point)] {
    guard from != to else { return [] }
    guard let placement else { return [] }
    return cells.all.compactMap { cell in
      guard case .item(let index) = cell.element, index != from, let own = placement.frame(of: cell.element) else { return nil }
      var after = index
      if after.section == from.section, after.item > from.item { after.item -= 1 }
      if after.section == to.section, after.item >= to.item { after.item += 1 }
      guard after != index, let there = placement.frame(of: .item(after)) else { return nil }
      return (cell.host, there.origin - own.origin)
    }
  }

  /// Corner of the place that an item takes when it moves from one place to another, in the coordinates of subnodes.
  fileprivate func place(of from: ListIndex, at to: ListIndex) -> Point? {
    guard let placement else { return nil }
    if let frame = placement.frame(of: .item(to)) { return frame.origin + shift }
    // After the last item of its section.
    return placement.frame(of: .item(ListIndex(to.section, max(0, to.item - 1)))).map { $0.origin + shift }
  }
}
