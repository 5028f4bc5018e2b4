internal import Tessera
internal import TesseraGeometry

/// List whose items the user can press, select and activate by touch and by keys.
protocol ItemChoosing: ListType where Storage: ItemChoosingStorage {
  /// Number of items that may be selected.
  var selection: SelectionMode { get }
  /// Rules of the program for selection.
  static func choiceRules(of list: Node<Self>) -> ItemChoiceRules

  /// Styles the node that shows an item. Any thread.
  static func updateStyle(of index: ListIndex, in list: Node<Self>)
}

/// Storage of a list whose items the user can select and carry.
protocol ItemChoosingStorage: ListingStorage {
  /// Selected and pressed items, and the keyboard cursor.
  var choice: Locked<ItemChoice> { get }
  /// Item that the user carries.
  var lift: Locked<ItemLift?> { get }
}

extension ItemChoosing {
  /// Returns a recognizer that highlights the item under a resting finger, whatever gesture follows.
  static func pressRecognizer(_ canPress: @escaping @Sendable (Node<Self>) -> Bool) -> GestureRecognizer {
    GestureRecognizer(
      cancelsTouches: false,
      make: { node in
        guard let list = node as? Node<Self>, !list.isMoving, canPress(list) else { return nil }
        return LongPressGesture(minimumDuration: StandardMotion.pressDelay)
      },
      perform: { press in
        guard let list = press.node as? Node<Self> else { return }
        switch press.phase {
        case .began:
          list.storage.choice.withLock { $0.beginTouch() }
          list.press(list.item(at: press.reading.location))
        case .changed: if abs(press.reading.translation.x) > 8 || abs(press.reading.translation.y) > 8 { list.release() }
        case .cancelled: list.release()
        // If it was a tap, the tap handler does the rest.
        case .ended: list.endTouch()
        default: break
        }
      })
  }
}

// Any thread.

extension Node where Value: ItemChoosing {
  var choiceRules: ItemChoiceRules { Value.choiceRules(of: self) }

  /// Whether items can be selected or activated; not in a disabled part of the tree.
  var takesTaps: Bool { (value.selection != .none || choiceRules.activate != nil) && environmentValues.isEnabled }

  /// Whether an item is carried, or moves to its place.
  var isCarrying: Bool { storage.lift.withLock { $0 != nil } }

  /// Selects an existing item; in single selection it replaces the selected one. Sends no signal.
  func applySelection(_ item: ListIndex) {
    let counts = storage.list.source.itemCounts
    guard value.selection != .none, counts.indices.contains(item.section), (0..<counts[item.section]).contains(item.item) else { return }
    let isSingle = value.selection == .single
    let changed = storage.choice.withLock { choice -> Set<ListIndex> in
      let before = choice.selected
      if isSingle { choice.selected = [] }
      choice.selected.insert(item)
      return before.symmetricDifference(choice.selected)
    }
    for item in changed { Value.updateStyle(of: item, in: self) }
  }

  /// Deselects an item. Sends no signal.
  func dropSelection(_ item: ListIndex) {
    if storage.choice.withLock({ $0.selected.remove(item) }) != nil { Value.updateStyle(of: item, in: self) }
  }

  /// Moves the state of items to their places in other data. If all items of the cursor's section are new, the cursor moves to the first
  /// visible item.
  func moveChoice(_ diff: ListDiff) {
    let (before, tellsLoss) = storage.choice.withLock { choice in
      let before = choice.cursor
      choice.apply(diff)
      return (before, choice.tellsLoss)
    }
    if tellsLoss { requestTick(after: 0) }
    guard let before, diff.newIndex(of: before) == nil else { return }
    if storage.choice.withLock({ $0.cursor == nil }), let first = storage.list.visibleElements.lazy.compactMap(\.index).first {
      storage.choice.withLock { $0.cursor = first }
    }
    if let cursor = storage.choice.withLock({ $0.cursor }) { Value.updateStyle(of: cursor, in: self) }
  }

  func setCursor(_ index: ListIndex?) {
    let before = storage.choice.withLock { choice in
      defer { choice.cursor = index }
      return choice.cursor
    }
    guard before != index else { return }
    if let before { Value.updateStyle(of: before, in: self) }
    if let index { Value.updateStyle(of: index, in: self) }
  }
}

