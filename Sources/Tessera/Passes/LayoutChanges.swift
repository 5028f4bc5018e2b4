internal import TesseraGeometry
internal import TesseraLayout

/// Examines changed nodes and updates the retained boxes with as little work as possible.
///
/// A node with a changed value has its content measured again. A changed spec is appended again without its subnodes. If it names the same
/// subnodes in the same boxes, only the styles of the boxes are updated. Otherwise the node is collected again with its whole subtree
/// (`structural`). The style that a spec derives from a subnode's own style is known only to the spec, so the owner's spec is evaluated
/// again for it.
struct LayoutChanges {
  let memory: RetainedNodes
  let index: [ObjectIdentifier: Int32]
  /// Nodes, numbered as in the previous layout, whose properties the loop has changed since.
  let inUse: [Int]
  /// Nodes whose properties differ from those of the previous layout.
  private(set) var properties: [Int] = []
  /// Nodes to collect again with their subtrees, and their own styles.
  private(set) var structural: [Int: LayoutStyle] = [:]
  /// Inserted and removed subnodes.
  var childRuns: [LayoutRun] = []
  /// Specs that name other nodes than before, appended again. The styles of their own boxes are updated once those nodes exist.
  private var specs: [(node: AnyNode, tree: LayoutTree, pass: LayoutCollector)] = []
  /// Elements of lists with insertions or removals; the other elements need no further work.
  var elements: [RenamedElements] = []
  /// Nodes whose subnodes or keys may have changed.
  private(set) var owners: [Int] = []
  private var queue: [Int] = []
  /// Named nodes that need the style of their spec, and those of them that are collected with it.
  private(set) var wanted = Set<Int>()
  private var doomed = Set<Int>()
  /// Named nodes that a `ManualLayout` places; their styles are set with their frames.
  private var placed = Set<Int>()

  /// All runs to collect; nil if the root must be collected.
  var runs: [LayoutRun]? {
    var runs = childRuns
    for (i, style) in structural {
      guard let run = memory.run(again: i, style) else { return nil }
      runs.append(run)
    }
    return runs
  }

  init(_ memory: RetainedNodes, index: [ObjectIdentifier: Int32], inUse: [Int]) {
    self.memory = memory
    self.index = index
    self.inUse = inUse
  }

  /// Collects the changes of nodes that requested layout, or whose changed properties affect their areas.
  mutating func collectChanges(of nodes: [AnyNode]) {
    for node in nodes {
      if let i = index[ObjectIdentifier(node)] { queue.append(Int(i)) }
    }
    var at = 0
    while true {
      while at < queue.count {
        let i = queue[at]
        at += 1
        let snapshot = memory.entries[i].node.layoutSnapshot()
        if isStale(i, snapshot) { update(i, snapshot, base: nil) }
      }
      // From the inside out: an owner that needs its own style from a spec extends the list.
      guard let deepest = wanted.max() else { return }
      let owner = Int(memory.entries[deepest].parent)
      let below = wanted.filter { Int(memory.entries[$0].parent) == owner }
      if !isCollectedAgain(owner) {
        let snapshot = memory.entries[owner].node.layoutSnapshot()
        appendSpec(owner, snapshot, base: ownStyle(owner, snapshot))
      }
      // Nodes that were not named again belong to the subtree that is collected again.
      wanted.subtract(below)
    }
  }

  /// Returns whether node `i` is part of a subtree that is collected again.
  private func isCollectedAgain(_ i: Int) -> Bool {
    guard !structural.isEmpty else { return false }
    var at = i
    while at >= 0 {
      if structural[at] != nil { return true }
      at = Int(memory.entries[at].parent)
    }
    return false
  }

  private func isStale(_ i: Int, _ snapshot: LayoutSnapshot) -> Bool {
    // Members are compared individually: copying the entry would retain all objects that it references.
    memory.entries[i].measureGeneration != snapshot.measureGeneration || memory.entries[i].properties !== snapshot.properties
      || memory.entries[i].departures != snapshot.departures
  }

  /// Returns the own style of a node; nil for a node that a spec names.
  private func ownStyle(_ i: Int, _ snapshot: LayoutSnapshot) -> LayoutStyle? {
    guard !memory.entries[i].isNamed else { return nil }
    var style = snapshot.style
    if i == 0, memory.ground?.fills == true { RetainedNodes.fill(&style) }
    if let held = memory.ground?.held, memory.entries[i].node === held { RetainedNodes.fillHolder(&style) }
    return style
  }

