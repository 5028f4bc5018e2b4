internal import Tessera
internal import TesseraGeometry

/// A list whose items a person can press, select and activate, by fingers and by keys.
protocol ItemChoosing: ListType where Storage: ItemChoosingStorage {
  /// How many items may be selected.
  var selection: Table.Selection { get }
  /// What the program says about choices.
  static func choiceRules(of list: Node<Self>) -> ItemChoiceRules

  /// Gives what is shown for an item its style. Any thread.
  static func updateStyle(of index: ListIndex, in list: Node<Self>)
}

/// What the nodes of a list keep whose items a person can choose and carry.
protocol ItemChoosingStorage: ListingStorage {
  /// What is selected, pressed, and where keys are.
  var choice: Locked<ItemChoice> { get }
  /// The item that a finger carries.
  var lift: Locked<ItemLift?> { get }
}

extension ItemChoosing {
  /// A finger that rests shows what it is on, whatever it does then.
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
          list.storage.choice.withLock { ($0.isFingerDown, $0.isPressLost) = (true, false) }
          list.press(list.item(at: press.reading.location))
        case .changed: if abs(press.reading.translation.x) > 8 || abs(press.reading.translation.y) > 8 { list.release() }
        case .cancelled: list.release()
        // A tap says the rest, where it was one.
        case .ended: list.letGo()
        default: break
        }
      })
  }
}

// Any thread.

extension Node where Value: ItemChoosing {
  var choiceRules: ItemChoiceRules { Value.choiceRules(of: self) }

  /// Whether anything can be done with items.
  var takesTaps: Bool { value.selection != .none || choiceRules.activate != nil }

  /// Whether a finger carries an item, or it goes to its place.
  var isCarrying: Bool { storage.lift.withLock { $0 != nil } }

  /// Selects an item that is there, in place of those selected where one may be at most. Sends no signal.
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

  /// Takes an item out of the selection. Sends no signal.
  func dropSelection(_ item: ListIndex) {
    if storage.choice.withLock({ $0.selected.remove(item) }) != nil { Value.updateStyle(of: item, in: self) }
  }

  /// Takes what is known of items to where other data have these. Where all of its section are others, keys go on from the first item in view.
  func followChoice(_ diff: ListDiff) {
    let (before, tellsLoss) = storage.choice.withLock { choice in
      let before = choice.cursor
      choice.follow(diff)
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

// What people do; loop.

extension Node where Value: ItemChoosing {
  /// The item at a point of the list's box.
  func item(at point: Point) -> ListIndex? { storage.list.topmost(at: point + physics.state.offset)?.index }

  func press(_ index: ListIndex?) {
    let rules = choiceRules
    guard let index, takesTaps, rules.isOpen, rules.shouldHighlight?(index) ?? true else { return }
    storage.choice.withLock { $0.pressed = index }
    Value.updateStyle(of: index, in: self)
    send(ItemSignals.highlight, index)
  }

  /// A pointer is over a point of the list's box; nil: over none. Takes it where there is an item that can be pressed.
  func hover(at point: Point?) -> EventResponse {
    let rules = choiceRules
    let index = point.flatMap { takesTaps && rules.isOpen ? item(at: $0) : nil }.flatMap { rules.shouldHighlight?($0) ?? true ? $0 : nil }
    let before = storage.choice.withLock { choice in
      defer { choice.hovered = index }
      return choice.hovered
    }
    if before != index {
      if let before { Value.updateStyle(of: before, in: self) }
      if let index { Value.updateStyle(of: index, in: self) }
    }
    return index == nil ? .ignored : .handled
  }

  func release() {
    let index = storage.choice.withLock { choice in
      defer { (choice.pressed, choice.isFingerDown) = (nil, false) }
      return choice.pressed
    }
    guard let index else { return requestTick(after: 0) }
    Value.updateStyle(of: index, in: self)
    send(ItemSignals.unhighlight, index)
  }

  /// The finger that pressed an item is gone.
  func letGo() {
    storage.choice.withLock { $0.isFingerDown = false }
    requestTick(after: 0)
  }

  /// Chooses the item that was pressed by a finger that is gone, where no tap did; tells of one that is not there any more.
  func endPress() {
    let (choice, tellsLoss) = storage.choice.withLock { choice in
      let tellsLoss = choice.tellsLoss
      choice.tellsLoss = false
      if !choice.isFingerDown { choice.isPressLost = false }
      return (choice, tellsLoss)
    }
    if tellsLoss { send(ItemSignals.unhighlight, nil) }
    guard let index = choice.pressed, !choice.isFingerDown else { return }
    release()
    if !isCarrying { choose(index) }
  }

  /// A finger tapped at a point of the list's box.
  func tapItem(at point: Point) {
    // What lit up is meant, wherever other data took it; where these lost it, nothing is.
    let choice = storage.choice.withLock { $0 }
    guard !choice.isPressLost, let index = choice.pressed ?? item(at: point) else { return release() }
    becomeFocused()
    if choice.pressed == nil { press(index) }
    release()
    choose(index)
  }

  /// A person chose an item.
  func choose(_ index: ListIndex) {
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
      tell(ItemSignals.deselect, index) { $0.selected.remove(index) }
      tellSelection()
    }
  }

  /// Keys went to an item of a list of which one item is selected at most.
  func selectByKey(_ index: ListIndex) {
    let rules = choiceRules
    guard rules.isOpen, !storage.choice.withLock({ $0.selected.contains(index) }) else { return }
    selectAsTold(index, rules)
  }

  private func selectAsTold(_ index: ListIndex, _ rules: ItemChoiceRules) {
    guard rules.shouldSelect?(index) ?? true else { return }
    if value.selection == .single {
      for other in storage.choice.withLock({ $0.selected.sorted() }) { tell(ItemSignals.deselect, other) { $0.selected.remove(other) } }
    }
    tell(ItemSignals.select, index) { $0.selected.insert(index) }
    tellSelection()
  }

  private func tell(_ signal: Signal<ListIndex>, _ index: ListIndex, _ change: (inout ItemChoice) -> Void) {
    storage.choice.withLock { change(&$0) }
    Value.updateStyle(of: index, in: self)
    send(signal, index)
  }
}
