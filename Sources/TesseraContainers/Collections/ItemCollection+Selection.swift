public import Tessera
internal import TesseraGeometry
internal import TesseraRender

extension Node where Value == ItemCollection {
  /// Closures of the program for the items. Any thread.
  public var handlers: CollectionHandlers {
    get { storage.handlers.withLock { $0 } }
    set {
      storage.handlers.withLock { $0 = newValue }
      for element in storage.list.visibleElements { if let index = element.index { updateStyle(of: index) } }
    }
  }

  /// Selected items in order. Items keep their selection when they move. Any thread.
  public var selectedItems: [ListIndex] { storage.choice.withLock { $0.selected.sorted() } }

  /// Item of the keyboard cursor. Any thread.
  public var cursorItem: ListIndex? { storage.choice.withLock { $0.cursor } }

  /// Selects an existing item; in single selection it replaces the selected one. Sends no signal. Any thread.
  public func select(_ item: ListIndex) { applySelection(item) }

  /// Deselects an item. Sends no signal. Any thread.
  public func deselect(_ item: ListIndex) { dropSelection(item) }

  // MARK: How items look

  /// Opacity of a pressed item. Under a pointer the change is a third of that.
  private static var pressedOpacity: Double { 0.6 }
  private static var hoveredOpacity: Double { 1 - (1 - pressedOpacity) / 3 }

  /// Styles the node that shows an item.
  func updateStyle(of index: ListIndex) {
    if let node = storage.list.node(for: .item(index)) { updateStyle(of: index, node) }
  }

  func updateStyle(of index: ListIndex, _ node: AnyNode) {
    let state = state(of: index, node)
    if show(state, of: node) { return }
    let opacity = state.isPressed ? Self.pressedOpacity : state.isHovered ? Self.hoveredOpacity : 1
    let isHoverChange = !state.isPressed && node.opacity != Self.pressedOpacity
    node.show(opacity, \.opacity, isGone: !state.isPressed, isHoverChange: isHoverChange)
    let border = state.isSelected || state.isCursor ? Border(width: state.isSelected ? 3 : 1.5, color: value.selectionColor) : nil
    node.show(border, \.border, isGone: border == nil)
  }

  private func state(of index: ListIndex, _ node: AnyNode) -> ListItemState {
    var state = ListItemState(
      index, storage.choice.withLock { $0 }, hasFocus: focusedNode === self,
      isLifted: storage.lift.withLock { $0?.index == index && $0?.host === node })
    state.layoutValues = storage.list.layoutValues(of: .item(index))
    return state
  }

  /// Passes a state to the node of an item and to the program. Returns whether one of them shows it.
  private func show(_ state: ListItemState, of node: AnyNode) -> Bool {
    let own = handlers.updateAppearance
    return notify(node, own) { state } || own != nil
  }

  /// Passes the values of the layout to the node of an item.
  func updateLayoutValues(of index: ListIndex, _ node: AnyNode) { _ = show(state(of: index, node), of: node) }

  // MARK: Keys

  func key(_ press: KeyPress) -> EventResponse {
    guard press.isDown, press.modifiers.isDisjoint(with: [.control, .alt, .meta]) else { return .ignored }
    // Arrow keys leave a focused node inside an item as they leave any other node.
    if let focused = focusedNode, focused !== self, focused.isInside(self), press.key != .escape { return .ignored }
    switch press.key {
    case .escape where isCarrying: drop(at: nil)
    case .next, .previous:
      let counts = storage.list.source.itemCounts
      guard takesTaps, let cursor = cursorItem else { return .ignored }
      return (press.key == .next ? counts.index(after: cursor) : counts.index(before: cursor)).map(put) ?? .ignored
    case .up: return moveCursor(Point(0, -1))
    case .down: return moveCursor(Point(0, 1))
    case .left: return moveCursor(Point(-1, 0))
    case .right: return moveCursor(Point(1, 0))
    case .home, .end:
      let counts = storage.list.source.itemCounts
      let section = press.key == .home ? counts.firstIndex { $0 > 0 } : counts.lastIndex { $0 > 0 }
      guard takesTaps, let section else { return .ignored }
      return put(ListIndex(section, press.key == .home ? 0 : counts[section] - 1))
    case .enter, .space:
      guard takesTaps, let cursor = cursorItem else { return .ignored }
      choose(cursor)
    default: return .ignored
    }
    return .handled
  }

  /// Moves the cursor to the next item in a direction, as displayed.
  private func moveCursor(_ way: Point) -> EventResponse {
    guard takesTaps else { return .ignored }
    guard let cursor = cursorItem ?? selectedItems.first, let from = contentFrame(of: .item(cursor)) else {
      return visibleElements.lazy.compactMap(\.index).first.map(put) ?? .ignored
    }
    let axis: Axis = way.x != 0 ? .horizontal : .vertical
    let forward = way[axis] > 0
    // One viewport farther is far enough.
    var area = from
    let reach = frame.size[axis] + from.size[axis]
    area.origin[axis] = forward ? from.origin[axis] + from.size[axis] : from.origin[axis] - reach
    area.size[axis] = reach
    area.origin[axis.cross] = -1e6
    area.size[axis.cross] = 2e6
    var best: (index: ListIndex, distance: Double)?
    for element in storage.list.elements(inContent: area) {
      guard case .item(let index) = element, index != cursor, let to = contentFrame(of: element) else { continue }
      let along = (to.origin[axis] + to.size[axis] / 2 - from.origin[axis] - from.size[axis] / 2) * (forward ? 1 : -1)
      let beside = abs(to.origin[axis.cross] + to.size[axis.cross] / 2 - from.origin[axis.cross] - from.size[axis.cross] / 2)
      guard along > 1e-6 else { continue }
      // The distance across the direction counts more than the distance along it.
      let distance = along + beside * 4
      if best.map({ distance < $0.distance }) ?? true { best = (index, distance) }
    }
    return best.map { put($0.index) } ?? .ignored
  }

  private func put(_ index: ListIndex) -> EventResponse {
    guard index != cursorItem else { return .ignored }
    setCursor(index)
    if self.selection == .single { selectByKey(index) }
    scroll(to: index, at: .nearest)
    return .handled
  }
}

extension ItemCollection: ItemChoosing {
  static func choiceRules(of list: Node<ItemCollection>) -> ItemChoiceRules {
    let handlers = list.handlers
    return ItemChoiceRules(
      shouldHighlight: handlers.shouldHighlight, shouldSelect: handlers.shouldSelect, shouldDeselect: handlers.shouldDeselect,
      activate: handlers.activate)
  }

  static func updateStyle(of index: ListIndex, in list: Node<ItemCollection>) { list.updateStyle(of: index) }
}