  /// - Parameter given: the node's style as adjusted by its spec, if it is known.
  private mutating func update(_ i: Int, _ snapshot: LayoutSnapshot, base given: LayoutStyle?) {
    guard structural[i] == nil else { return }
    let base = given ?? ownStyle(i, snapshot)
    // Members are compared individually: copying the entry would retain all objects that it references.
    if base == nil, snapshot.styleGeneration != memory.entries[i].styleGeneration {
      wanted.insert(i)
      return
    }
    memory.recordCollected(1)
    let hasDeparted = memory.entries[i].departures != snapshot.departures
    let isStale = memory.entries[i].measureGeneration != snapshot.measureGeneration || hasDeparted
    let children = memory.entries[i].childrenGeneration
    if memory.entries[i].properties !== snapshot.properties { properties.append(i) }
    // A node that left the stage and returned did not report changes of its subtree.
    if hasDeparted { queue.append(contentsOf: i + 1..<Int(memory.entries[i].end)) }
    memory.entries[i].adopt(snapshot)
    // Changes of subnodes are reported when they are complete; until then they count as not examined.
    if !isStale, given == nil { memory.entries[i].childrenGeneration = children }
    let direction = base.map { $0.writingDirection.resolved(in: memory.entries[i].inherited) } ?? memory.entries[i].direction
    let safeArea = memory.entries[i].safeArea
    guard direction == memory.entries[i].direction, snapshot.properties.value.safeAreaPadding == safeArea, !doomed.contains(i) else {
      return collectAgain(i, base)
    }
    guard isStale || given != nil else { return }
    owners.append(i)
    if memory.entries[i].isManaged { return appendSpec(i, snapshot, base: base) }
    let environment = (memory.ground?.environment ?? EnvironmentValues()).running(direction)
    let node = memory.entries[i].node
    guard node.makeSpec(in: LayoutContext(environment: environment, node: node, effects: memory.effects, rooms: memory.rooms)) == nil else {
      return collectAgain(i, base)
    }
    let kind = memory.entries[i].kind
    if snapshot.ownChildren.isEmpty {
      guard kind == .leaf || kind == .padded else { return collectAgain(i, base) }
      if let base {
        guard LayoutCollector.leafKind(node, base, safeArea) == kind else { return collectAgain(i, base) }
        setStyle(base, of: i)
      }
      if isStale {
        let measure = node.makeMeasuring().map { LayoutCollector.measure($0, in: environment) }
        memory.layout?.setMeasure(measure, at: Int(memory.entries[i].contentBox ?? memory.entries[i].box))
      }
      return
    }
    guard kind == .children, children == snapshot.childrenGeneration || recordRuns(of: i, with: snapshot.ownChildren) else {
      return collectAgain(i, base)
    }
    if let base { setStyle(base, of: i) }
  }

  /// Maximum number of places with inserted or removed subnodes of one node. With more, its whole subtree is collected again.
  static let mostRuns = 8

  /// Records inserted and removed subnodes of node `i`. Returns whether that is sufficient. Kept subnodes are examined, because they may
  /// have left and returned.
  private mutating func recordRuns(of i: Int, with children: [AnyNode]) -> Bool {
    forgetRuns(of: i)
    var old: [Int] = []
    var at = i + 1
    while at < Int(memory.entries[i].end) {
      old.append(at)
      at = Int(memory.entries[at].end)
    }
    let kept = LayoutSequence.stayers(old.map { ObjectIdentifier(memory.entries[$0].node) }, children.map { ObjectIdentifier($0) })
    var runs: [LayoutRun] = []
    var (from, to) = (0, 0)
    for (k, n) in kept + [(old.count, children.count)] {
      if k > from || n > to {
        let places = (from < old.count ? old[from] : at)..<(k < old.count ? old[k] : at)
        guard let run = memory.run(below: i, places, Array(children[to..<n])) else { return false }
        runs.append(run)
      }
      (from, to) = (k + 1, n + 1)
    }
    guard runs.count <= Self.mostRuns else { return false }
    for (k, _) in kept { queue.append(old[k]) }
    childRuns += runs
    return true
  }

