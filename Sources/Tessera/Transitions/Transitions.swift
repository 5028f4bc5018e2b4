internal import TesseraGeometry

/// Running layout animations of a stage. Frame loop only.
///
/// Invariants: motions are in tree order; each motion and departure belongs to a run in ``runs``; a handle is completed once.
struct Transitions {
  private(set) var runs: [TransitionRun] = []
  /// In tree order.
  private(set) var motions: [LayoutMotion] = []
  private(set) var departures: [Departure] = []
  /// Nodes that the newest layout moved off the screen and that are still visible.
  private(set) var lingering: [AnyNode] = []
  /// Indices, in the tree before the current commit, of removed nodes that are still painted.
  private(set) var departing = Set<Int32>()
  /// Requested transitions whose changes are complete and part of the next layout.
  private var closed: [TransitionHandle] = []
  /// Requested transitions whose changes are part of the running layout.
  private(set) var inLayout: [TransitionHandle] = []
  /// Ended transitions and their results; completed at the end of the step.
  private var ended: [(handle: TransitionHandle, finished: Bool)] = []
  /// Number of started layouts.
  private(set) var layoutsStarted = 0

  var isEmpty: Bool { runs.isEmpty && motions.isEmpty && departures.isEmpty && lingering.isEmpty && inLayout.isEmpty && ended.isEmpty }

  /// Whether the clock advances any run.
  var isRunning: Bool { runs.contains(where: \.isRunning) }

  // MARK: Layouts

  /// Adds transitions whose changes are complete.
  mutating func close(_ handles: [TransitionHandle]) { closed += handles }

  /// Called when a layout starts, which includes all changes of the closed transitions. Returns these.
  mutating func layoutWillStart() -> [TransitionHandle] {
    layoutsStarted += 1
    defer { closed = [] }
    inLayout += closed
    return closed
  }

  /// Called when the layout is committed. Returns the transitions whose changes it includes.
  mutating func dequeueInLayout() -> [TransitionHandle] {
    defer { inLayout = [] }
    return inLayout
  }

  /// Replaces the animations by those of a committed layout.
  mutating func adopt(_ adoption: TransitionAdoption) {
    runs += adoption.newRuns
    motions = adoption.motions
    departures = adoption.departures
    departing = adoption.departing
  }

  /// Called after the commit: ends runs without members, and the transitions for which no run began.
  mutating func finishAdoption(of included: [TransitionHandle]) {
    endRunsWithoutMembers()
    for handle in included where !runs.contains(where: { $0.handle === handle }) { ended.append((handle, true)) }
  }

  /// Clears the removed nodes after they were processed.
  mutating func forgetDeparting() { departing = [] }

  /// Ends all animations: the newest layout is shown immediately.
  mutating func finishAll() {
    motions = []
    departures = []
    for run in runs { end(run, finished: true) }
  }

  /// Ends everything without completions. Returns the departures.
  mutating func dequeueDepartures() -> [Departure] {
    defer { departures = [] }
    return departures
  }

  // MARK: Time

  /// Advances all runs by the clock or to their manual progress. Returns the finished runs, which are removed from the list, and whether
  /// others moved.
  mutating func advance(to now: Double) -> (over: [TransitionRun], moved: Bool) {
    var over: [TransitionRun] = []
    var moved = false
    for run in runs {
      switch run.advance(to: now) {
      case .same: break
      case .moved: moved = true
      case .finished:
        over.append(run)
        end(run, finished: true)
      case .cancelled:
        over.append(run)
        end(run, finished: false)
      case .wentBack:
        moved = true
        run.heldUntil = layoutsStarted + 1
        if let handle = run.handle { ended.append((handle, false)) }
      }
    }
    return (over, moved)
  }

  /// Ends the runs that returned to their start. Returns them.
  mutating func endHeld() -> [TransitionRun] {
    let held = runs.filter { $0.heldUntil != nil }
    for run in held { end(run, finished: false) }
    return held
  }

  /// Removes the motions of finished runs.
  mutating func removeMotions(of over: [TransitionRun]) {
    if !over.isEmpty { motions.removeAll { motion in over.contains { $0 === motion.run } } }
  }

  /// Moves the pictures of removed nodes, and drops those of finished runs. Returns the dropped ones and the changed areas, each with the
  /// index of the node whose space it is in.
  mutating func moveDepartures(over: [TransitionRun]) -> (gone: [Departure], areas: [(bounds: PixelRect, parent: Int)]) {
    var gone: [Departure] = []
    var areas: [(bounds: PixelRect, parent: Int)] = []
    for at in departures.indices {
      let before = departures[at]
      if over.contains(where: { $0 === before.run }) {
        gone.append(before)
      } else if !departures[at].move() {
        continue
      } else {
        areas.append((departures[at].bounds, before.parentIndex))
      }
      areas.append((before.bounds, before.parentIndex))
    }
    if !gone.isEmpty { departures.removeAll { departure in over.contains { $0 === departure.run } } }
    return (gone, areas)
  }

  /// Moves the pictures of removed nodes together with the scrolled content of node `parent`.
  mutating func shiftDepartures(below parent: Int, dx: Int, dy: Int) {
    for at in departures.indices where departures[at].parentIndex == parent {
      departures[at].offset.x += dx
      departures[at].offset.y += dy
    }
  }

  /// Sets the nodes that are still moving off the screen.
  mutating func setLingering(_ nodes: [AnyNode]) { lingering = nodes }

  // MARK: Ends

  /// Removes and returns the next ended transition to complete.
  mutating func dequeueEnded() -> (handle: TransitionHandle, finished: Bool)? { ended.isEmpty ? nil : ended.removeFirst() }

  /// Removes a run. Its handle ends with the last of its runs.
  private mutating func end(_ run: TransitionRun, finished: Bool) {
    runs.removeAll { $0 === run }
    guard let handle = run.handle, !runs.contains(where: { $0.handle === handle }) else { return }
    ended.append((handle, finished))
  }

  /// Ends runs without members: their nodes were removed or are moved by other runs.
  private mutating func endRunsWithoutMembers() {
    guard !runs.isEmpty else { return }
    for run in runs { run.members = 0 }
    for motion in motions { motion.run.members += 1 }
    for departure in departures { departure.run.members += 1 }
    for run in runs where run.members == 0 { end(run, finished: false) }
  }

  // MARK: Places

  /// Returns whether node `i` or an ancestor is animated.
  func carries(_ i: Int, in tree: PaintTree) -> Bool {
    var at = i
    while at >= 0 {
      if moves(at) { return true }
      at = Int(tree.parent[at])
    }
    return false
  }

  private func moves(_ i: Int) -> Bool {
    var (low, high) = (0, motions.count)
    while low < high {
      let middle = (low + high) / 2
      if motions[middle].index < i { low = middle + 1 } else { high = middle }
    }
    return low < motions.count && motions[low].index == i
  }
}
