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
  /// Nodes whose subnodes or keys may be others.
  private(set) var owners: [Int] = []
  private var queue: [Int] = []
  /// Named nodes that need the style that the spec gives them, and those of them that are to be collected with it.
  private var wanted = Set<Int>()
  private var doomed = Set<Int>()
  /// Named nodes that a `ManualLayout` places: their styles are set with their frames.
  private var placed = Set<Int>()

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
    guard entry.node.makeSpec(in: LayoutContext(environment: environment)) == nil else { return collectAgain(i, base) }
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
    guard entry.kind == .children, !childrenAreStale || hasChildren(i, snapshot.ownChildren) else { return collectAgain(i, base) }
    if let base { setStyle(base, of: i) }
  }

  /// Whether node `i` has these subnodes still. Those that left and came back meanwhile are looked at.
  private mutating func hasChildren(_ i: Int, _ children: [AnyNode]) -> Bool {
    var at = i + 1
    for child in children {
      guard at < Int(memory.entries[i].end), memory.entries[at].node === child else { return false }
      queue.append(at)
      at = Int(memory.entries[at].end)
    }
    return at == Int(memory.entries[i].end)
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