  /// Discards the results of an earlier examination of node `i`'s subnodes, which may have changed. Each examination compares with the
  /// result of the previous layout.
  mutating func forgetRuns(of i: Int) {
    childRuns.removeAll { $0.above == i }
    specs.removeAll { $0.node === memory.entries[i].node }
    elements.removeAll { $0.owner === memory.entries[i].node }
  }

  /// Sets the style of node `i`'s own box from the node's style.
  func setStyle(_ base: LayoutStyle, of i: Int) {
    guard !placed.contains(i) else { return }
    memory.setStyle(LayoutCollector.style(base, of: memory.entries[i].kind), at: Int(memory.entries[i].box))
  }

  private mutating func collectAgain(_ i: Int, _ base: LayoutStyle?) {
    if let base {
      structural[i] = base
    } else {
      doomed.insert(i)
      wanted.insert(i)
    }
  }

  // MARK: Specs

  /// Appends the spec of node `i` again without the subtrees of its subnodes.
  private mutating func appendSpec(_ i: Int, _ snapshot: LayoutSnapshot, base: LayoutStyle?) {
    let entry = memory.entries[i]
    guard structural[i] == nil, let ground = memory.ground, let layout = memory.layout else { return }
    var manual: ManualLayout?
    if entry.kind == .manual {
      let environment = ground.environment.running(entry.direction)
      let context = LayoutContext(environment: environment, node: entry.node, effects: memory.effects, rooms: memory.rooms)
      manual = entry.node.makeSpec(in: context) as? ManualLayout
      if let manual, updateElements(of: i, manual, base: base) { return }
    }
    forgetRuns(of: i)
    let pass = LayoutCollector(
      environment: ground.environment.running(entry.inherited), space: ground.space, effects: memory.effects, rooms: memory.rooms,
      padded: entry.padded,
      isNamed: entry.isNamed, isShallow: true, spec: manual)
    // The box of a named node without its style keeps its current style.
    let own = base ?? LayoutStyle { $0.writingDirection = WritingDirection(entry.direction) }
    var builder = LayoutBuilder(userInfo: pass)
    pass.append(entry.node, snapshot, base: own, to: &builder)
    let tree = builder.finish()
    guard pass.entries.first?.kind == entry.kind, let (boxes, runs) = align(tree, pass, to: i, layout) else {
      return collectAgain(i, base)
    }
    memory.entries[i].keys = pass.entries[0].keys
    if let base { setStyle(base, of: i) }
    let placed = Set(pass.arrangements.flatMap { $0.items.map { Int($0.box) } })
    for stub in pass.stubs where boxes[stub.box] >= 0 { adopt(stub, at: boxes[stub.box], isPlaced: placed.contains(stub.box)) }
    if runs.isEmpty {
      updateOwnBoxes(tree, pass, boxes, layout)
    } else {
      childRuns += runs
      specs.append((entry.node, tree, pass))
    }
  }

  /// Updates the specs' own boxes once the named nodes exist. Returns whether all were found.
  ///
  /// - Parameter index: returns the current number of a node; nil if it was removed or collected again with an ancestor.
  mutating func finish(_ index: (AnyNode) -> Int?) -> Bool {
    guard let layout = memory.layout else { return false }
    for spec in specs {
      guard let i = index(spec.node) else { continue }
      guard let (boxes, runs) = align(spec.tree, spec.pass, to: i, layout), runs.isEmpty else { return false }
      updateOwnBoxes(spec.tree, spec.pass, boxes, layout)
    }
    for renamed in elements {
      guard let i = index(renamed.owner) else { continue }
      guard finish(renamed, at: i) else { return false }
    }
    return true
  }

  private mutating func adopt(_ stub: LayoutCollector.Stub, at box: Int, isPlaced: Bool) {
    let child = Int(memory.nodeOfBox[box])
    let entry = memory.entries[child]
    if isPlaced { placed.insert(child) }
    if isStale(child, stub.snapshot) || wanted.contains(child) {
      wanted.remove(child)
      return update(child, stub.snapshot, base: stub.base)
    }
    memory.recordCollected(1)
    let isLeaf = entry.kind == .leaf || entry.kind == .padded
    guard stub.base.writingDirection.resolved(in: entry.inherited) == entry.direction,
      !isLeaf || LayoutCollector.leafKind(entry.node, stub.base, entry.safeArea) == entry.kind
    else { return collectAgain(child, stub.base) }
    setStyle(stub.base, of: child)
  }
}
