internal import TesseraGeometry

/// Resolves which of the gestures that share touches wins. A value without a clock: it receives touches and times, and returns effects.
struct GestureArena {
  /// Recognizer that may observe a new touch.
  struct Candidate {
    let recognizer: GestureRecognizer
    let node: AnyNode
    /// Number of nodes between the touched node and this one; 0 for the touched node.
    let distance: Int
    /// Transform from the stage's coordinates to those of the node's box.
    let toNode: Transform
  }

  /// Action to perform.
  enum Effect {
    case report(GestureRecognizer, GestureEvent)
    /// The nodes that handle these touches receive no more of them.
    case cancelTouches(Set<Int>)
  }

  /// Possible gesture: a recognizer on a node, from its first touch to its end.
  private struct Slot {
    let recognizer: GestureRecognizer
    let node: AnyNode
    let distance: Int
    let order: Int
    let toNode: Transform
    var gesture: any Gesture
    /// Current touches.
    var touches: Set<Int> = []
    /// All touches since its start.
    var seen: Set<Int> = []
    /// Whether it has won or lost, and the last reported phase.
    var hasWon = false
    var isOut = false
    var reported = GesturePhase.possible
    var toldReading: GestureReading?

    /// Whether it may still win.
    var isOpen: Bool { !hasWon && !isOut && (gesture.phase == .possible || wants) }
    /// Whether it has been recognized.
    var wants: Bool {
      !hasWon && !isOut && (gesture.phase == .began || gesture.phase == .changed || gesture.phase == .ended)
    }
  }

  private var slots: [Slot] = []
  private var order = 0

  /// Whether there is no gesture.
  var isEmpty: Bool { slots.isEmpty }

  /// Time of the next ``pass(_:)`` call without movement.
  var deadline: Double? { slots.compactMap { $0.isOut || $0.hasWon ? nil : $0.gesture.deadline }.min() }

  /// Whether a gesture without touches waits for a deadline.
  var isUndecided: Bool { slots.contains { !$0.isOut && !$0.hasWon && $0.touches.isEmpty && $0.gesture.deadline != nil } }

  /// Returns whether nodes do not receive this touch because it belongs to a gesture that cancels touches.
  func takesAway(_ touch: Int) -> Bool { slots.contains { $0.hasWon && $0.recognizer.cancelsTouches && $0.touches.contains(touch) } }

  /// Begins a touch that `candidates` observe.
  mutating func begin(_ touch: Touch, _ candidates: [Candidate]) -> [Effect] {
    // A deadline may have passed before the touch began.
    var effects = pass(touch.time)
    var watching: [(slot: Int, isNew: Bool)] = []
    for candidate in candidates {
      let known = slots.firstIndex { $0.recognizer === candidate.recognizer && $0.node === candidate.node }
      if known == nil {
        guard let gesture = candidate.recognizer.gesture(for: candidate.node) else { continue }
        order += 1
        slots.append(
          Slot(
            recognizer: candidate.recognizer, node: candidate.node, distance: candidate.distance, order: order, toNode: candidate.toNode,
            gesture: gesture))
      }
      let i = known ?? slots.count - 1
      slots[i].touches.insert(touch.id)
      slots[i].seen.insert(touch.id)
      watching.append((i, known == nil))
    }
    for (i, isNew) in watching {
      // A new gesture loses if a rival that has won receives the touch too.
      if isNew, slots.indices.contains(where: { $0 != i && slots[$0].hasWon && isRival($0, i) }) { slots[i].isOut = true }
      feed(i, touch)
    }
    effects += resolve(touch.time)
    sweep()
    return effects
  }

  /// Handles a move or the end of a touch that began here.
  mutating func move(_ touch: Touch) -> [Effect] {
    var effects = pass(touch.time)
    for i in slots.indices where slots[i].touches.contains(touch.id) {
      feed(i, touch)
    }
    effects += resolve(touch.time)
    if touch.phase == .ended || touch.phase == .cancelled {
      for i in slots.indices { slots[i].touches.remove(touch.id) }
    }
    sweep()
    return effects
  }

  /// Handles the passing of time.
  mutating func pass(_ time: Double) -> [Effect] {
    var isDue = false
    for i in slots.indices where !slots[i].isOut && !slots[i].hasWon {
      guard let deadline = slots[i].gesture.deadline, deadline <= time + 1e-6 else { continue }
      slots[i].gesture.pass(max(time, deadline))
      isDue = true
    }
    guard isDue else { return [] }
    let effects = resolve(time)
    sweep()
    return effects
  }

