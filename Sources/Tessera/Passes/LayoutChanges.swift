internal import TesseraGeometry
internal import TesseraLayout

/// Looks at the nodes that changed, and brings the retained boxes up to date with as little as will do.
///
/// A node whose value changed gets its content measured again. One whose spec changed has that appended again with its subnodes left out; where it
/// names the same subnodes in the same boxes, the boxes get their new styles. Anything else is collected again with all that is below
/// it (`structural`). What a spec made of a subnode's own style only the spec can say: the owner's spec is asked again for it.
struct LayoutChanges {
  let memory: RetainedNodes
  let index: [ObjectIdentifier: Int32]
  /// Nodes, as the layout before numbered them, whose properties the loop changed since.
  let inUse: [Int]
  /// Nodes whose properties are others than the layout before found.
  private(set) var properties: [Int] = []
  /// Nodes to be collected again with all that is below them, with their own styles.
  private(set) var structural: [Int: LayoutStyle] = [:]
  /// Subnodes that came and went.
  var childRuns: [LayoutRun] = []
  /// Specs that name other nodes than before, as appended again: what they say of their own boxes is taken over when those are there.
  private var specs: [(node: AnyNode, tree: LayoutTree, pass: LayoutCollector)] = []
  /// Elements of lists, some of which come or go: the others are looked at no more.
  var elements: [RenamedElements] = []
  /// Nodes whose subnodes or keys may be others.
  private(set) var owners: [Int] = []
  private var queue: [Int] = []
  /// Named nodes that need the style that the spec gives them, and those of them that are to be collected with it.
  private(set) var wanted = Set<Int>()
  private var doomed = Set<Int>()
  /// Named nodes that a `ManualLayout` places: their styles are set with their frames.
  private var placed = Set<Int>()

  /// Everything that is to be collected; nil where that is the root.
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

