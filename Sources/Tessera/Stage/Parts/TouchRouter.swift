internal import TesseraGeometry

/// Who gets the rest of every touch that lasts: the node that handled its beginning, and the gestures around it. A value: it says whom to tell what.
struct TouchRouter {
  /// A touch that a node handles, and how far it came.
  struct Held {
    let node: AnyNode
    let touch: Touch
  }

  private var held: [Int: Held] = [:]
  private var arena = GestureArena()

  // MARK: Nodes

  /// `node` handled the beginning of `touch`: it gets the rest.
  mutating func hold(_ touch: Touch, by node: AnyNode) { held[touch.id] = Held(node: node, touch: touch) }

  /// A touch moves or ends. Returns who is to be told.
  mutating func owner(of touch: Touch) -> AnyNode? {
    guard let node = held[touch.id]?.node else { return nil }
    held[touch.id] = touch.phase == .ended || touch.phase == .cancelled ? nil : Held(node: node, touch: touch)
    return node
  }

  /// Takes touches from their nodes, which are to be told, in the order of their numbers.
  mutating func takeCancelled(where isOver: (Held) -> Bool) -> [Held] {
    guard !held.isEmpty else { return [] }
    let over = held.sorted { $0.key < $1.key }.map(\.value).filter(isOver)
    for one in over { held[one.touch.id] = nil }
    return over
  }

  // MARK: Gestures

  /// When time alone may decide a gesture.
  var deadline: Double? { arena.deadline }

  /// Whether time alone decides a gesture that no finger holds.
  var isUndecided: Bool { arena.isUndecided }

  /// Whether nodes are not to be told of this touch: it belongs to a gesture that takes touches away.
  func isTakenAway(_ touch: Touch) -> Bool { arena.takesAway(touch.id) }

  mutating func begin(_ touch: Touch, _ candidates: [GestureArena.Candidate]) -> [GestureArena.Effect] {
    candidates.isEmpty && arena.isEmpty ? [] : arena.begin(touch, candidates)
  }

  /// Tells the gestures that have a touch where it went.
  mutating func move(_ touch: Touch) -> [GestureArena.Effect] { arena.isEmpty ? [] : arena.move(touch) }

  /// A node that lies `distance()` nodes above the touched one handled a touch itself: gestures that are for the touched node end above it.
  mutating func yield(_ touch: Touch, toHandlerAt distance: @autoclosure () -> Int) -> [GestureArena.Effect] {
    arena.isEmpty ? [] : arena.yield(touch, toHandlerAt: distance())
  }

  /// The end of a touch was lost: another with the same number begins.
  mutating func cancel(_ id: Int, at now: Double) -> [GestureArena.Effect] {
    arena.isEmpty ? [] : arena.move(Touch(id: id, phase: .cancelled, location: .zero, time: now))
  }

  /// Breaks off the gestures of nodes that go.
  mutating func leave(at now: Double, where isGone: (AnyNode) -> Bool) -> [GestureArena.Effect] {
    arena.isEmpty ? [] : arena.leave(now, where: isGone)
  }

  /// Time goes by.
  mutating func pass(at now: Double) -> [GestureArena.Effect] {
    guard let deadline = arena.deadline, deadline <= now + 1e-6 else { return [] }
    return arena.pass(now)
  }
}
