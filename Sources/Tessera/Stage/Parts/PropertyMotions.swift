/// One property or attribute of a node in motion.
struct MotionTrack {
  let key: MotionKey
  let template: MotionTemplate
  let path: ValuePath
  /// When it was asked for, in the time of its run.
  let start: Double
  let run: MotionRun
  /// What the node had when it was made: where it has something else by now, somebody set it.
  let goal: MotionRequest.Goal
  /// What the node goes back to where it is turned round; nil: what it has.
  let origin: MotionVector?

  /// The numbers now.
  var value: MotionVector { path.value(at: run.time - start) }
  var velocity: MotionVector { path.velocity(at: run.time - start) }
  /// Whether it has come to its end, in a run that goes on.
  var isOver: Bool { run.isRunning && !run.isCycling && run.time - start >= path.end }
}

/// What is in motion of the nodes of a stage. Frame loop only.
///
/// Invariants: entries are in the order of the tree, as of the newest ``reindex(_:)``; every track's run is in ``runs``; an animation is told once for
/// each track how it ended.
struct PropertyMotions {
  struct Entry {
    let node: AnyNode
    /// In the tree now; -1: not in it.
    var index: Int
    var tracks: [MotionTrack]
    /// Whether it is shown otherwise than it is now: it was not seen, or something began.
    var isStale = true

    var moving: MovingProperties {
      var moving: MovingProperties = []
      for case .property(let property) in tracks.map(\.key) { moving.insert(.one(property)) }
      return moving
    }
  }

  private(set) var entries: [Entry] = []
  private var slots: [ObjectIdentifier: Int] = [:]
  private(set) var runs: [MotionRun] = []
  /// What nodes of the tree play by themselves.
  private var declared: [ObjectIdentifier: [KeyframeAnimation]] = [:]
  /// Whether there may be nodes of which nothing is in motion, or runs that move nothing.
  private var isUntidy = false
  /// Animations of tracks that ended, and how; told at the end of the step.
  private var ended: [(animation: Animation, finished: Bool)] = []

  var isEmpty: Bool { entries.isEmpty && ended.isEmpty && !isUntidy }

  func tracks(of node: AnyNode) -> [MotionTrack] { slots[ObjectIdentifier(node)].map { entries[$0].tracks } ?? [] }

  /// Puts what is in motion of a node into its properties.
  func overlay(_ node: AnyNode, on properties: inout NodeProperties) {
    guard !entries.isEmpty else { return }
    for track in tracks(of: node) { track.template.put(track.value, into: &properties) }
  }

  // MARK: What begins

  /// The run of an animation, made with its first track; without one, a run for what begins at the same moment.
  mutating func run(of animation: Animation?, now: Double) -> MotionRun {
    if let animation, let run = runs.last(where: { $0.animation === animation }) { return run }
    let run = MotionRun(animation, now: now)
    runs.append(run)
    isUntidy = true
    return run
  }

  /// A track takes the place of the node's track of the same key.
  mutating func add(_ track: MotionTrack, of node: AnyNode, at index: Int) {
    track.run.extend(to: track.start + track.path.end)
    if let slot = slots[ObjectIdentifier(node)] {
      if let at = entries[slot].tracks.firstIndex(where: { $0.key == track.key }) {
        // Steps of one animation go on from each other.
        let former = entries[slot].tracks[at]
        noteEnd(of: former, finished: former.run === track.run)
        entries[slot].tracks[at] = track
        isUntidy = true
      } else {
        entries[slot].tracks.append(track)
      }
      entries[slot].isStale = true
      return
    }
    let place = entries.firstIndex { $0.index > index } ?? entries.count
    entries.insert(Entry(node: node, index: index, tracks: [track]), at: place)
    indexSlots(from: place)
  }

  private mutating func indexSlots(from place: Int) {
    for slot in place..<entries.count { slots[ObjectIdentifier(entries[slot].node)] = slot }
  }

  // MARK: What ends

  /// A request that came to nothing.
  mutating func drop(_ request: MotionRequest, finished: Bool) {
    if let animation = request.animation { ended.append((animation, finished)) }
  }

  /// Takes tracks of a node away: somebody else has set what they move, or they are over. Returns them.
  mutating func remove(from node: AnyNode, finished: Bool, where shouldRemove: (MotionTrack) -> Bool) -> [MotionTrack] {
    guard let slot = slots[ObjectIdentifier(node)] else { return [] }
    let gone = entries[slot].tracks.filter(shouldRemove)
    guard !gone.isEmpty else { return [] }
    entries[slot].tracks.removeAll(where: shouldRemove)
    isUntidy = true
    for track in gone { noteEnd(of: track, finished: finished) }
    return gone
  }

  /// Forgets nodes of which nothing is in motion, and runs that move nothing. Once for all that began and ended: it looks at every track.
  mutating func tidy() {
    guard isUntidy else { return }
    isUntidy = false
    if entries.contains(where: \.tracks.isEmpty) {
      for entry in entries where entry.tracks.isEmpty { slots[ObjectIdentifier(entry.node)] = nil }
      entries.removeAll { $0.tracks.isEmpty }
      indexSlots(from: 0)
    }
    guard !runs.isEmpty else { return }
    var used = Set<ObjectIdentifier>()
    for entry in entries { for track in entry.tracks { used.insert(ObjectIdentifier(track.run)) } }
    runs.removeAll { !used.contains(ObjectIdentifier($0)) }
  }

  private mutating func noteEnd(of track: MotionTrack, finished: Bool) {
    if let animation = track.run.animation { ended.append((animation, finished)) }
  }

  /// Takes the next animation that something of ended, to be told.
  mutating func takeEnded() -> (animation: Animation, finished: Bool)? { ended.isEmpty ? nil : ended.removeFirst() }

  // MARK: Time and places

  /// Moves all clocks to `now`.
  func advance(to now: Double) {
    for run in runs { run.advance(to: now) }
  }

  /// All are shown as they are now but these.
  mutating func noteShown(but unseen: [AnyNode]) {
    for slot in entries.indices where entries[slot].isStale { entries[slot].isStale = false }
    for node in unseen { if let slot = slots[ObjectIdentifier(node)] { entries[slot].isStale = true } }
  }

  /// What a node is to play by itself. Returns what it played before; nil where that is the same.
  mutating func takeDeclared(_ node: AnyNode, _ wanted: [KeyframeAnimation]) -> [KeyframeAnimation]? {
    if wanted.isEmpty, declared.isEmpty { return nil }
    let former = declared[ObjectIdentifier(node)] ?? []
    guard former != wanted else { return nil }
    declared[ObjectIdentifier(node)] = wanted.isEmpty ? nil : wanted
    return former
  }

  /// Forgets what a node that left plays.
  mutating func forgetDeclared(_ node: AnyNode) { if !declared.isEmpty { declared[ObjectIdentifier(node)] = nil } }

  /// Finds the nodes in another tree: `indexOf` says where they are, nil where they left. Returns those that left.
  mutating func reindex(_ indexOf: (AnyNode) -> Int?) -> [AnyNode] {
    guard !entries.isEmpty else { return [] }
    for slot in entries.indices { entries[slot].index = indexOf(entries[slot].node) ?? -1 }
    let left = entries.filter { $0.index < 0 }.map(\.node)
    entries.sort { $0.index < $1.index }
    slots = [:]
    indexSlots(from: 0)
    return left
  }
}
