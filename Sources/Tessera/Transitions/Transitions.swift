internal import TesseraGeometry

/// What a stage is moving from one layout to the next. Frame loop only.
///
/// Invariants: motions are in the order of the tree; every motion and departure belongs to a run in ``runs``; a handle is told once how it ended.
struct Transitions {
  private(set) var runs: [TransitionRun] = []
  /// In the order of the tree.
  private(set) var motions: [LayoutMotion] = []
  private(set) var departures: [Departure] = []
  /// Nodes that the newest layout took from the screen and that are still moving away from it.
  private(set) var lingering: [AnyNode] = []
  /// Indices, in the tree before the adoption under way, of nodes that left and are painted on.
  private(set) var departing = Set<Int32>()
  /// Transitions that were asked for and whose changes the next layout will have, all of them.
  private var closed: [TransitionHandle] = []
  /// Transitions that were asked for and whose changes the layout under way has.
  private(set) var inLayout: [TransitionHandle] = []
  /// Those that ended, and how; told at the end of the step.
  private var ended: [(handle: TransitionHandle, finished: Bool)] = []
  /// Number of layouts that were started.
  private(set) var layoutsStarted = 0

  var isEmpty: Bool { runs.isEmpty && motions.isEmpty && departures.isEmpty && lingering.isEmpty && inLayout.isEmpty && ended.isEmpty }

  /// Whether the clock alone will move something.
  var isRunning: Bool { runs.contains(where: \.isRunning) }

  // MARK: Layouts

  /// The changes of transitions are made.
  mutating func close(_ handles: [TransitionHandle]) { closed += handles }

  /// A layout starts: it has all changes of the transitions that were closed. Returns these.
  mutating func layoutWillStart() -> [TransitionHandle] {
    layoutsStarted += 1
    defer { closed = [] }
    inLayout += closed
    return closed
  }

  /// The layout is adopted. Returns the transitions all of whose changes it has.
  mutating func takeInLayout() -> [TransitionHandle] {
    defer { inLayout = [] }
    return inLayout
  }

  /// What an adopted layout set in motion takes the place of what was.
  mutating func adopt(_ adoption: TransitionAdoption) {
    runs += adoption.newRuns
    motions = adoption.motions
    departures = adoption.departures
    departing = adoption.departing
  }

  /// The adoption is over: ends the runs that move nothing any more, and the transitions of which no run began.
  mutating func finishAdoption(of included: [TransitionHandle]) {
    endRunsWithoutMembers()
    for handle in included where !runs.contains(where: { $0.handle === handle }) { ended.append((handle, true)) }
  }

  /// What left the tree with the layout is taken care of.
  mutating func forgetDeparting() { departing = [] }

  /// Ends everything that moves: the newest layout is shown at once.
  mutating func finishAll() {
    motions = []
    departures = []
    for run in runs { end(run, finished: true) }
  }

  /// Ends everything without telling anybody. Returns the departures.
  mutating func takeDepartures() -> [Departure] {
    defer { departures = [] }
    return departures
  }

  // MARK: Time

  /// Moves all runs to where they are by the clock, or where a hand put them. Returns those that have come to their end, which are taken from the list,
  /// and whether others moved.
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

  /// Ends the runs that went back to where they began. Returns them.
  mutating func endHeld() -> [TransitionRun] {
    let held = runs.filter { $0.heldUntil != nil }
    for run in held { end(run, finished: false) }
    return held
  }

  /// Forgets the motions of runs that are over.
  mutating func removeMotions(of over: [TransitionRun]) {
    if !over.isEmpty { motions.removeAll { motion in over.contains { $0 === motion.run } } }
  }

  /// Moves the pictures of nodes that left, and forgets those of runs that are over. Returns the latter, and the areas that changed, each with the index
  /// of the node whose space it is in.
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

  /// What node `parent` scrolls was moved: the pictures of nodes that left it go along.
  mutating func shiftDepartures(below parent: Int, dx: Int, dy: Int) {
    for at in departures.indices where departures[at].parentIndex == parent {
      departures[at].offset.x += dx
      departures[at].offset.y += dy
    }
  }

  /// These nodes are still moving away from the screen.
  mutating func setLingering(_ nodes: [AnyNode]) { lingering = nodes }

  // MARK: Ends

  /// Takes the next that ended, to be told.
  mutating func takeEnded() -> (handle: TransitionHandle, finished: Bool)? { ended.isEmpty ? nil : ended.removeFirst() }

  /// Takes a run from the list. Its handle has ended with the last of its runs.
  private mutating func end(_ run: TransitionRun, finished: Bool) {
    runs.removeAll { $0 === run }
    guard let handle = run.handle, !runs.contains(where: { $0.handle === handle }) else { return }
    ended.append((handle, finished))
  }

  /// Ends the runs that move nothing any more: others have taken over, or what they moved has gone.
  private mutating func endRunsWithoutMembers() {
    guard !runs.isEmpty else { return }
    for run in runs { run.members = 0 }
    for motion in motions { motion.run.members += 1 }
    for departure in departures { departure.run.members += 1 }
    for run in runs where run.members == 0 { end(run, finished: false) }
  }

  // MARK: Places

  /// Whether node `i` or one above it is in motion.
  func carries(_ i: Int, in tree: SceneTree) -> Bool {
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
