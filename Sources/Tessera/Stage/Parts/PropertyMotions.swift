/// One property or attribute of a node in motion. Nothing of it changes but the time of its run. Frame loop only.
///
/// A class, so that a frame that looks at the tracks of a thousand nodes copies none.
final class MotionTrack {
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

  init(
    key: MotionKey, template: MotionTemplate, path: ValuePath, start: Double, run: MotionRun, goal: MotionRequest.Goal,
    origin: MotionVector?
  ) {
    (self.key, self.template, self.path, self.start) = (key, template, path, start)
    (self.run, self.goal, self.origin) = (run, goal, origin)
  }

  /// The numbers now.
  var value: MotionVector { path.value(at: run.time - start, memo: run.springs) }
  var velocity: MotionVector { path.velocity(at: run.time - start) }
  /// The attribute that it moves, as it is now; nil: it moves something else.
  var attribute: (name: String, value: AttributeValue)? {
    guard case .attribute(let name) = key, case .attribute(let template) = template else { return nil }
    return (name, template.moved(to: value))
  }
  /// Whether it has come to its end, in a run that goes on.
  var isOver: Bool { run.isRunning && !run.isCycling && run.time - start >= path.end }
  /// Whether it has come to its end in any way.
  var isEnding: Bool { run.step != .moving || isOver }
}

/// How a node in motion is shown in one frame.
struct MovedNode {
  let index: Int
  /// nil: only attributes are in motion.
  let properties: SharedProperties?
  /// Which properties are in motion.
  let moving: MovingProperties
  let attributes: [(name: String, value: AttributeValue)]

  /// Shows `tracks`, which move the properties `moving`, over what the node has otherwise.
  init(_ index: Int, _ tracks: [MotionTrack], _ moving: MovingProperties, over base: SharedProperties) {
    (self.index, self.moving) = (index, moving)
    var attributes: [(name: String, value: AttributeValue)] = []
    for track in tracks { if let attribute = track.attribute { attributes.append(attribute) } }
    self.attributes = attributes
    guard !moving.isEmpty else {
      properties = nil
      return
    }
    var shown = base.value
    for track in tracks { track.template.put(track.value, into: &shown) }
    properties = SharedProperties(consume shown)
  }
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
    var tracks: [MotionTrack] { didSet { moving = Self.moving(tracks) } }
    /// Whether it is shown otherwise than it is now: it was not seen, or something began.
    var isStale = true
    /// The properties that the tracks move.
    private(set) var moving: MovingProperties

    init(node: AnyNode, index: Int, tracks: [MotionTrack]) {
      (self.node, self.index, self.tracks) = (node, index, tracks)
      moving = Self.moving(tracks)
    }

    private static func moving(_ tracks: [MotionTrack]) -> MovingProperties {
      var moving: MovingProperties = []
      for track in tracks { if case .property(let property) = track.key { moving.insert(.one(property)) } }
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

  /// The properties of a node that are in motion.
  func moving(of node: AnyNode) -> MovingProperties { slots[ObjectIdentifier(node)].map { entries[$0].moving } ?? [] }

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

  /// Finds what is to be shown otherwise than before, in the order of the tree, and whether something may be over.
  /// - Parameters:
  ///   - isSeen: whether anything of a node may be seen, by its index; of what is not, the next frame that sees it shows how it moved.
  ///   - properties: how a node is shown now, by its index.
  mutating func takeMoved(isSeen: (Int) -> Bool, properties: (Int) -> SharedProperties) -> (nodes: [MovedNode], mayBeOver: Bool) {
    var nodes: [MovedNode] = []
    nodes.reserveCapacity(entries.count)
    var mayBeOver = false
    for slot in entries.indices {
      var hasMoved = entries[slot].isStale
      for track in entries[slot].tracks {
        if track.run.hasMoved { hasMoved = true }
        if track.isEnding { mayBeOver = true }
      }
      let index = entries[slot].index
      let isShown = !hasMoved || index < 0 || isSeen(index)
      if entries[slot].isStale == isShown { entries[slot].isStale = !isShown }
      if hasMoved, isShown, index >= 0 {
        nodes.append(MovedNode(index, entries[slot].tracks, entries[slot].moving, over: properties(index)))
      }
    }
    return (nodes, mayBeOver)
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
