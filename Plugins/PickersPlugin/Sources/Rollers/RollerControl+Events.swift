internal import ControlsPlugin
public import Tessera
internal import TesseraGeometry

extension RollerControl {
  /// Time within which typed letters belong together, seconds.
  private static var typingTime: Double { 1 }

  public static func handle(_ event: Event, node: Node<Self>) -> EventResponse {
    switch event {
    case .touch(let touch): return handle(touch, node)
    case .key(let press): return handle(press, node)
    case .text(let text): return type(text, node)
    case .wheel(_, let delta):
      // The wheel scrolls the page: only a focused control handles it.
      guard node.storage.state.withLock({ $0.isFocused }), node.canBeTurned, delta.y.isFinite, delta.y != 0 else { return .ignored }
      node.turn(column: node.storage.state.withLock { $0.column }, by: delta.y > 0 ? 1 : -1)
      return .handled
    case .focus(let isFocused):
      node.storage.state.withLock { ($0.isFocused, $0.isEditing, $0.typed, $0.column) = (isFocused, false, "", 0) }
      node.setNeedsDisplay()
      return .handled
    case .contextMenu, .pointerButton, .composition: return .ignored
    }
  }

  // MARK: fingers

  private static func handle(_ touch: Touch, _ node: Node<Self>) -> EventResponse {
    let environment = node.environmentValues
    let columns = node.value.columns(in: environment)
    let frames = node.value.frames(in: node.frame.size, environment)
    if touch.phase == .began {
      guard node.canBeTurned, touch.location.isFinite, let index = frames.column(at: touch.location) else { return .ignored }
      let isTaken = node.storage.state.withLock { state in
        var scroll = state.scrolls[index] ?? RollerScroll(columns[index].index)
        guard scroll.begin(touch) else { return false }
        state.scrolls[index] = scroll
        if !state.isEditing { state.column = index }
        return true
      }
      return isTaken ? .handled : .ignored
    }
    let index = node.storage.state.withLock { $0.scrolls.first { $1.isHeld(by: touch.id) }?.key }
    guard let index, columns.indices.contains(index) else { return .handled }
    let column = columns[index]
    if touch.phase == .moved {
      let limits = column.isEndless ? nil : 0...Double(max(0, column.count - 1))
      node.storage.state.withLock { $0.scrolls[index]?.move(touch, row: frames.row, within: limits) }
      node.setNeedsDisplay()
      return .handled
    }
    let (place, velocity) = node.storage.state.withLock {
      $0.scrolls[index]?.end(touch, row: frames.row, middle: frames.size.height / 2) ?? (column.index, 0)
    }
    node.go(to: node.canBeTurned ? place : column.index, in: index, column, velocity: velocity)
    return .handled
  }

  public static func tick(_ node: Node<Self>, at time: Double) -> Double? {
    let (isMoving, isTyping, hasMoved) = node.storage.state.withLock { state -> (Bool, Double?, Bool) in
      let hasMoved = !state.scrolls.isEmpty
      for index in state.scrolls.keys {
        state.scrolls[index]?.pass(time)
        if state.scrolls[index]?.isAtRest ?? false { state.scrolls[index] = nil }
      }
      var left: Double?
      if !state.typed.isEmpty {
        let until = state.typedUntil ?? time + typingTime
        state.typedUntil = until
        if until <= time + 1e-6 { state.typed = "" } else { left = until - time }
      }
      return (state.scrolls.values.contains { $0.isMoving }, left, hasMoved)
    }
    if hasMoved { node.setNeedsDisplay() }
    return isMoving ? 0 : isTyping
  }

  public static func isSettling(_ node: Node<Self>) -> Bool {
    node.storage.state.withLock { $0.scrolls.values.contains { $0.isMoving } }
  }

  // MARK: keys

