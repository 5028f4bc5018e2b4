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
  /// Nodes whose properties are others than the layout before found.
  private(set) var properties: [Int] = []
  /// Nodes to be collected again with all that is below them, with their own styles.
  private(set) var structural: [Int: LayoutStyle] = [:]
  /// Subnodes that came and went.
  private var childRuns: [LayoutRun] = []
  /// Nodes whose subnodes or keys may be others.
  private(set) var owners: [Int] = []
  private var queue: [Int] = []
  /// Named nodes that need the style that the spec gives them, and those of them that are to be collected with it.
  private var wanted = Set<Int>()
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

  init(_ memory: RetainedNodes, index: [ObjectIdentifier: Int32]) {
    self.memory = memory
    self.index = index
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
    let entry = memory.entries[i]
    return entry.measureGeneration != snapshot.measureGeneration || entry.properties !== snapshot.properties
      || entry.departures != snapshot.departures
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
    var entry = memory.entries[i]
    let base = given ?? ownStyle(i, snapshot)
    if base == nil, snapshot.styleGeneration != entry.styleGeneration {
      wanted.insert(i)
      return
    }
    memory.noteCollected(1)
    let isStale = entry.measureGeneration != snapshot.measureGeneration || entry.departures != snapshot.departures
    let childrenAreStale = entry.childrenGeneration != snapshot.childrenGeneration
    if entry.properties !== snapshot.properties { properties.append(i) }
    // Who left the stage and came back told nobody of what changed below it meanwhile.
    if entry.departures != snapshot.departures { queue.append(contentsOf: i + 1..<Int(entry.end)) }
    let children = entry.childrenGeneration
    entry.take(snapshot)
    // Whoever changes subnodes says so when all is done: until then they count as not looked at.
    if !isStale, given == nil { entry.childrenGeneration = children }
    memory.entries[i] = entry
    let direction = base.map { $0.writingDirection.resolved(in: entry.inherited) } ?? entry.direction
    guard direction == entry.direction, snapshot.properties.value.safeAreaPadding == entry.safeArea, !doomed.contains(i) else {
      return collectAgain(i, base)
    }
    guard isStale || given != nil else { return }
    owners.append(i)
    if entry.isManaged { return appendSpec(i, snapshot, base: base) }
    let environment = (memory.ground?.environment ?? Environment()).running(direction)
    guard entry.node.makeSpec(in: LayoutContext(environment: environment, node: entry.node)) == nil else { return collectAgain(i, base) }
    if snapshot.ownChildren.isEmpty {
      guard entry.kind == .leaf || entry.kind == .padded else { return collectAgain(i, base) }
      if let base {
        guard LayoutCollector.leafKind(entry.node, base, entry.safeArea) == entry.kind else { return collectAgain(i, base) }
        setStyle(base, of: i)
      }
      if isStale {
        let measure = entry.node.makeMeasuring().map { LayoutCollector.measure($0, in: environment) }
        memory.layout?.setMeasure(measure, at: Int(entry.contentBox ?? entry.box))
      }
      return
    }
    guard entry.kind == .children, !childrenAreStale || follow(snapshot.ownChildren, of: i) else { return collectAgain(i, base) }
    if let base { setStyle(base, of: i) }
  }

  /// Most places where subnodes of one node came or went; of more, all below it is collected again.
  private static let mostRuns = 8

  /// Notes which subnodes came to node `i` and which left; returns whether that is all there is to do. Those that stay are looked at: they may have
  /// left and come back meanwhile.
  private mutating func follow(_ children: [AnyNode], of i: Int) -> Bool {
    var old: [Int] = []
    var at = i + 1
    while at < Int(memory.entries[i].end) {
      old.append(at)
      at = Int(memory.entries[at].end)
    }
    let kept = stayers(old.map { memory.entries[$0].node }, children)
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

  /// Positions in both lists, ascending in both, of nodes that stay where they are to one another: as many as can be.
  private func stayers(_ old: [AnyNode], _ new: [AnyNode]) -> [(old: Int, new: Int)] {
    var start = 0
    while start < min(old.count, new.count), old[start] === new[start] { start += 1 }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1] === new[newEnd - 1] { (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1) }
    var positions: [ObjectIdentifier: Int] = [:]
    for k in start..<oldEnd { positions[ObjectIdentifier(old[k])] = k }
    // The longest ascending sequence: for each length the one that ends lowest, and what precedes each in it.
    var ends: [(old: Int, new: Int)] = []
    var before: [Int: (old: Int, new: Int)] = [:]
    for n in start..<newEnd {
      guard let k = positions[ObjectIdentifier(new[n])] else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle].old < k { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[k] = ends[low - 1] }
      if low < ends.count { ends[low] = (k, n) } else { ends.append((k, n)) }
    }
    var middle: [(old: Int, new: Int)] = []
    var last = ends.last
    while let pair = last {
      middle.append(pair)
      last = before[pair.old]
    }
    return (0..<start).map { ($0, $0) } + middle.reversed() + (0..<old.count - oldEnd).map { (oldEnd + $0, newEnd + $0) }
  }

  /// Gives the own box of node `i` the style that follows from its own.
  private func setStyle(_ base: LayoutStyle, of i: Int) {
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
    let pass = LayoutCollector(
      environment: ground.environment.running(entry.inherited), space: ground.space, padded: entry.padded,
      isNamed: entry.isNamed, isShallow: true)
    // The box of a named node without its style keeps the one it has.
    let own = base ?? LayoutStyle { $0.writingDirection = WritingDirection(entry.direction) }
    var builder = LayoutBuilder(userInfo: pass)
    pass.append(entry.node, snapshot, base: own, to: &builder)
    let tree = builder.finish()
    guard pass.entries.first?.kind == entry.kind, let boxes = match(tree, pass, to: Int(entry.box), layout) else {
      return collectAgain(i, base)
    }
    memory.entries[i].keys = pass.entries[0].keys
    if let base { setStyle(base, of: i) }
    takeRecords(of: pass, boxes)
    let placed = Set(pass.arrangements.flatMap { $0.items.map { Int($0.box) } })
    var stub = 0
    for box in 1..<tree.count {
      if stub < pass.stubs.count, pass.stubs[stub].box == box {
        take(pass.stubs[stub], at: boxes[box], isPlaced: placed.contains(box))
        stub += 1
      } else {
        if !placed.contains(box) { setStyle(tree.style(at: box), box, boxes[box], pass) }
        if let measure = tree.measure(at: box) { layout.setMeasure(measure, at: boxes[box]) }
      }
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

  /// Finds for each box of a shallow tree the one that it is now; nil where they do not match one another.
  private func match(_ tree: LayoutTree, _ pass: LayoutCollector, to first: Int, _ layout: RetainedLayout) -> [Int]? {
    let end = layout.end(at: first)
    var boxes: [Int] = []
    boxes.reserveCapacity(tree.count + 1)
    var stub = 0
    var at = first
    for box in 0..<tree.count {
      guard at < end else { return nil }
      boxes.append(at)
      if stub < pass.stubs.count, pass.stubs[stub].box == box {
        let i = Int(memory.nodeOfBox[at])
        guard i >= 0, memory.entries[i].node === pass.stubs[stub].node, memory.entries[i].inherited == pass.stubs[stub].inherited,
          memory.entries[i].padded == pass.stubs[stub].padded
        else { return nil }
        stub += 1
        at = layout.end(at: at)
      } else {
        let isMeasured = tree.measure(at: box) != nil
        guard box == 0 || memory.nodeOfBox[at] == (isMeasured ? RetainedNodes.measuredBox : RetainedNodes.noNode) else { return nil }
        at += 1
      }
    }
    guard at == end else { return nil }
    boxes.append(at)
    for box in 0..<tree.count where boxes[tree.end(at: box)] != layout.end(at: boxes[box]) { return nil }
    return boxes
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
