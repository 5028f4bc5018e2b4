internal import TesseraLayout

// Boxes of specs that are appended again: matching with the previous boxes, and their new styles.
extension LayoutChanges {
  /// Sets the new styles of a spec's own boxes.
  func updateOwnBoxes(_ tree: LayoutTree, _ pass: LayoutCollector, _ boxes: [Int], _ layout: RetainedLayout) {
    replaceRecords(of: pass, boxes)
    let placed = Set(pass.arrangements.flatMap { $0.items.map { Int($0.box) } })
    let stubs = Set(pass.stubs.map(\.box))
    for box in 1..<max(1, tree.count) where !stubs.contains(box) {
      if !placed.contains(box) { setStyle(tree.style(at: box), box, boxes[box], pass) }
      if let measure = tree.measure(at: box) { layout.setMeasure(measure, at: boxes[box]) }
    }
    let arranged = Set(pass.arrangements.map { boxes[Int($0.box)] })
    for k in memory.arrangements.indices where arranged.contains(Int(memory.arrangements[k].box)) { memory.place(k) }
  }

  /// Sets the style of a box of a spec. The style of a box that is padded for the safe area includes its padding.
  private func setStyle(_ style: LayoutStyle, _ box: Int, _ target: Int, _ pass: LayoutCollector) {
    memory.setStyle(pass.safeBoxes.first { $0.box == Int32(box) }?.base ?? style, at: target)
  }

  /// Identity of a box of a spec for comparing two versions of the spec.
  private enum SpecBox: Hashable {
    case node(ObjectIdentifier)
    /// Index of the spec's own box among its siblings, and whether it has measured content.
    case own(Int, isMeasured: Bool)
  }

  /// Returns the current box of each box of a shallow tree, -1 for new nodes, and the inserted and removed nodes. Returns nil if the spec's
  /// own boxes differ.
  func align(
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

  /// Returns the run that replaces the nodes with boxes `old` by nodes that the spec of node `i` names, before box `next` in `box`.
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

  /// Replaces the records of the spec's boxes by those of a shallow pass.
  private func replaceRecords(of pass: LayoutCollector, _ boxes: [Int]) {
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