  private static func handle(_ press: KeyPress, _ node: Node<Self>) -> EventResponse {
    guard press.isDown, press.modifiers.isEmpty, node.canBeTurned else { return .ignored }
    let environment = node.environmentValues
    let columns = node.value.columns(in: environment)
    let (current, isEditing) = node.storage.state.withLock { (min($0.column, max(0, columns.count - 1)), $0.isEditing) }
    guard columns.indices.contains(current) else { return .ignored }
    let column = columns[current]
    let forward = isMirrored && environment.direction == .rtl ? -1 : 1
    switch press.key {
    case .down, .up: return node.turn(column: current, by: press.key == .down ? 1 : -1) || isEditing ? .handled : .ignored
    case .next where isEditing: node.turn(column: current, by: 1)
    case .previous where isEditing: node.turn(column: current, by: -1)
    case .right: return move(to: current + forward, of: columns.count, node)
    case .left: return move(to: current - forward, of: columns.count, node)
    case .home: node.go(to: 0, in: current, column)
    case .end: node.go(to: column.count - 1, in: current, column)
    case .pageDown, .pageUp:
      let page = Int(RollerFrames.visibleRows(environment))
      node.turn(column: current, by: press.key == .pageDown ? page : -page)
    case .enter where !press.isRepeat, .space where !press.isRepeat: edit(columns, node)
    case .escape where isEditing:
      let before = node.storage.state.withLock { state in
        state.isEditing = false
        return state.rowsBefore
      }
      restore(before, node)
    default: return .ignored
    }
    node.setNeedsDisplay()
    return .handled
  }

  /// Makes another column the one that keys change. Returns `ignored` after the last one, so that the focus moves on.
  private static func move(to column: Int, of count: Int, _ node: Node<Self>) -> EventResponse {
    guard (0..<count).contains(column) else { return .ignored }
    node.storage.state.withLock { ($0.column, $0.typed) = (column, "") }
    node.setNeedsDisplay()
    return .handled
  }

  /// Edits a column, then the next one; ends after the last one.
  private static func edit(_ columns: [RollerColumn], _ node: Node<Self>) {
    node.storage.state.withLock { state in
      state.typed = ""
      if !state.isEditing {
        (state.isEditing, state.rowsBefore) = (true, columns.map(\.index))
      } else if state.column + 1 < columns.count {
        state.column += 1
      } else {
        (state.isEditing, state.column) = (false, 0)
      }
    }
  }

  private static func restore(_ rows: [Int], _ node: Node<Self>) {
    // The last columns first: the day before the month would be limited by the month that is left.
    for _ in 0..<2 {
      for index in rows.indices {
        let columns = node.value.columns(in: node.environmentValues)
        guard columns.indices.contains(index), columns[index].index != rows[index] else { continue }
        node.go(to: rows[index], in: index, columns[index])
      }
    }
  }

  /// Chooses the row whose title is typed. A complete number moves on to the next column.
  private static func type(_ text: String, _ node: Node<Self>) -> EventResponse {
    guard node.canBeTurned, let first = text.first, !first.isWhitespace else { return .ignored }
    let columns = node.value.columns(in: node.environmentValues)
    let (current, typed) = node.storage.state.withLock { (min($0.column, max(0, columns.count - 1)), $0.typed) }
    guard columns.indices.contains(current) else { return .ignored }
    let column = columns[current]
    var letters = typed + text
    var match = column.match(letters)
    if match == .none, !typed.isEmpty {
      letters = text
      match = column.match(letters)
    }
    guard case .row(let row, let isComplete) = match else { return first.isNumber || first.isLetter ? .handled : .ignored }
    let moves = isComplete && current + 1 < columns.count
    node.storage.state.withLock { state in
      (state.typed, state.typedUntil) = (isComplete ? "" : letters, nil)
      if moves { state.column = current + 1 }
    }
    if let row { node.go(to: row, in: current, column) }
    node.setNeedsDisplay()
    node.requestTick(after: 0)
    return .handled
  }
}
