public import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

extension NodeSignal {
  /// A row lit up under a finger.
  public static let highlight = NodeSignal("highlight")
  /// A row is lit up no more.
  public static let unhighlight = NodeSignal("unhighlight")
  /// A person selected a row.
  public static let select = NodeSignal("select")
  /// A person took a row out of the selection, or selected another where one may be selected at most.
  public static let deselect = NodeSignal("deselect")
}

extension Node where Value == Table {
  /// What the program says about rows, and does for them. Any thread.
  public var handlers: TableHandlers {
    get { value.model.state.handlers }
    set {
      value.model.update { $0.handlers = newValue }
      dressAll()
    }
  }

  /// The row that the newest signal (`select`, `deselect`, `highlight`, `unhighlight`) is about. Any thread.
  public var changedRow: ListIndex? { value.model.state.changed }

  /// The rows that are selected, in their order. They stay so wherever they go. Any thread.
  public var selectedRows: [ListIndex] { value.model.state.selected.sorted() }

  /// The row that keys are for. Any thread.
  public var cursorRow: ListIndex? { value.model.state.cursor }

  /// Selects a row, in place of those selected where one may be at most. Sends no signal. Any thread.
  public func select(_ row: ListIndex) {
    guard self.selection != .none else { return }
    let changed = value.model.update { state -> Set<ListIndex> in
      let before = state.selected
      if self.selection == .single { state.selected = [] }
      state.selected.insert(row)
      return before.symmetricDifference(state.selected)
    }
    for row in changed { dress(row) }
  }

  /// Takes a row out of the selection. Sends no signal. Any thread.
  public func deselect(_ row: ListIndex) {
    if value.model.update({ $0.selected.remove(row) }) != nil { dress(row) }
  }

  // MARK: How rows look

  /// Gives the row that is shown for `index` its looks.
  func dress(_ index: ListIndex) {
    if let host = value.list.host(for: .item(index)) as? Node<TableRow> { dress(host) }
  }

  func dressAll() {
    for host in subnodes { if let host = host as? Node<TableRow> { dress(host) } }
  }

  func dress(_ host: Node<TableRow>) {
    let table = value
    let state = table.model.state
    host.update { row in
      let index = row.element.index
      row.separator = index.map { !table.list.isLast($0) } ?? false ? table.separator : nil
      row.isDeletable = table.isEditing && index.map { state.handlers.delete != nil && state.handlers.canDelete?($0) ?? true } ?? false
      row.isMovable = table.isEditing && index.map { state.handlers.move != nil && state.handlers.canMove?($0) ?? true } ?? false
      let swipe = state.swipe.flatMap { $0.index == index ? $0 : nil }
      row.pull = swipe?.distance ?? 0
      // Towards the row's edge the outermost comes first.
      let shown = swipe.map { $0.distance > 0 ? $0.leading : $0.distance < 0 ? $0.trailing : [] } ?? []
      let looks = shown.enumerated().map { RowActionLook(title: $1.title, color: $1.color, titleColor: $1.titleColor, number: $0) }
      row.actions = swipe.map { $0.distance < 0 } ?? false ? looks.reversed() : looks
    }
    let index = host.element.index
    let color: Color? =
      index.map(state.selected.contains) ?? false
      ? table.selectionColor
      : index != nil && index == state.pressed
        ? table.highlightColor
        : index != nil && index == state.cursor && state.swipe == nil && focusedNode === self ? table.highlightColor : nil
    let background = color.map { Paint.color($0) }
    if host.background != background { host.background = background }
  }

  // MARK: What people do; loop

  /// The row at a point of the table's box.
  func row(at point: Point) -> ListIndex? {
    guard let host = value.list.topmost(at: point + value.scrolledBy) else { return nil }
    return host.index
  }

  func press(_ index: ListIndex?) {
    guard let index, self.selection != .none || handlers.activate != nil, !self.isEditing || self.allowsSelectionWhileEditing,
      handlers.shouldHighlight?(index) ?? true
    else { return }
    value.model.update {
      $0.pressed = index
      $0.changed = index
    }
    dress(index)
    send(.highlight)
  }

  func release() {
    let index = value.model.update { state in
      defer {
        state.pressed = nil
        state.isFingerDown = false
      }
      if let index = state.pressed { state.changed = index }
      return state.pressed
    }
    guard let index else { return }
    dress(index)
    send(.unhighlight)
  }

  /// The finger that lit a row up is gone.
  func letGo() {
    value.model.update { $0.isFingerDown = false }
    requestTick(after: 0)
  }

  /// Chooses the row that was lit up by a finger that is gone, where no tap did.
  func endPress() {
    let state = value.model.state
    guard let index = state.pressed, !state.isFingerDown else { return }
    release()
    if state.lift == nil { choose(index) }
  }

  func tap(_ point: Point) {
    if value.model.state.swipe != nil { return closeSwipe() }
    guard let index = row(at: point) else { return release() }
    becomeFocused()
    if value.model.state.pressed != index {
      release()
      press(index)
    }
    release()
    choose(index)
  }

  /// A person chose a row.
  func choose(_ index: ListIndex) {
    let handlers = self.handlers
    setCursor(index)
    guard self.selection != .none, !self.isEditing || self.allowsSelectionWhileEditing else {
      if !self.isEditing { handlers.activate?(index) }
      return
    }
    if value.model.isSelected(index) {
      if self.selection == .multiple {
        if handlers.shouldDeselect?(index) ?? true { tell(.deselect, index) { $0.selected.remove(index) } }
      } else {
        handlers.activate?(index)
      }
      return
    }
    guard handlers.shouldSelect?(index) ?? true else { return }
    if self.selection == .single {
      for other in selectedRows { tell(.deselect, other) { $0.selected.remove(other) } }
    }
    tell(.select, index) { $0.selected.insert(index) }
  }

  /// Keys went to a row of a table of which one row is selected at most.
  func selectByKey(_ index: ListIndex) {
    guard !self.isEditing || self.allowsSelectionWhileEditing, !value.model.isSelected(index), handlers.shouldSelect?(index) ?? true else {
      return
    }
    for other in selectedRows { tell(.deselect, other) { $0.selected.remove(other) } }
    tell(.select, index) { $0.selected.insert(index) }
  }

  private func tell(_ signal: NodeSignal, _ index: ListIndex, _ change: (inout TableModel.State) -> Void) {
    value.model.update {
      change(&$0)
      $0.changed = index
    }
    dress(index)
    send(signal)
  }

  func setCursor(_ index: ListIndex?) {
    let before = value.model.update { state in
      defer { state.cursor = index }
      return state.cursor
    }
    guard before != index else { return }
    if let before { dress(before) }
    if let index { dress(index) }
  }

  /// Deletes a row that a person wants to be gone.
  func delete(_ host: Node<TableRow>) {
    guard let index = host.element.index, handlers.canDelete?(index) ?? true else { return }
    handlers.delete?(index)
  }
}

extension ListCore {
  /// The topmost element at a point in the coordinates of subnodes, those that stick to an edge first.
  func topmost(at point: Point) -> ListElement? {
    lock.withLock {
      guard let placement = state.placement else { return nil }
      let at = Rect(origin: point - state.shift, size: Size(1e-6, 1e-6))
      let visible = state.visible.offset(by: state.shift * -1)
      if let sticky = placement.stickyElements(in: visible).last(where: { ItemFrames.touches(at, $0.frame) }) { return sticky.element }
      return placement.elements(in: at).max { $0.zIndex < $1.zIndex }?.element
    }
  }
}
