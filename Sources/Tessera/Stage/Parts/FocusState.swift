internal import TesseraGeometry
internal import TesseraRender

/// State of the focus besides the focused node. Frame loop only.
struct FocusState {
  /// Whether the user is using keys.
  private(set) var usesKeys = false
  /// Last focus step, and the node that it started from.
  private var cameFrom: (node: AnyNode, direction: FocusDirection)?
  /// Step that waits for nodes which scrolling reveals.
  private var pending: PendingStep?
  /// Last focused node of each scope that stores it.
  private var remembered: [ObjectIdentifier: Weak] = [:]
  /// Nodes that trap the focus while they are visible.
  private var trapNodes: [Weak] = []
  /// Active focus traps, the lowest first, and the nodes focused before them.
  private var traps: [(trap: Weak, before: Weak?)] = []
  /// Last visible place of the focus.
  private(set) var place: Place?
  /// Ring as painted in the framebuffer.
  private(set) var ring: DrawnRing?
  private var ringMotion = FocusRingMotion()
  /// Element that has the ring in place of the focused node; nil means none.
  var highlight: SemanticsID? {
    didSet { if highlight != oldValue { ringMotion.recordStep() } }
  }

  /// Focus step that is tried again after layouts.
  struct PendingStep {
    /// Focused node.
    let node: AnyNode
    let direction: FocusDirection
    /// Number of layouts for which it still waits.
    let layouts: Int
    /// Node in which the new nodes appear.
    let scope: AnyNode

    /// The step after a layout without the nodes; nil if it has waited long enough.
    var next: PendingStep? {
      layouts > 1 ? PendingStep(node: node, direction: direction, layouts: layouts - 1, scope: scope) : nil
    }
  }

  /// Number of layouts for which a step waits.
  private static let patience = 8
  /// Number of stored scopes above which deinitialized ones are removed.
  private static let scopeLimit = 64

  // MARK: Keys and touches

  /// Called when the user presses a key that moves the focus.
  mutating func recordKey() {
    usesKeys = true
    ringMotion.recordStep()
  }

  /// Called when the user touches the screen.
  mutating func recordTouch() { usesKeys = false }

  // MARK: Steps

  /// Called when the focus moved to another node, or none.
  mutating func didChange(isLost: Bool) {
    cameFrom = nil
    pending = nil
    ringMotion.recordStep()
    if isLost { place = nil }
  }

  /// Records the step that moved the focus from `node` to the current one.
  mutating func recordStep(_ direction: FocusDirection, from node: AnyNode) { cameFrom = (node, direction) }

  /// Returns the node to which a step in a direction returns: the one from which the focus came in the opposite direction.
  func origin(of direction: FocusDirection) -> AnyNode? { cameFrom.flatMap { $0.direction == direction.opposite ? $0.node : nil } }

  /// Called when a step found no node: `scope` was scrolled, and the step is tried again after layouts.
  mutating func wait(_ direction: FocusDirection, from node: AnyNode, in scope: AnyNode) {
    pending = PendingStep(node: node, direction: direction, layouts: Self.patience, scope: scope)
  }

  mutating func dequeuePending() -> PendingStep? {
    defer { pending = nil }
    return pending
  }

  mutating func keepPending(_ step: PendingStep?) { pending = step }

  // MARK: Scopes

  /// Returns the node of a scope that was focused last.
  func lastFocused(in scope: AnyNode) -> AnyNode? { remembered[ObjectIdentifier(scope)]?.node }

  /// Stores `node` as the focused node of `scope`.
  mutating func remember(_ node: AnyNode, in scope: AnyNode) {
    remembered[ObjectIdentifier(scope)] = Weak(node)
    if remembered.count > Self.scopeLimit { remembered = remembered.filter { $0.value.node != nil } }
  }

  // MARK: Traps

  /// Adds a node that traps the focus while it is visible.
  mutating func addTrap(_ node: AnyNode) {
    if !trapNodes.contains(where: { $0.node === node }) { trapNodes.append(Weak(node)) }
  }

  /// Nodes that trap the focus while they are visible.
  var trapCandidates: [AnyNode] { trapNodes.isEmpty ? [] : trapNodes.compactMap(\.node) }

  /// Removes deinitialized traps. Returns whether others remain.
  mutating func sweepTraps() -> Bool {
    if !trapNodes.isEmpty { trapNodes.removeAll { $0.node == nil } }
    return !trapNodes.isEmpty || !traps.isEmpty
  }

  /// Topmost focus trap in the newest layout. Its node is nil if it was deinitialized.
  var topTrap: (node: AnyNode?, before: AnyNode?)? { traps.last.map { ($0.trap.node, $0.before?.node) } }

  mutating func popTrap() { traps.removeLast() }
  mutating func pushTrap(_ node: AnyNode, before: AnyNode?) { traps.append((Weak(node), Weak(before))) }

  // MARK: Place and ring

  mutating func recordPlace(_ new: Place?) { place = new }

  mutating func consumePlace() -> Place? {
    defer { place = nil }
    return place
  }

  /// Whether the ring is moving.
  var isRingMoving: Bool { ringMotion.isMoving }

  /// Returns the current ring for the target `wanted`. It moves from its place if the focus or a key moved it elsewhere.
  ///
  /// - Parameters:
  ///   - wanted: target; nil means no ring.
  ///   - time: current time, seconds.
  ///   - moves: whether it moves there instead of jumping.
  mutating func ring(towards wanted: DrawnRing?, at time: Double, moves: Bool) -> DrawnRing? {
    ringMotion.ring(from: ring, to: wanted, at: time, moves: moves)
  }

  /// Sets the painted ring; nil removes it. Returns the damage.
  mutating func moveRing(to new: DrawnRing?) -> [PixelRect] {
    guard new != ring else { return [] }
    defer { ring = new }
    return (ring?.strips ?? []) + (new?.strips ?? [])
  }

  struct Weak {
    weak var node: AnyNode?
    init(_ node: AnyNode?) { self.node = node }
  }

  /// Last place of the focused node: if the node is removed, the focus moves to a node nearby.
  struct Place {
    let node: Weak
    /// Area on the screen, device pixels.
    let area: Rect
    /// Ancestors of the node, innermost first.
    let above: [Weak]
  }
}
