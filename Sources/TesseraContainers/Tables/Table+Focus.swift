public import Tessera
internal import TesseraGeometry
public import TesseraRender

// Within a focused table the keyboard cursor's row has the focus; loop.

extension Table {
  /// A table whose rows cannot be selected or activated does not take the focus; nodes inside its rows can.
  public static func isFocusable(_ node: Node<Table>) -> Bool {
    node.takesTaps && node.storage.list.source.itemCounts.contains { $0 > 0 }
  }

  public static func focusArea(in node: Node<Table>) -> RoundedRect? {
    guard let cursor = node.cursorRow, let frame = node.contentFrame(of: .item(cursor)) else { return nil }
    let row = frame.offset(by: node.contentOffset * -1)
    return RoundedRect(row, radii: node.cornerRadii.shared(by: row, in: Rect(size: node.frame.size)))
  }

  /// Rows touch each other and the table's edge, so the ring is inside of the row.
  public static func focusRingReach(in node: Node<Table>) -> Double? { node.cursorRow == nil ? nil : 0 }

  public static func focusArrives(_ arrival: FocusArrival, at node: Node<Table>) {
    let area = arrival.area
    // Focus that leaves the inside of a row returns to that row.
    if let area, Rect(size: node.frame.size).contains(area.center), let row = node.item(at: area.center) { return node.setCursor(row) }
    guard node.cursorRow == nil else { return node.scroll(to: node.cursorRow ?? ListIndex(0, 0), at: .nearest) }
    let visible = node.visibleElements.compactMap(\.index)
    let isBackwards = arrival.direction == .up || arrival.direction == .previous
    var row = (node.selection == .single ? node.selectedRows.first : nil) ?? (isBackwards ? visible.last : visible.first)
    if let area, arrival.direction.axis == .horizontal, node.selectedRows.isEmpty {
      row = node.item(at: Point(node.frame.width / 2, min(max(1, area.midY), node.frame.height - 1))) ?? row
    }
    guard let row else { return }
    node.setCursor(row)
    node.scroll(to: row, at: .nearest)
  }
}

extension CornerRadii {
  /// Returns the radii of the corners that `box` and `part` share.
  fileprivate func shared(by part: Rect, in box: Rect) -> CornerRadii {
    func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 0.5 }
    let (left, right) = (isNear(part.minX, box.minX), isNear(part.maxX, box.maxX))
    let (top, bottom) = (isNear(part.minY, box.minY), isNear(part.maxY, box.maxY))
    return CornerRadii(
      topLeft: top && left ? topLeft : 0, topRight: top && right ? topRight : 0, bottomRight: bottom && right ? bottomRight : 0,
      bottomLeft: bottom && left ? bottomLeft : 0)
  }
}