  /// Handles that a node handled `touch` itself: gestures of its ancestors that apply to the touched node only lose.
  mutating func yield(_ touch: Touch, toHandlerAt distance: Int) -> [Effect] {
    for i in slots.indices where slots[i].touches.contains(touch.id) && slots[i].distance > distance && !slots[i].hasWon {
      if slots[i].gesture.yieldsToHandlers { slots[i].isOut = true }
    }
    let effects = resolve(touch.time)
    sweep()
    return effects
  }

  /// Cancels the gestures of nodes that are removed.
  mutating func leave(_ time: Double, where isGone: (AnyNode) -> Bool) -> [Effect] {
    var effects: [Effect] = []
    for i in slots.indices where isGone(slots[i].node) {
      if slots[i].hasWon, slots[i].reported == .began || slots[i].reported == .changed {
        effects.append(.report(slots[i].recognizer, event(i, .cancelled, time)))
      }
      slots[i].isOut = true
      slots[i].hasWon = false
      slots[i].touches = []
    }
    effects += resolve(time)
    sweep()
    return effects
  }

  // MARK: Internal

  private mutating func feed(_ i: Int, _ touch: Touch) {
    guard !slots[i].isOut else { return }
    var local = touch
    local.location = slots[i].toNode.apply(touch.location)
    slots[i].gesture.handle(local)
  }

  /// Returns whether two gestures exclude each other: they share a touch and were not allowed together.
  private func isRival(_ a: Int, _ b: Int) -> Bool {
    !slots[a].seen.isDisjoint(with: slots[b].seen) && !slots[a].recognizer.goesTogether(with: slots[b].recognizer)
  }

  /// Lets gestures win that were recognized and wait for no other, and reports changes of those that have won.
  private mutating func resolve(_ time: Double) -> [Effect] {
    var effects: [Effect] = []
    var changed = true
    while changed {
      changed = false
      let waiting = slots.indices.filter { slots[$0].wants }.sorted {
        let (a, b) = (slots[$0], slots[$1])
        if a.recognizer.priority != b.recognizer.priority { return a.recognizer.priority > b.recognizer.priority }
        return (a.distance, a.order) < (b.distance, b.order)
      }
      for i in waiting {
        if slots.indices.contains(where: { $0 != i && slots[$0].hasWon && isRival($0, i) }) {
          slots[i].isOut = true
          changed = true
          break
        }
        let awaited = slots[i].recognizer.awaited
        let others = slots.indices.filter { $0 != i && awaited.contains(slots[$0].recognizer.number) }
        if others.contains(where: { slots[$0].hasWon }) {
          slots[i].isOut = true
          changed = true
          break
        }
        if others.contains(where: { slots[$0].isOpen }) { continue }
        win(i, &effects)
        changed = true
        break
      }
    }
    for i in slots.indices where slots[i].hasWon { reportChanges(i, time, &effects) }
    return effects
  }

  private mutating func win(_ i: Int, _ effects: inout [Effect]) {
    slots[i].hasWon = true
    for other in slots.indices where other != i && slots[other].isOpen && isRival(i, other) { slots[other].isOut = true }
    if slots[i].recognizer.cancelsTouches, !slots[i].touches.isEmpty { effects.append(.cancelTouches(slots[i].touches)) }
  }

  /// Reports the phase of a gesture that won. If it ended before it could win, its beginning is reported too.
  private mutating func reportChanges(_ i: Int, _ time: Double, _ effects: inout [Effect]) {
    let phase = slots[i].gesture.phase
    let hasDuration = slots[i].gesture.hasDuration
    if hasDuration, slots[i].reported == .possible {
      slots[i].reported = .began
      effects.append(.report(slots[i].recognizer, event(i, .began, time)))
      slots[i].toldReading = slots[i].gesture.reading
    }
    switch phase {
    case .changed where slots[i].gesture.reading != slots[i].toldReading:
      slots[i].reported = .changed
      slots[i].toldReading = slots[i].gesture.reading
      effects.append(.report(slots[i].recognizer, event(i, .changed, time)))
    case .ended where slots[i].reported != .ended, .cancelled where slots[i].reported != .cancelled:
      slots[i].reported = phase
      effects.append(.report(slots[i].recognizer, event(i, phase, time)))
    default: break
    }
  }

  private func event(_ i: Int, _ phase: GesturePhase, _ time: Double) -> GestureEvent {
    GestureEvent(phase: phase, reading: slots[i].gesture.reading, node: slots[i].node, time: time)
  }

  /// Removes finished gestures: those that won and ended, and those that lost or failed once all their touches have ended.
  private mutating func sweep() {
    slots.removeAll { slot in
      guard slot.touches.isEmpty else { return false }
      if slot.hasWon { return slot.reported == .ended || slot.reported == .cancelled }
      return slot.isOut || slot.gesture.phase == .failed || slot.gesture.phase == .cancelled
    }
  }
}
