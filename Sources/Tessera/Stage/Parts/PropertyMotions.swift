/// Animated property or attribute of a node. Immutable except for the time of its run. Frame loop only.
///
/// A class, so that a frame does not copy the tracks of a thousand nodes.
final class MotionTrack {
  let key: MotionKey
  let template: MotionTemplate
  let path: ValuePath
  /// Start in the time of its run.
  let start: Double
  let run: MotionRun
  /// Value of the node at its creation. If the node's value differs now, it was set since.
  let goal: MotionRequest.Goal
  /// Value to which a reversed animation returns the node; nil means its value.
  let origin: MotionVector?

  init(
    key: MotionKey, template: MotionTemplate, path: ValuePath, start: Double, run: MotionRun, goal: MotionRequest.Goal,
    origin: MotionVector?
  ) {
    (self.key, self.template, self.path, self.start) = (key, template, path, start)
    (self.run, self.goal, self.origin) = (run, goal, origin)
  }

  /// Current numbers.
  var value: MotionVector { path.value(at: run.time - start, memo: run.springs) }
  var velocity: MotionVector { path.velocity(at: run.time - start) }
  /// Animated attribute with its current value; nil if it is not an attribute.
  var attribute: (name: String, value: AttributeValue)? {
    guard case .attribute(let name) = key, case .attribute(let template) = template else { return nil }
    return (name, template.moved(to: value))
  }
  /// Whether it has reached its end in a run that continues.
  var isOver: Bool { run.isRunning && !run.isCycling && run.time - start >= path.end }
  /// Whether it has ended for any reason.
  var isEnding: Bool { run.step != .moving || isOver }
}

/// Animated node as shown in one frame.
struct MovedNode {
  let index: Int
  /// nil means that only attributes are animated.
  let properties: SharedProperties?
  /// Animated properties.
  let moving: MovingProperties
  let attributes: [(name: String, value: AttributeValue)]

  /// Applies `tracks`, which animate the properties `moving`, to the node's other values.
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

/// Animations of a stage's nodes. Frame loop only.
///
/// Invariants: entries are in tree order of the newest ``reindex(_:)``; each track's run is in ``runs``; an animation is notified once for
/// the end of each track.
struct PropertyMotions {
  struct Entry {
    let node: AnyNode
    /// Index in the current tree; -1 if not in it.
    var index: Int
    var tracks: [MotionTrack] { didSet { moving = Self.moving(tracks) } }
    /// Whether the shown state is outdated, because the node was invisible or an animation began.
    var isStale = true
    /// Properties that the tracks animate.
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
  /// Declared animations of nodes in the tree.
  private var declared: [ObjectIdentifier: [KeyframeAnimation]] = [:]
  /// Whether there may be nodes without animations, or runs without tracks.
  private var isUntidy = false
  /// Animations of ended tracks, and their results; notified at the end of the step.
  private var ended: [(animation: Animation, finished: Bool)] = []

  var isEmpty: Bool { entries.isEmpty && ended.isEmpty && !isUntidy }

  func tracks(of node: AnyNode) -> [MotionTrack] { slots[ObjectIdentifier(node)].map { entries[$0].tracks } ?? [] }

  /// Returns the animated properties of a node.
  func moving(of node: AnyNode) -> MovingProperties { slots[ObjectIdentifier(node)].map { entries[$0].moving } ?? [] }

  /// Applies the animated values of a node to its properties.
  func overlay(_ node: AnyNode, on properties: inout NodeProperties) {
    guard !entries.isEmpty else { return }
    for track in tracks(of: node) { track.template.put(track.value, into: &properties) }
  }

  // MARK: Starting

  /// Returns the run of an animation, created with its first track; without an animation, a run for all that starts at the same time.
  mutating func run(of animation: Animation?, now: Double) -> MotionRun {
    if let animation, let run = runs.last(where: { $0.animation === animation }) { return run }
    let run = MotionRun(animation, now: now)
    runs.append(run)
    isUntidy = true
    return run
  }

  /// Adds a track, which replaces the node's track with the same key.
  mutating func add(_ track: MotionTrack, of node: AnyNode, at index: Int) {
    track.run.extend(to: track.start + track.path.end)
    if let slot = slots[ObjectIdentifier(node)] {
      if let at = entries[slot].tracks.firstIndex(where: { $0.key == track.key }) {
        // Steps of one animation continue each other.
        let former = entries[slot].tracks[at]
        recordEnd(of: former, finished: former.run === track.run)
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

  // MARK: Ending

  /// Drops a request without effect.
  mutating func drop(_ request: MotionRequest, finished: Bool) {
    if let animation = request.animation { ended.append((animation, finished)) }
  }

  /// Removes tracks of a node because their values were set elsewhere or they have ended. Returns them.
  mutating func remove(from node: AnyNode, finished: Bool, where shouldRemove: (MotionTrack) -> Bool) -> [MotionTrack] {
    guard let slot = slots[ObjectIdentifier(node)] else { return [] }
    let gone = entries[slot].tracks.filter(shouldRemove)
    guard !gone.isEmpty else { return [] }
    entries[slot].tracks.removeAll(where: shouldRemove)
    isUntidy = true
    for track in gone { recordEnd(of: track, finished: finished) }
    return gone
  }

  /// Removes nodes without animations, and runs without tracks. Called once for all starts and ends, because it visits all tracks.
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

  private mutating func recordEnd(of track: MotionTrack, finished: Bool) {
    if let animation = track.run.animation { ended.append((animation, finished)) }
  }

  /// Removes and returns the next animation with an ended track, to be notified.
  mutating func dequeueEnded() -> (animation: Animation, finished: Bool)? { ended.isEmpty ? nil : ended.removeFirst() }

  // MARK: Time and indices

  /// Advances all clocks to `now`.
  func advance(to now: Double) {
    for run in runs { run.advance(to: now) }
  }

  /// Returns the nodes whose shown state changed, in tree order, and whether an animation may have ended.
  /// - Parameters:
  ///   - isSeen: whether a node, by its index, may be visible; for others the change is shown in the next frame in which they are visible.
  ///   - properties: shown properties of a node by its index.
  mutating func dequeueMoved(isSeen: (Int) -> Bool, properties: (Int) -> SharedProperties) -> (nodes: [MovedNode], mayBeOver: Bool) {
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

  /// Sets the declared animations of a node. Returns the previous ones; nil if they are equal.
  mutating func replaceDeclared(_ node: AnyNode, _ wanted: [KeyframeAnimation]) -> [KeyframeAnimation]? {
    if wanted.isEmpty, declared.isEmpty { return nil }
    let former = declared[ObjectIdentifier(node)] ?? []
    guard former != wanted else { return nil }
    declared[ObjectIdentifier(node)] = wanted.isEmpty ? nil : wanted
    return former
  }

  /// Removes the declared animations of a removed node.
  mutating func forgetDeclared(_ node: AnyNode) { if !declared.isEmpty { declared[ObjectIdentifier(node)] = nil } }

  /// Updates the indices for another tree: `indexOf` returns nil for removed nodes. Returns the removed ones.
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
