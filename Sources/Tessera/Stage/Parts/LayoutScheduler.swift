/// Starts layouts with the changes since the previous one. Frame loop only.
///
/// Invariants: at most one layout of a stage runs at a time, and it owns the result of the previous one (``retained``) while it runs.
/// Changes during a layout request another one.
struct LayoutScheduler {
  /// Whether a layout is requested that has not been started.
  private(set) var isNeeded = true
  /// Whether a layout was started and is not committed yet.
  private(set) var isRunning = false
  /// Result of a layout for the next one.
  private(set) var retained = RetainedNodes()
  /// Nodes that the next layout has to examine.
  private var changed: [AnyNode] = []
  /// Nodes whose properties changed during the running layout, and nodes whose content grew beyond their boxes.
  private var changedMeanwhile: [AnyNode] = []
  private var reachedMeanwhile: [AnyNode] = []
  /// Extents of content beyond its box, by node.
  private(set) var reaches: [ObjectIdentifier: Reach] = [:]
  /// Nodes whose content extent changed since the newest layout began.
  private(set) var changedReaches = Set<ObjectIdentifier>()
  /// Previous tree, to be deallocated by the next layout job.
  private var retired: PaintTree?
  /// Whether the first picture was prepared, or did not need it.
  private(set) var hasPrepared = false
  /// Nodes that layouts left out so far.
  private var reported = LayoutOmissions()

  /// Input of a layout.
  struct Start {
    let retained: RetainedNodes
    let changed: [AnyNode]
    let reaches: [ObjectIdentifier: Reach]
    let changedReaches: Set<ObjectIdentifier>
    let retired: PaintTree?
  }

  // MARK: Changes

  /// Requests a layout.
  mutating func need() { isNeeded = true }

  /// Requests a layout that examines `node`.
  mutating func need(_ node: AnyNode) {
    isNeeded = true
    changed.append(node)
  }

  /// Records a change of a node's properties, which a running layout may have read before.
  mutating func recordChange(of node: AnyNode) { if isRunning { changedMeanwhile.append(node) } }

  /// Sets the extent of a node's content beyond its box; nil means none.
  mutating func setReach(_ reach: Reach?, of node: AnyNode) {
    let key = ObjectIdentifier(node)
    reaches[key] = reach
    changedReaches.insert(key)
  }

  /// Records content that extends beyond its box, which the tree of a running layout does not contain.
  mutating func recordReach(of node: AnyNode) { if isRunning { reachedMeanwhile.append(node) } }

  /// Returns reports of nodes that a layout left out; each cause is reported once.
  mutating func reasons(for omissions: LayoutOmissions, nodeLimit: Int) -> [String] {
    defer {
      reported.misplaced += omissions.misplaced
      reported.excess += omissions.excess
    }
    return omissions.reasons(beyond: reported, nodeLimit: nodeLimit)
  }

  // MARK: Layouts

  /// Whether a layout is requested and none is running.
  var canStart: Bool { isNeeded && !isRunning }

  /// Starts a layout and returns its input. Precondition: ``canStart``.
  mutating func start() -> Start {
    assert(canStart, "one layout of a stage at a time")
    isNeeded = false
    isRunning = true
    defer { (changed, changedReaches, retired) = ([], [], nil) }
    return Start(retained: retained, changed: changed, reaches: reaches, changedReaches: changedReaches, retired: retired)
  }

  /// Returns whether the preparation of the first picture must be started; true only once.
  mutating func consumePreparation() -> Bool {
    defer { hasPrepared = true }
    return !hasPrepared
  }

  /// Called when the running layout is committed.
  mutating func finish() { isRunning = false }

  /// Abandons the running layout. The next one starts from scratch, because the abandoned one owns the retained data.
  mutating func abandon() {
    retained = RetainedNodes()
    isRunning = false
    isNeeded = true
  }

  /// Returns the nodes whose content grew beyond their boxes during the layout that is committed now.
  mutating func dequeueReachedMeanwhile() -> [AnyNode] {
    defer { reachedMeanwhile = [] }
    return reachedMeanwhile
  }

  /// Returns the nodes whose properties changed during the layout that is committed now.
  mutating func dequeueChangedMeanwhile() -> [AnyNode] {
    defer { changedMeanwhile = [] }
    return changedMeanwhile
  }

  /// Keeps a tree that is no longer shown, so that the next layout job deallocates it.
  mutating func retire(_ tree: PaintTree?) { retired = tree }
}
