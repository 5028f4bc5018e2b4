internal import Tessera
internal import TesseraGeometry

// Items that are carried anywhere.

extension ItemCollection: ItemLifting {
  var lifting: Locked<ItemLift?> { model.lift }

  var moveRules: ItemMoveRules {
    let handlers = model.state.handlers
    return ItemMoveRules(canMove: handlers.canMove, moveTarget: handlers.moveTarget, move: handlers.move)
  }

  static func carried(_ corner: Point, _ own: Rect) -> Point { corner }

  func gaps(from: ListIndex, to: ListIndex, size: Size) -> [(host: AnyNode, by: Point)] { list.gaps(from: from, to: to) }

  func landing(from: ListIndex, to: ListIndex, _ own: Rect) -> Point? { list.place(of: from, at: to) }

  static func setLifted(_ isLifted: Bool, _ host: AnyNode, in list: Node<ItemCollection>) {
    // What the program says about looks says so of carried ones, too.
    if list.handlers.look == nil { host.shadow = isLifted ? shadow : nil }
    if let index = list.value.list.element(of: host)?.index { list.dress(index) }
  }
}

extension ListCore {
  /// How far the cells between two places make room for an item that goes from one to the other: each lies where its neighbour lay.
  fileprivate func gaps(from: ListIndex, to: ListIndex) -> [(host: AnyNode, by: Point)] {
    guard from != to else { return [] }
    return lock.withLock {
      guard let placement = state.placement else { return [] }
      return state.cells.values.compactMap { cell in
        guard case .item(let index) = cell.element, index != from, let own = placement.frame(of: cell.element) else { return nil }
        var after = index
        if after.section == from.section, after.item > from.item { after.item -= 1 }
        if after.section == to.section, after.item >= to.item { after.item += 1 }
        guard after != index, let there = placement.frame(of: .item(after)) else { return nil }
        return (cell.host, there.origin - own.origin)
      }
    }
  }

  /// The corner of the place that an item will take which goes from one place to another, in the coordinates of subnodes.
  fileprivate func place(of from: ListIndex, at to: ListIndex) -> Point? {
    lock.withLock {
      guard let placement = state.placement else { return nil }
      if let frame = placement.frame(of: .item(to)) { return frame.origin + state.shift }
      // Behind the last of its section.
      return placement.frame(of: .item(ListIndex(to.section, max(0, to.item - 1)))).map { $0.origin + state.shift }
    }
  }
}
