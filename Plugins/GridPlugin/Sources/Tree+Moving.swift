public import Tessera
internal import TesseraContainers
internal import TesseraGeometry
internal import TesseraRender

// Rows that a finger carries to other places. Frame loop.

extension Tree {
  /// Lets a resting finger lift rows, if the tree reorders.
  static func wireMoves(_ node: Node<Tree>) {
    let (reorders, table) = (node.value.reorders, node.storage.table)
    guard (table.handlers.move != nil) != reorders else { return }
    guard reorders else {
      (table.handlers.move, table.handlers.carry) = (nil, nil)
      return
    }
    table.handlers.move = { [weak node] (from: ListIndex, to: ListIndex) in
      guard let node else { return }
      let entries = node.storage.state.withLock { $0.entries }
      guard let move = TreeMove(row: from.item, to: to.item, in: entries) else { return show(entries, animated: true, node) }
      apply(move, node)
    }
    table.handlers.carry = { [weak node] from, to in if let node { carry(from.item, to?.item, node) } }
  }

  static func apply(_ move: TreeMove, _ node: Node<Tree>) {
    guard let items = node.value.items.moving(move) else { return }
    node.items = items
    node.send(Tree.move, move)
  }

  /// Marks the place of a carried row, and notes the closed entry above it, which opens if the row rests there.
  private static func carry(_ from: Int, _ to: Int?, _ node: Node<Tree>) {
    let (isOther, rests) = node.storage.state.withLock { state -> (Bool, Bool) in
      var (mark, rest): (TreeMark?, TreeRest?) = (nil, nil)
      if let to, let move = TreeMove(row: from, to: to, in: state.entries),
        let before = TreeMove.entries(before: to, in: state.entries, without: from)
      {
        let parent = move.parent.flatMap { id in before.last { $0.id == id } }
        mark = TreeMark(row: to, level: parent.map { $0.level + 1 } ?? 0, parent: move.parent)
        if let above = before.last, above.hasItems, !above.isOpen { rest = TreeRest(id: above.id) }
      }
      let rests = rest != nil && rest?.id != state.rest?.id
      if rest?.id != state.rest?.id { state.rest = rest }
      defer { state.mark = mark }
      return (state.mark != mark, rests)
    }
    if rests { node.requestTick(after: 0) }
    guard isOther else { return }
    node.setNeedsDisplay()
    showTarget(node)
  }

  /// Marks the row of the entry that would contain the carried one.
  private static func showTarget(_ node: Node<Tree>) {
    let parent = node.storage.state.withLock { $0.mark?.parent }
    for row in node.storage.rows { row.isTarget = parent != nil && row.entry.id == parent }
  }

  /// Opens the entry above a carried row that rests.
  public static func tick(_ node: Node<Tree>, at time: Double) -> Double? {
    let (wait, opens) = node.storage.state.withLock { state -> (Double?, String?) in
      guard let rest = state.rest else { return (nil, nil) }
      guard let due = rest.due else {
        state.rest?.due = time + TreeRest.delay
        return (TreeRest.delay, nil)
      }
      guard time >= due else { return (due - time, nil) }
      state.rest = nil
      return (nil, rest.id)
    }
    if let opens, !node.open.contains(opens) { toggle(opens, node) }
    return wait
  }

  /// Draws the mark of a carried row.
  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    let storage = context.storage(of: Tree.self)
    guard let mark = storage.state.withLock({ $0.mark }) else { return .nothing }
    let environment = context.environment
    let frame = mark.frame(
      width: context.size.width, rowHeight: TreeRow.height(environment), scrolledBy: storage.table.contentOffset.y,
      isRightToLeft: environment.direction == .rtl)
    let shape = RoundedRect(frame, radius: environment.theme[.radius1])
    return .pixels(bounds: frame) { $0.drawBorder(Border(width: 2, color: environment.theme.accent), of: shape) }
  }
}
