internal import Tessera
internal import TesseraGeometry

/// Press, hover and focus of a tab bar, and the title that a finger holds. Any thread.
final class TabBarStorage: NodeStorage {
  struct State: Sendable {
    var interaction = InteractionState()
    /// Index of the title on which the touch began.
    var title: Int?
  }

  let state = Locked(State())
}

extension TabBar: LifecycleType, TickingType {
  /// Returns the index of the title at a point, or of the nearest one; nil without titles.
  private static func number(at point: Point, _ tabs: TabsNode, _ node: Node<TabBar>) -> Int? {
    let (count, width) = (node.value.items.count, node.frame.width)
    guard count > 0, width > 0 else { return nil }
    let number = min(count - 1, max(0, Int(point.x / width * Double(count))))
    return tabs.host.isRightToLeft ? count - 1 - number : number
  }

  static func hover(_ node: Node<TabBar>, at location: Point?) -> EventResponse {
    let tabs = node.supernode as? TabsNode
    let hovered = location.flatMap { point in tabs.flatMap { number(at: point, $0, node) } }
    _ = node.interact(.hover(hovered != nil))
    guard hovered != node.value.hovered else { return hovered == nil ? .ignored : .handled }
    node.update { bar in
      bar.hovered = hovered
      bar.updateStates()
    }
    return hovered == nil ? .ignored : .handled
  }

  /// Selects the title on which a touch began and ends.
  static func handle(_ event: Event, node: Node<TabBar>) -> EventResponse {
    guard let tabs = node.supernode as? TabsNode else { return .ignored }
    switch event {
    case .key(let press): return key(press, tabs, node)
    case .focus(let isFocused): return node.interact(.focus(isFocused)).response
    case .touch(let touch):
      guard touch.location.isFinite, let title = number(at: touch.location, tabs, node) else {
        return node.interact(.touch(touch, isInside: false, delaysPress: false)).response
      }
      let isInside = touch.location.y >= 0 && touch.location.y <= node.frame.height
      return node.touch(touch, at: isInside ? title : nil)
    case .text, .composition, .wheel, .contextMenu, .pointerButton: return .ignored
    }
  }

  static func tick(_ node: Node<TabBar>, at time: Double) -> Double? { node.interact(.time(time)).delay }

  static func isSettling(_ node: Node<TabBar>) -> Bool { node.storage.state.withLock { $0.interaction.isSettling } }

  /// Cancels the touch of a bar that leaves the screen.
  static func interfaceStateDidChange(_ node: Node<TabBar>, from old: InterfaceState, to new: InterfaceState) {
    if old == .visible { _ = node.interact(.release) }
  }

  /// Horizontal arrow keys and encoders select the adjacent screen.
  private static func key(_ press: KeyPress, _ tabs: TabsNode, _ node: Node<TabBar>) -> EventResponse {
    guard press.isDown, let direction = FocusDirection(press), direction.axis != .vertical, press.key != .tab else { return .ignored }
    let isReversed = direction.axis == .horizontal && tabs.host.isRightToLeft
    let next = node.value.selected + (direction.isForward != isReversed ? 1 : -1)
    guard node.value.items.indices.contains(next) else { return .ignored }
    tabs.select(next)
    tabs.send(Tabs.change, next)
    return .handled
  }
}

extension Node where Value == TabBar {
  /// Handles a touch at a title; nil means outside of the bar. Frame loop.
  fileprivate func touch(_ touch: Touch, at title: Int?) -> EventResponse {
    let held = storage.state.withLock { $0.title }
    let isInside = touch.phase == .began || title == held
    let outcome = interact(.touch(touch, isInside: isInside, delaysPress: touch.phase == .began && isInScrollingContent), title: title)
    if let delay = outcome.delay { requestTick(after: delay) }
    if outcome.action == .activate, let held, let tabs = supernode as? TabsNode {
      tabs.select(held)
      tabs.send(Tabs.change, held)
    }
    return outcome.response
  }

  /// Handles an input and shows the pressed title. Frame loop.
  /// - Parameter title: the title on which a touch begins.
  fileprivate func interact(_ input: InteractionState.Input, title: Int? = nil) -> InteractionState.Outcome {
    let isEnabled = environmentValues.isEnabled
    let (outcome, pressed) = storage.state.withLock { state in
      let outcome = state.interaction.step(input, isEnabled: isEnabled)
      if outcome.action == .press { state.title = title }
      return (outcome, state.interaction.isPressed ? state.title : nil)
    }
    if value.touched != pressed {
      update { bar in
        bar.touched = pressed
        bar.updateStates()
      }
    }
    return outcome
  }
}
