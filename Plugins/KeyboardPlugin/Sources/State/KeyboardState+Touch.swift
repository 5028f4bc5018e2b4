internal import Tessera
internal import TesseraGeometry

/// Fingers. Keys act where the finger is lifted; Delete and arrows act when they are touched, and repeat.
extension KeyboardState {
  /// Result of a step: the effect on the text, the key that was used, and the time of the next step.
  struct Step: Sendable, Equatable {
    var output: KeyboardOutput?
    /// Key that acted, for sound and signals.
    var used: BoardKey.Role?
    /// Time at which ``pass(at:)`` must be called; infinite if not.
    var due = Double.infinity
    /// Whether the variants must be shown or hidden.
    var showsVariants = false
  }

  /// Handles a touch in the box of the board.
  mutating func touch(_ touch: Touch, at time: Double) -> Step {
    var step = Step()
    let before = press?.due
    switch touch.phase {
    case .began:
      // A second finger ends the key of the first, as fast typing does.
      if press != nil { step = finish(at: time) }
      setRing(nil)
      guard let key = Board.key(at: touch.location, in: cells, of: board) else { return step }
      begin(key, touch: touch.id, at: touch.location, time, &step)
    case .moved:
      guard let held = press, held.touch == touch.id else { return step }
      step = move(held, to: touch.location, time)
    case .ended:
      guard let held = press, held.touch == touch.id else { return step }
      step = finish(at: time)
    case .cancelled: if press?.touch == touch.id { endPress() }
    }
    // Each step with a time starts a timer.
    if let due = press?.due, due != before { step.due = due }
    return step
  }

  /// Begins a press of a key. Keys that repeat act immediately, unless an earlier key acts in the same step.
  mutating func begin(_ key: Int, touch: Int?, at place: Point, _ time: Double, _ step: inout Step) {
    let pressed = board.keys[key]
    var press = Press(touch: touch, key: key, start: place, began: time)
    if pressed.repeats { press.keyRepeat = KeyRepeat(from: time) }
    if !pressed.variants.isEmpty { press.variantsDue = time + Timing.longPress }
    begin(press)
    guard pressed.repeats, step.output == nil else { return }
    step.used = pressed.role
    step.output = perform(pressed.role, at: time)
  }

  private mutating func move(_ held: Press, to place: Point, _ time: Double) -> Step {
    var step = Step()
    let key = board.keys[held.key]
    if held.variant != nil {
      let index = variantIndex(at: place, of: held.key)
      change { $0.variant = index }
      return step
    }
    if key.role == .space, query == nil {
      if held.caretFrom == nil, abs(place.x - held.start.x) > Self.caretSlop { change { $0.caretFrom = place.x } }
      if let from = press?.caretFrom {
        let steps = ((place.x - from) / Self.caretStep).rounded(.towardZero)
        if steps != 0, steps.isFinite, abs(steps) < 1000 {
          change { $0.caretFrom = from + steps * Self.caretStep }
          step.output = .moveCaret(Int(steps))
        }
        return step
      }
    }
    guard !key.repeats, let other = Board.key(at: place, in: cells, of: board), other != held.key, !board.keys[other].repeats else {
      return step
    }
    let due = board.keys[other].variants.isEmpty ? Double.infinity : time + Timing.longPress
    change { ($0.key, $0.variantsDue) = (other, due) }
    return step
  }

  /// Ends the press: the key acts, or the chosen variant is entered.
  mutating func finish(at time: Double) -> Step {
    var step = Step()
    guard let held = press, board.keys.indices.contains(held.key) else { return step }
    let key = board.keys[held.key]
    endPress()
    step.showsVariants = held.variant != nil
    if key.repeats || held.caretFrom != nil { return step }
    var role = key.role
    if let variant = held.variant, key.variants.indices.contains(variant) { role = .text(key.variants[variant]) }
    step.used = role
    step.output = perform(role, at: time)
    return step
  }

  /// Handles the passing of time: repeats, variants.
  mutating func pass(at time: Double) -> Step {
    var step = Step()
    guard let held = press, board.keys.indices.contains(held.key) else { return step }
    guard held.due <= time + 1e-6 else {
      step.due = held.due
      return step
    }
    let key = board.keys[held.key]
    guard key.repeats else {
      guard held.caretFrom == nil, !key.variants.isEmpty, held.variant == nil else { return step }
      change { ($0.variant, $0.variantsDue) = (0, .infinity) }
      step.showsVariants = true
      return step
    }
    // Keys of a device have no time: the first repeat tells when the press began.
    if held.touch == nil, held.keyRepeat?.count == 0 { change { $0.began = time - KeyRepeat.delay } }
    change { _ = $0.keyRepeat?.pass(time) }
    step.used = key.role
    step.output = perform(key.role, at: time)
    if step.output == .delete(byWord: false), time - held.began >= Timing.wordDelay { step.output = .delete(byWord: true) }
    step.due = press?.due ?? .infinity
    return step
  }

  // MARK: variants

  /// Returns the frames of a key's variants: a row above the key, inside of the board's width.
  func variantFrames(of key: Int) -> [Rect] {
    guard cells.indices.contains(key) else { return [] }
    let (cell, count) = (cells[key], board.keys[key].variants.count)
    let right = cells.map(\.maxX).max() ?? 0
    let width = min(max(36, cell.width), count > 0 ? right / Double(count) : 0)
    let total = width * Double(count)
    let start = max(0, min(cell.midX - width / 2, right - total))
    return (0..<count).map { Rect(start + Double($0) * width, cell.minY - max(36, cell.height) - 4, width, max(36, cell.height)) }
  }

  private func variantIndex(at place: Point, of key: Int) -> Int {
    let frames = variantFrames(of: key)
    return frames.firstIndex { place.x < $0.maxX } ?? max(0, frames.count - 1)
  }
}
