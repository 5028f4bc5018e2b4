/// When a layout starts, and what it is told: what changed since the one before. Frame loop only.
///
/// Invariants: one layout of a stage runs at a time, and what it leaves to the next (``retained``) belongs to it while it runs. What changes while one
/// runs asks for another.
struct LayoutScheduler {
  /// Whether a layout is wanted that has not been started.
  private(set) var isNeeded = true
  /// Whether a layout was started and is not adopted yet.
  private(set) var isRunning = false
  /// What a layout leaves to the next.
  private(set) var retained = RetainedNodes()
  /// Nodes that the next layout has to look at.
  private var changed: [AnyNode] = []
  /// Nodes whose properties changed, and those whose content came to reach beyond their boxes, while a layout was under way.
  private var changedMeanwhile: [AnyNode] = []
  private var reachedMeanwhile: [AnyNode] = []
  /// How far content reaches beyond the box, by node.
  private(set) var reaches: [ObjectIdentifier: Reach] = [:]
  /// Nodes whose content reaches otherwise than when the newest layout began.
  private(set) var changedReaches = Set<ObjectIdentifier>()
  /// The tree before, for the next layout job to take apart.
  private var retired: SceneTree?
  /// Whether what the first picture needs is prepared, or was not worth it.
  private(set) var hasPrepared = false
  private var hasReportedDepth = false

  /// What a layout is started with.
  struct Start {
    let retained: RetainedNodes
    let changed: [AnyNode]
    let reaches: [ObjectIdentifier: Reach]
    let changedReaches: Set<ObjectIdentifier>
    let retired: SceneTree?
  }

  // MARK: What changes

  /// Asks for a layout.
  mutating func need() { isNeeded = true }

  /// Asks for a layout that looks at `node`.
  mutating func need(_ node: AnyNode) {
    isNeeded = true
    changed.append(node)
  }

  /// The properties of a node in the tree changed: a layout that runs has read those before.
  mutating func noteChange(of node: AnyNode) { if isRunning { changedMeanwhile.append(node) } }

  /// The content of a node reaches otherwise beyond its box; nil: not at all.
  mutating func setReach(_ reach: Reach?, of node: AnyNode) {
    let key = ObjectIdentifier(node)
    reaches[key] = reach
    changedReaches.insert(key)
  }

  /// Content that reaches beyond its box was put in place: the tree that a layout makes meanwhile does not hold it.
  mutating func noteReach(of node: AnyNode) { if isRunning { reachedMeanwhile.append(node) } }

  /// Whether this is the first time that nodes are nested too deep, which is reported once.
  mutating func shouldReportDepth(leftOut: Int) -> Bool {
    guard leftOut > 0, !hasReportedDepth else { return false }
    hasReportedDepth = true
    return true
  }

  // MARK: Layouts

  /// Whether a layout is wanted and none runs.
  var canStart: Bool { isNeeded && !isRunning }

  /// A layout starts: hands over all that it is told. To be called where ``canStart``.
  mutating func start() -> Start {
    assert(canStart, "one layout of a stage at a time")
    isNeeded = false
    isRunning = true
    defer { (changed, changedReaches, retired) = ([], [], nil) }
    return Start(retained: retained, changed: changed, reaches: reaches, changedReaches: changedReaches, retired: retired)
  }

  /// Whether the preparation of the first picture is still to be begun; says so once.
  mutating func takePreparation() -> Bool {
    defer { hasPrepared = true }
    return !hasPrepared
  }

  /// The layout that runs is adopted.
  mutating func finish() { isRunning = false }

  /// The layout that runs is given up: the next begins from nothing, as what this one was about to leave is its own.
  mutating func giveUp() {
    retained = RetainedNodes()
    isRunning = false
    isNeeded = true
  }

  /// Nodes whose content came to reach beyond their boxes while the layout ran that is adopted now.
  mutating func takeReachedMeanwhile() -> [AnyNode] {
    defer { reachedMeanwhile = [] }
    return reachedMeanwhile
  }

  /// Nodes whose properties changed while the layout ran that is adopted now.
  mutating func takeChangedMeanwhile() -> [AnyNode] {
    defer { changedMeanwhile = [] }
    return changedMeanwhile
  }

  /// Keeps a tree that is shown no more for the next layout job to take apart.
  mutating func retire(_ tree: SceneTree?) { retired = tree }
}