  /// Looks at nodes that asked for layout, or whose properties ask for their areas to be found anew.
  mutating func look(at nodes: [AnyNode]) {
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
      // From the inside out: an owner that has to ask for its own style adds to the list.
      guard let deepest = wanted.max() else { return }
      let owner = Int(memory.entries[deepest].parent)
      let below = wanted.filter { Int(memory.entries[$0].parent) == owner }
      if !isCollectedAgain(owner) {
        let snapshot = memory.entries[owner].node.layoutSnapshot()
        appendSpec(owner, snapshot, base: ownStyle(owner, snapshot))
      }
      // Who was not named again goes with the subtree that is collected again.
      wanted.subtract(below)
    }
  }

  /// Whether node `i` is part of a subtree that is collected again.
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
    // Each member alone: a copy of the entry would be counted by all that it holds.
    memory.entries[i].measureGeneration != snapshot.measureGeneration || memory.entries[i].properties !== snapshot.properties
      || memory.entries[i].departures != snapshot.departures
  }

  /// The style of a node that no spec names; nil for one that is named.
  private func ownStyle(_ i: Int, _ snapshot: LayoutSnapshot) -> LayoutStyle? {
    guard !memory.entries[i].isNamed else { return nil }
    var style = snapshot.style
    if i == 0, memory.ground?.fills == true { RetainedNodes.fill(&style) }
    return style
  }

  /// - Parameter given: the node's style as its spec adjusted it, where that was asked.
  private mutating func update(_ i: Int, _ snapshot: LayoutSnapshot, base given: LayoutStyle?) {
    guard structural[i] == nil else { return }
    let base = given ?? ownStyle(i, snapshot)
    // Each member alone: a copy of the entry would be counted by all that it holds.
    if base == nil, snapshot.styleGeneration != memory.entries[i].styleGeneration {
      wanted.insert(i)
      return
    }
    memory.noteCollected(1)
    let hasDeparted = memory.entries[i].departures != snapshot.departures
    let isStale = memory.entries[i].measureGeneration != snapshot.measureGeneration || hasDeparted
    let children = memory.entries[i].childrenGeneration
    if memory.entries[i].properties !== snapshot.properties { properties.append(i) }
    // Who left the stage and came back told nobody of what changed below it meanwhile.
    if hasDeparted { queue.append(contentsOf: i + 1..<Int(memory.entries[i].end)) }
    memory.entries[i].take(snapshot)
    // Whoever changes subnodes says so when all is done: until then they count as not looked at.
    if !isStale, given == nil { memory.entries[i].childrenGeneration = children }
    let direction = base.map { $0.writingDirection.resolved(in: memory.entries[i].inherited) } ?? memory.entries[i].direction
    let safeArea = memory.entries[i].safeArea
    guard direction == memory.entries[i].direction, snapshot.properties.value.safeAreaPadding == safeArea, !doomed.contains(i) else {
      return collectAgain(i, base)
    }
    guard isStale || given != nil else { return }
    owners.append(i)
    if memory.entries[i].isManaged { return appendSpec(i, snapshot, base: base) }
    let environment = (memory.ground?.environment ?? Environment()).running(direction)
    let node = memory.entries[i].node
    guard node.makeSpec(in: LayoutContext(environment: environment, node: node, steps: memory.steps)) == nil else {
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
        let measure = node.makeMeasuring().map { LayoutCollector.measure($0, in: environment, memory.steps) }
        memory.layout?.setMeasure(measure, at: Int(memory.entries[i].contentBox ?? memory.entries[i].box))
      }
      return
    }
    guard kind == .children, children == snapshot.childrenGeneration || follow(snapshot.ownChildren, of: i) else {
      return collectAgain(i, base)
    }
    if let base { setStyle(base, of: i) }
  }

  /// Most places where subnodes of one node came or went; of more, all below it is collected again.
  static let mostRuns = 8

  /// Notes which subnodes came to node `i` and which left; returns whether that is all there is to do. Those that stay are looked at: they may have
  /// left and come back meanwhile.
  private mutating func follow(_ children: [AnyNode], of i: Int) -> Bool {
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

  /// Forgets what was found of the subnodes of node `i` by an earlier look: it may have changed meanwhile, and each look compares with what the
  /// layout before left.
  mutating func forgetRuns(of i: Int) {
    childRuns.removeAll { $0.above == i }
    specs.removeAll { $0.node === memory.entries[i].node }
    elements.removeAll { $0.owner === memory.entries[i].node }
  }

  /// Gives the own box of node `i` the style that follows from its own.
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

  /// Appends the spec of node `i` again without what is below its subnodes.
  private mutating func appendSpec(_ i: Int, _ snapshot: LayoutSnapshot, base: LayoutStyle?) {
    let entry = memory.entries[i]
    guard structural[i] == nil, let ground = memory.ground, let layout = memory.layout else { return }
    var manual: ManualLayout?
    if entry.kind == .manual {
      let environment = ground.environment.running(entry.direction)
      manual = entry.node.makeSpec(in: LayoutContext(environment: environment, node: entry.node, steps: memory.steps)) as? ManualLayout
      if let manual, takeElements(of: i, manual, base: base) { return }
    }
    forgetRuns(of: i)
    let pass = LayoutCollector(
      environment: ground.environment.running(entry.inherited), space: ground.space, padded: entry.padded,
      isNamed: entry.isNamed, isShallow: true, spec: manual, steps: memory.steps)
    // The box of a named node without its style keeps the one it has.
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
    for stub in pass.stubs where boxes[stub.box] >= 0 { take(stub, at: boxes[stub.box], isPlaced: placed.contains(stub.box)) }
    if runs.isEmpty {
      takeOwnBoxes(tree, pass, boxes, layout)
    } else {
      childRuns += runs
      specs.append((entry.node, tree, pass))
    }
  }

  /// Takes over what specs say of their own boxes, now that the nodes they name are there; returns whether all were found.
  ///
  /// - Parameter index: the number that a node has now; nil for one that left or was collected again with what it is in.
  mutating func finish(_ index: (AnyNode) -> Int?) -> Bool {
    guard let layout = memory.layout else { return false }
    for spec in specs {
      guard let i = index(spec.node) else { continue }
      guard let (boxes, runs) = align(spec.tree, spec.pass, to: i, layout), runs.isEmpty else { return false }
      takeOwnBoxes(spec.tree, spec.pass, boxes, layout)
    }
    for renamed in elements {
      guard let i = index(renamed.owner) else { continue }
      guard finish(renamed, at: i) else { return false }
    }
    return true
  }

  /// Gives the boxes that a spec made itself what it says of them.
  private func takeOwnBoxes(_ tree: LayoutTree, _ pass: LayoutCollector, _ boxes: [Int], _ layout: RetainedLayout) {
    takeRecords(of: pass, boxes)
    let placed = Set(pass.arrangements.flatMap { $0.items.map { Int($0.box) } })
    let stubs = Set(pass.stubs.map(\.box))
    for box in 1..<max(1, tree.count) where !stubs.contains(box) {
      if !placed.contains(box) { setStyle(tree.style(at: box), box, boxes[box], pass) }
      if let measure = tree.measure(at: box) { layout.setMeasure(measure, at: boxes[box]) }
    }
    let arranged = Set(pass.arrangements.map { boxes[Int($0.box)] })
    for k in memory.arrangements.indices where arranged.contains(Int(memory.arrangements[k].box)) { memory.place(k) }
  }

  /// The style of a box of a spec; one that is padded for the safe area has its padding in it already.
  private func setStyle(_ style: LayoutStyle, _ box: Int, _ target: Int, _ pass: LayoutCollector) {
    memory.setStyle(pass.safeBoxes.first { $0.box == Int32(box) }?.base ?? style, at: target)
  }

  private mutating func take(_ stub: LayoutCollector.Stub, at box: Int, isPlaced: Bool) {
    let child = Int(memory.nodeOfBox[box])
    let entry = memory.entries[child]
    if isPlaced { placed.insert(child) }
    if isStale(child, stub.snapshot) || wanted.contains(child) {
      wanted.remove(child)
      return update(child, stub.snapshot, base: stub.base)
    }
    memory.noteCollected(1)
    let isLeaf = entry.kind == .leaf || entry.kind == .padded
    guard stub.base.writingDirection.resolved(in: entry.inherited) == entry.direction,
      !isLeaf || LayoutCollector.leafKind(entry.node, stub.base, entry.safeArea) == entry.kind
    else { return collectAgain(child, stub.base) }
    setStyle(stub.base, of: child)
  }

  /// What a box of a spec is to whoever compares two appendings of it.
  private enum SpecBox: Hashable {
    case node(ObjectIdentifier)
    /// The so-many-th box of the spec's own beside its siblings, and whether it measures itself.
    case own(Int, isMeasured: Bool)
  }

  /// Finds for each box of a shallow tree the one that it is now, -1 for nodes that come, and what comes and goes; nil where the boxes that the spec makes
  /// itself are others.
  private func align(
    _ tree: LayoutTree, _ pass: LayoutCollector, to i: Int, _ layout: RetainedLayout
  ) -> (boxes: [Int], runs: [LayoutRun])? {
    var boxes = [Int](repeating: -1, count: tree.count)
    var runs: [LayoutRun] = []
    var stubs = [Int: LayoutCollector.Stub](minimumCapacity: pass.stubs.count)
    for stub in pass.stubs { stubs[stub.box] = stub }
    boxes[0] = Int(memory.entries[i].box)
    var open = [0]
    while let box = open.popLast() {
      let new = Self.children(of: box) { tree.end(at: $0) }
      let old = Self.children(of: boxes[box]) { layout.end(at: $0) }
      var (ownNew, ownOld) = (0, 0)
      let newKeys = new.map { child -> SpecBox in
        if let stub = stubs[child] { return .node(ObjectIdentifier(stub.node)) }
        ownNew += 1
        return .own(ownNew, isMeasured: tree.measure(at: child) != nil)
      }
      let oldKeys = old.map { child -> SpecBox in
        let node = memory.nodeOfBox[child]
        if node >= 0 { return .node(ObjectIdentifier(memory.entries[Int(node)].node)) }
        ownOld += 1
        return .own(ownOld, isMeasured: node == RetainedNodes.measuredBox)
      }
      let kept = LayoutSequence.stayers(oldKeys, newKeys)
      var keptOwn = 0
      for (k, n) in kept {
        boxes[new[n]] = old[k]
        guard let stub = stubs[new[n]] else {
          keptOwn += 1
          open.append(new[n])
          continue
        }
        let entry = memory.entries[Int(memory.nodeOfBox[old[k]])]
        guard entry.inherited == stub.inherited, entry.padded == stub.padded else { return nil }
      }
      guard keptOwn == ownNew, keptOwn == ownOld else { return nil }
      var (from, to) = (0, 0)
      for (k, n) in kept + [(old.count, new.count)] {
        if k > from || n > to {
          runs.append(
            run(
              below: i, in: boxes[box], Array(old[from..<k]), next: k < old.count ? old[k] : nil, new[to..<n].compactMap { stubs[$0] },
              layout))
        }
        (from, to) = (k + 1, n + 1)
      }
    }
    guard runs.count <= Self.mostRuns else { return nil }
    return (boxes, runs)
  }

  static func children(of box: Int, end: (Int) -> Int) -> [Int] {
    var children: [Int] = []
    var child = box + 1
    while child < end(box) {
      children.append(child)
      child = end(child)
    }
    return children
  }

  /// The run that puts nodes that the spec of node `i` names in the places of those with the boxes `old`, before box `next` in `box`.
  func run(
    below i: Int, in box: Int, _ old: [Int], next: Int?, _ stubs: [LayoutCollector.Stub], _ layout: RetainedLayout
  ) -> LayoutRun {
    let place = old.first ?? next ?? layout.end(at: box)
    var nodes: Range<Int>
    if let first = old.first, let last = old.last {
      nodes = Int(memory.nodeOfBox[first])..<Int(memory.entries[Int(memory.nodeOfBox[last])].end)
    } else {
      // The first node from there on.
      var at = place
      while at < memory.nodeOfBox.count, memory.nodeOfBox[at] < 0 { at += 1 }
      let node = at < memory.nodeOfBox.count ? Int(memory.nodeOfBox[at]) : memory.entries.count
      nodes = node..<node
    }
    return LayoutRun(
      above: i, old: nodes, boxes: place..<(old.last.map { layout.end(at: $0) } ?? place), box: box,
      nodes: stubs.map { ($0.node, $0.named) }, direction: stubs.first?.inherited ?? memory.entries[i].direction,
      padded: stubs.first?.padded ?? memory.entries[i].padded)
  }

  /// Puts what a shallow pass noted of its boxes in place of what was noted of them.
  private func takeRecords(of pass: LayoutCollector, _ boxes: [Int]) {
    let own = Set(boxes.dropLast().dropFirst().filter { memory.nodeOfBox[$0] < 0 }.map { Int32($0) })
    guard !own.isEmpty else { return }
    let current = Dictionary(memory.safeBoxes.map { ($0.box, $0.current) }, uniquingKeysWith: { a, _ in a })
    memory.safeBoxes.removeAll { own.contains($0.box) }
    for var safe in pass.safeBoxes where safe.box > 0 {
      safe.box = Int32(boxes[Int(safe.box)])
      safe.current = current[safe.box] ?? safe.estimate
      memory.safeBoxes.append(safe)
    }
    memory.safeBoxes.sort { $0.box < $1.box }
    let sizes = Dictionary(memory.arrangements.map { ($0.box, $0.size) }, uniquingKeysWith: { a, _ in a })
    memory.arrangements.removeAll { own.contains($0.box) }
    for var arrangement in pass.arrangements {
      arrangement.box = Int32(boxes[Int(arrangement.box)])
      if arrangement.measured == nil { arrangement.size = sizes[arrangement.box] ?? nil }
      for k in arrangement.items.indices where arrangement.items[k].box >= 0 {
        arrangement.items[k].box = Int32(boxes[Int(arrangement.items[k].box)])
      }
      memory.arrangements.append(arrangement)
    }
    memory.arrangements.sort { $0.box < $1.box }
  }
}
