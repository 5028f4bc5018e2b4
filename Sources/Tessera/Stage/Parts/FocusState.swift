internal import TesseraGeometry
internal import TesseraRender

/// What the loop knows of the focus beside who has it. Frame loop only.
struct FocusState {
  /// Whether a person uses keys.
  private(set) var usesKeys = false
  /// The step that brought the focus to where it is, and from where.
  private var cameFrom: (node: AnyNode, direction: FocusDirection)?
  /// A step that waits for nodes that scrolling brings.
  private var pending: PendingStep?
  /// What had the focus last in each scope that keeps that.
  private var remembered: [ObjectIdentifier: Weak] = [:]
  /// Nodes that are to keep the focus inside when they are seen.
  private var trapNodes: [Weak] = []
  /// The nodes that keep the focus inside, the lowest first, and what had it before they came.
  private var traps: [(trap: Weak, before: Weak?)] = []
  /// Where the focus was seen last.
  private(set) var place: Place?
  /// The ring as it stands in the framebuffer.
  private(set) var ring: DrawnRing?
  private var ringMotion = FocusRingMotion()

  /// A step of the focus that is tried again after layouts.
  struct PendingStep {
    /// What had the focus.
    let node: AnyNode
    let direction: FocusDirection
    /// For how many layouts more it waits.
    let layouts: Int
    /// Where the nodes are to come.
    let scope: AnyNode

    /// The same after a layout that did not bring them; nil: it has waited for long enough.
    var next: PendingStep? {
      layouts > 1 ? PendingStep(node: node, direction: direction, layouts: layouts - 1, scope: scope) : nil
    }
  }

  /// Layouts that a step waits for.
  private static let patience = 8
  /// Scopes beyond which those that are gone are forgotten.
  private static let scopeLimit = 64

  // MARK: Keys and touches

  /// A person pressed a key that moves the focus.
  mutating func noteKey() {
    usesKeys = true
    ringMotion.noteStep()
  }

  /// A person touched the screen.
  mutating func noteTouch() { usesKeys = false }

  // MARK: Steps

  /// Another node has the focus, or none.
  mutating func didChange(isLost: Bool) {
    cameFrom = nil
    pending = nil
    ringMotion.noteStep()
    if isLost { place = nil }
  }

  /// A step led from `node` to what has the focus now.
  mutating func noteStep(_ direction: FocusDirection, from node: AnyNode) { cameFrom = (node, direction) }

  /// Where a step in a direction leads back to: the node that the focus came from the other way.
  func origin(of direction: FocusDirection) -> AnyNode? { cameFrom.flatMap { $0.direction == direction.opposite ? $0.node : nil } }

  /// A step found nothing: `scope` was scrolled, and it is tried again when layouts have brought more.
  mutating func wait(_ direction: FocusDirection, from node: AnyNode, in scope: AnyNode) {
    pending = PendingStep(node: node, direction: direction, layouts: Self.patience, scope: scope)
  }

  mutating func takePending() -> PendingStep? {
    defer { pending = nil }
    return pending
  }

  mutating func keepPending(_ step: PendingStep?) { pending = step }

  // MARK: Scopes

  /// What had the focus last in a scope.
  func lastFocused(in scope: AnyNode) -> AnyNode? { remembered[ObjectIdentifier(scope)]?.node }

  /// `node` has the focus in `scope`.
  mutating func remember(_ node: AnyNode, in scope: AnyNode) {
    remembered[ObjectIdentifier(scope)] = Weak(node)
    if remembered.count > Self.scopeLimit { remembered = remembered.filter { $0.value.node != nil } }
  }

  // MARK: Traps

  /// A node keeps the focus inside when it is seen.
  mutating func addTrap(_ node: AnyNode) {
    if !trapNodes.contains(where: { $0.node === node }) { trapNodes.append(Weak(node)) }
  }

  /// Nodes that keep the focus inside when they are seen.
  var trapCandidates: [AnyNode] { trapNodes.isEmpty ? [] : trapNodes.compactMap(\.node) }

  /// Forgets traps that are gone. Returns whether there are others.
  mutating func sweepTraps() -> Bool {
    if !trapNodes.isEmpty { trapNodes.removeAll { $0.node == nil } }
    return !trapNodes.isEmpty || !traps.isEmpty
  }

  /// The topmost node that keeps the focus inside, as of the newest layout. Its node is nil where that is gone.
  var topTrap: (node: AnyNode?, before: AnyNode?)? { traps.last.map { ($0.trap.node, $0.before?.node) } }

  mutating func popTrap() { traps.removeLast() }
  mutating func pushTrap(_ node: AnyNode, before: AnyNode?) { traps.append((Weak(node), Weak(before))) }

  // MARK: Place and ring

  mutating func notePlace(_ new: Place?) { place = new }

  mutating func takePlace() -> Place? {
    defer { place = nil }
    return place
  }

  /// Whether the ring is on its way.
  var isRingMoving: Bool { ringMotion.isMoving }

  /// Where the ring is seen that belongs at `wanted`: on its way there from where it stands, where the focus or keys brought it elsewhere.
  ///
  /// - Parameters:
  ///   - wanted: where it belongs; nil: nowhere.
  ///   - time: now, seconds.
  ///   - moves: whether it goes there, rather than jumps.
  mutating func ring(towards wanted: DrawnRing?, at time: Double, moves: Bool) -> DrawnRing? {
    ringMotion.ring(from: ring, to: wanted, at: time, moves: moves)
  }

  /// The ring is painted elsewhere, or no more. Returns what is damaged by that.
  mutating func moveRing(to new: DrawnRing?) -> [PixelRect] {
    guard new != ring else { return [] }
    defer { ring = new }
    return (ring?.strips ?? []) + (new?.strips ?? [])
  }

  struct Weak {
    weak var node: AnyNode?
    init(_ node: AnyNode?) { self.node = node }
  }

  /// Where a node with the focus was: it goes to what is near when the node leaves.
  struct Place {
    let node: Weak
    /// On the screen, device pixels.
    let area: Rect
    /// The nodes above it, the innermost first.
    let above: [Weak]
  }
}
