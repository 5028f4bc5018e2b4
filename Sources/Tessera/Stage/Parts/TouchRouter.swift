internal import TesseraGeometry

/// Receivers of active touches: the nodes that handled their beginning, and the gestures around them. A value that returns the actions to
/// perform.
struct TouchRouter {
  /// Touch that a node handles, and its last state.
  struct Held {
    let node: AnyNode
    let touch: Touch
  }

  /// Touch that a node or a gesture has.
  private struct Contact {
    let node: AnyNode
    /// Node around it whose touches exclude those of others; nil: none.
    let exclusive: AnyNode?
  }

  private var held: [Int: Held] = [:]
  private var arena = GestureArena()
  private var contacts: [Int: Contact] = [:]

  // MARK: Exclusive touches

  /// Returns whether a touch may begin at a node whose nearest exclusive node is `exclusive`; nil: none.
  func admits(_ exclusive: AnyNode?) -> Bool {
    contacts.values.allSatisfy { $0.exclusive === exclusive }
  }

  /// Records that `node`, or a gesture of it, has a touch.
  mutating func record(_ touch: Touch, at node: AnyNode, exclusive: AnyNode?) {
    contacts[touch.id] = Contact(node: node, exclusive: exclusive)
  }

  // MARK: Nodes

  /// Assigns the rest of `touch` to `node`, which handled its beginning.
  mutating func capture(_ touch: Touch, by node: AnyNode) { held[touch.id] = Held(node: node, touch: touch) }

  /// Returns whether a finger is on `node`.
  func isHeld(by node: AnyNode) -> Bool { held.contains { $0.value.node === node } }

  /// Updates a touch that moves or ends. Returns the node that receives it.
  mutating func owner(of touch: Touch) -> AnyNode? {
    if touch.phase == .ended || touch.phase == .cancelled { contacts[touch.id] = nil }
    guard let node = held[touch.id]?.node else { return nil }
    held[touch.id] = touch.phase == .ended || touch.phase == .cancelled ? nil : Held(node: node, touch: touch)
    return node
  }

  /// Removes touches from their nodes and returns them in the order of their ids, so that the nodes can be notified.
  mutating func removeCancelled(where isOver: (Held) -> Bool) -> [Held] {
    guard !held.isEmpty else { return [] }
    let over = held.sorted { $0.key < $1.key }.map(\.value).filter(isOver)
    for one in over { held[one.touch.id] = nil }
    return over
  }

  // MARK: Gestures

  /// Time at which a gesture may be recognized without movement.
  var deadline: Double? { arena.deadline }

  /// Whether a gesture without touches waits for a deadline.
  var isUndecided: Bool { arena.isUndecided }

  /// Returns whether nodes do not receive this touch because it belongs to a gesture that cancels touches.
  func isTakenAway(_ touch: Touch) -> Bool { arena.takesAway(touch.id) }

  mutating func begin(_ touch: Touch, _ candidates: [GestureArena.Candidate]) -> [GestureArena.Effect] {
    candidates.isEmpty && arena.isEmpty ? [] : arena.begin(touch, candidates)
  }

  /// Delivers a movement to the gestures of a touch.
  mutating func move(_ touch: Touch) -> [GestureArena.Effect] { arena.isEmpty ? [] : arena.move(touch) }

  /// Called when a node `distance()` levels above the touched one handled a touch: gestures of its ancestors that apply to the touched node
  /// only end.
  mutating func yield(_ touch: Touch, toHandlerAt distance: @autoclosure () -> Int) -> [GestureArena.Effect] {
    arena.isEmpty ? [] : arena.yield(touch, toHandlerAt: distance())
  }

  /// Cancels a touch whose end was lost, because another one with the same id begins.
  mutating func cancel(_ id: Int, at now: Double) -> [GestureArena.Effect] {
    contacts[id] = nil
    return arena.isEmpty ? [] : arena.move(Touch(id: id, phase: .cancelled, location: .zero, time: now))
  }

  /// Cancels the gestures of nodes that are removed.
  mutating func leave(at now: Double, where isGone: (AnyNode) -> Bool) -> [GestureArena.Effect] {
    for (id, contact) in contacts where isGone(contact.node) { contacts[id] = nil }
    return arena.isEmpty ? [] : arena.leave(now, where: isGone)
  }

  /// Handles the passing of time.
  mutating func pass(at now: Double) -> [GestureArena.Effect] {
    guard let deadline = arena.deadline, deadline <= now + 1e-6 else { return [] }
    return arena.pass(now)
  }
}
