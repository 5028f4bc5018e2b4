public import Tessera
public import TesseraGeometry

// Input and ticks of a collection; loop.

extension ItemCollection {
  public static var recognizers: [GestureRecognizer] {
    let scroll = ScrollEvents.dragRecognizer
    let tap = GestureRecognizer(
      make: { node in (node as? CollectionNode)?.takesTaps ?? false ? TapGesture() : nil },
      perform: { tap in (tap.node as? CollectionNode)?.tapItem(at: tap.reading.location) })
    let press = pressRecognizer { $0.takesTaps }
    let lift = liftRecognizer(after: { _ in 0.5 })
    for other in [scroll, tap, lift] { press.allowTogether(with: other) }
    return [scroll, tap, press, lift]
  }

  public static func handle(_ event: Event, node: Node<ItemCollection>) -> EventResponse {
    switch event {
    case .key(let press): return node.key(press) == .handled ? .handled : ScrollEvents.handle(event, node)
    case .focus:
      if let cursor = node.cursorItem { node.updateStyle(of: cursor) }
      return .ignored
    default: return ScrollEvents.handle(event, node)
    }
  }

  /// Marks the item under the pointer if it can be pressed.
  public static func hover(_ node: Node<ItemCollection>, at location: Point?) -> EventResponse { node.hover(at: location) }

  public static func tick(_ node: Node<ItemCollection>, at time: Double) -> Double? {
    node.endPress(at: time)
    let scrolling = ScrollEvents.tick(node, at: time)
    guard let lifting = node.tickLift(time) else { return scrolling }
    return min(lifting, scrolling ?? lifting)
  }

  public static func isSettling(_ node: Node<ItemCollection>) -> Bool { node.physics.isSettling || node.isLanding }

  public static func makeHost(_ node: AnyNode, for element: ListElement, in list: Node<ItemCollection>) -> AnyNode {
    guard case .item(let index) = element else { return node }
    if list.selection != .none {
      list.updateStyle(of: index, node)
    } else if !list.storage.list.layoutValues(of: element).isEmpty {
      list.updateLayoutValues(of: index, node)
    }
    return node
  }

  public static func layoutDidFinish(_ node: Node<ItemCollection>) {
    node.endLiftAfterLayout()
    node.storage.list.returnFocus(in: node)
    let list = node.storage.list
    for index in list.dequeueOtherValues() { if let item = list.node(for: .item(index)) { node.updateLayoutValues(of: index, item) } }
  }

  public static func itemsDidChange(_ diff: ListDiff, in list: Node<ItemCollection>) {
    list.moveChoice(diff)
    list.storage.lift.withLock { $0 = $0?.following(diff) }
  }

  public static func subnodePlacements(of node: Node<ItemCollection>) -> [SubnodePlacement] { node.placementsWithLift }
}

/// Keeps the scroll offset while the screen's content is unloaded.
extension ItemCollection: StatePreserving {}
