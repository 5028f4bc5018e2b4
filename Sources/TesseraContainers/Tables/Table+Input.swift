public import Tessera
public import TesseraGeometry

// Input and ticks of a table; loop.

extension Table {
  public static var recognizers: [GestureRecognizer] {
    let scroll = ScrollEvents.dragRecognizer
    let tap = GestureRecognizer(TapGesture()) { tap in (tap.node as? TableNode)?.tap(tap.reading.location) }
    let press = pressRecognizer { $0.swipe == nil }
    let swipe = GestureRecognizer(
      make: { node in
        guard let table = node as? TableNode, !table.isEditing else { return nil }
        let handlers = table.handlers
        guard handlers.leadingActions != nil || handlers.trailingActions != nil || handlers.delete != nil else { return nil }
        return RowPull(isRightToLeft: table.resolvedDirection == .rtl) { [weak table] in table?.canPull(at: $0, isForward: $1) ?? false }
      },
      perform: { pan in (pan.node as? TableNode)?.swipe(pan) })
    let lift = liftRecognizer(
      after: { $0.isEditing ? StandardMotion.editingLiftDelay : StandardMotion.liftDelay }, willLift: { $0.closeSwipe() })
    for other in [scroll, tap, swipe, lift] { press.allowTogether(with: other) }
    return [sectionIndexRecognizer, scroll, tap, press, swipe, lift]
  }

  public static func handle(_ event: Event, node: Node<Table>) -> EventResponse {
    switch event {
    case .key(let press): return node.key(press) == .handled ? .handled : ScrollEvents.handle(event, node)
    case .focus:
      if let cursor = node.cursorRow { node.updateStyle(of: cursor) }
      return .ignored
    default: return ScrollEvents.handle(event, node)
    }
  }

  /// Marks the row under the pointer if it can be pressed.
  public static func hover(_ node: Node<Table>, at location: Point?) -> EventResponse { node.hover(at: location) }

  public static func tick(_ node: Node<Table>, at time: Double) -> Double? {
    node.endPress(at: time)
    let scrolling = ScrollEvents.tick(node, at: time)
    guard let lifting = node.tickLift(time) else { return scrolling }
    return min(lifting, scrolling ?? lifting)
  }

  public static func isSettling(_ node: Node<Table>) -> Bool { node.physics.isSettling || node.isLanding }

  public static func layoutDidFinish(_ node: Node<Table>) {
    node.endLiftAfterLayout()
    node.storage.list.returnFocus(in: node)
  }

  public static func itemsDidChange(_ diff: ListDiff, in list: Node<Table>) {
    list.moveChoice(diff)
    list.storage.apply(diff)
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    let bars = scrollBars(in: context)
    guard let index = sectionIndex else { return bars.plan }
    let strip = index.strip(in: context.size, isRightToLeft: context.environment.direction == .rtl)
    return .pixels(bounds: bars.bounds.map { strip.union($0) } ?? strip) { canvas in
      index.draw(in: canvas, context)
      bars.draw(in: canvas)
    }
  }

  public static func subnodePlacements(of node: Node<Table>) -> [SubnodePlacement] { node.placementsWithLift }
}

/// Keeps the scroll offset while the screen's content is unloaded.
extension Table: StatePreserving {}