// Input handling; loop.

extension Node where Value: ItemChoosing {
  /// Returns the item at a point of the list's box.
  func item(at point: Point) -> ListIndex? { storage.list.topmost(at: point + physics.state.offset)?.index }

  func press(_ index: ListIndex?) {
    let rules = choiceRules
    guard let index, takesTaps, rules.isOpen, rules.shouldHighlight?(index) ?? true else { return }
    storage.choice.withLock { $0.press(index) }
    Value.updateStyle(of: index, in: self)
    send(ItemSignals.highlight, index)
  }

  /// Handles a pointer over a point of the list's box; nil means that it left. Handled if an item there can be pressed.
  func hover(at point: Point?) -> EventResponse {
    let rules = choiceRules
    let index = point.flatMap { takesTaps && rules.isOpen ? item(at: $0) : nil }.flatMap { rules.shouldHighlight?($0) ?? true ? $0 : nil }
    let before = storage.choice.withLock { $0.hover(over: index) }
    if before != index {
      if let before { Value.updateStyle(of: before, in: self) }
      if let index { Value.updateStyle(of: index, in: self) }
    }
    return index == nil ? .ignored : .handled
  }

  func release() {
    guard let index = storage.choice.withLock({ $0.release() }) else { return requestTick(after: 0) }
    Value.updateStyle(of: index, in: self)
    send(ItemSignals.unhighlight, index)
  }

  /// Ends the touch of the finger that pressed an item.
  func endTouch() {
    storage.choice.withLock { $0.endTouch() }
    requestTick(after: 0)
  }

  /// Chooses the pressed item if its touch ended without a tap, and signals a press whose item was deleted.
  func endPress(at time: Double) {
    let (ended, tellsLoss) = storage.choice.withLock { $0.pass(time) }
    if tellsLoss { send(ItemSignals.unhighlight, nil) }
    guard let ended else { return }
    release()
    if !isCarrying { choose(ended) }
  }

  /// Handles a tap at a point of the list's box.
  func tapItem(at point: Point) {
    // The highlighted item is meant, wherever other data moved it. If it was deleted, nothing is tapped.
    let choice = storage.choice.withLock { $0 }
    guard !choice.isPressLost, let index = choice.pressed ?? item(at: point) else { return release() }
    becomeFocused()
    if choice.pressed == nil { press(index) }
    release()
    choose(index)
  }

  /// Handles the user's choice of an item.
  func choose(_ index: ListIndex) {
    guard environmentValues.isEnabled else { return }
    let (rules, isSelected) = (choiceRules, storage.choice.withLock { $0.selected.contains(index) })
    setCursor(index)
    guard value.selection != .none, rules.isOpen else {
      if !rules.isEditing { rules.activate?(index) }
      return
    }
    guard isSelected else { return selectAsTold(index, rules) }
    if value.selection == .single {
      rules.activate?(index)
    } else if rules.shouldDeselect?(index) ?? true {
      send(ItemSignals.deselect, index) { $0.selected.remove(index) }
      notifySelection()
    }
  }

  /// Selects the item to which keys moved the cursor in a single-selection list.
  func selectByKey(_ index: ListIndex) {
    let rules = choiceRules
    guard rules.isOpen, !storage.choice.withLock({ $0.selected.contains(index) }) else { return }
    selectAsTold(index, rules)
  }

  private func selectAsTold(_ index: ListIndex, _ rules: ItemChoiceRules) {
    guard rules.shouldSelect?(index) ?? true else { return }
    if value.selection == .single {
      for other in storage.choice.withLock({ $0.selected.sorted() }) { send(ItemSignals.deselect, other) { $0.selected.remove(other) } }
    }
    send(ItemSignals.select, index) { $0.selected.insert(index) }
    notifySelection()
  }

  private func send(_ signal: Signal<ListIndex>, _ index: ListIndex, _ change: (inout ItemChoice) -> Void) {
    storage.choice.withLock { change(&$0) }
    Value.updateStyle(of: index, in: self)
    send(signal, index)
  }
}
