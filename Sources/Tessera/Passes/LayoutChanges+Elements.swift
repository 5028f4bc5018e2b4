internal import TesseraGeometry
internal import TesseraLayout

// Lists name all their elements again whenever some are inserted or removed; kept ones are only compared.

/// Elements of a `ManualLayout` of nodes that were named again.
struct RenamedElements {
  let owner: AnyNode
  let nodes: [AnyNode]
  /// Kept elements have their previous boxes here.
  var arrangement: LayoutCollector.Arrangement
  /// Kept elements with changed placement.
  let replaced: [Int]
  let measure: LayoutMeasure?
}

extension LayoutChanges {
  /// Updates the elements that node `i` names again, if they are nodes with measured sizes and the kept ones are unchanged.
  ///
  /// - Returns: whether it did. Otherwise nothing was changed, and the spec must be appended again.
  /// - Complexity: one comparison for each kept element; that of collecting for the others.
  mutating func updateElements(of i: Int, _ manual: ManualLayout, base: LayoutStyle?) -> Bool {
    let entry = memory.entries[i]
    let box = entry.box + 1
    guard entry.kind == .manual, let nodes = manual.nodes, let measured = manual.measured, let expected = measured.expected,
      let layout = memory.layout, let ground = memory.ground,
      base.map({ $0.writingDirection.resolved(in: entry.inherited) == entry.direction }) ?? true,
      let known = memory.arrangements.first(where: { $0.box == box }), known.measured != nil, !hasPendingSubnodes(i)
    else { return false }
    guard let former = numbers(of: known) else { return false }
    let ranges = entry.node.asking(entry.measureGeneration) { measured.constraints(expected.size) } ?? []
    guard ranges.count == nodes.count, expected.origins.count == nodes.count, let kept = stayers(former, nodes) else { return false }
    let (direction, padded) = (entry.direction, entry.padded.union(entry.safeArea))
    let areAsCollected = memory.entries.withUnsafeBufferPointer { entries in
      kept.allSatisfy { old, new in
        let child = former[old]
        return nodes[new].isAsCollected(in: entries, at: child) && entries[child].inherited == direction && entries[child].padded == padded
      }
    }
    guard areAsCollected else { return false }
    var items: [LayoutCollector.Arrangement.Item] = []
    items.reserveCapacity(nodes.count)
    var replaced: [Int] = []
    var runs: [LayoutRun] = []
    var (from, to) = (0, 0)
    for (old, new) in kept + [(former.count, nodes.count)] {
      var stubs: [LayoutCollector.Stub] = []
      for n in to..<new {
        let snapshot = nodes[n].layoutSnapshot()
        let style = LayoutCollector.Arrangement.measured(snapshot.style, within: ranges[n], at: expected.origins[n])
        items.append(.init(box: -1, base: .init(snapshot.style)))
        stubs.append(.init(node: nodes[n], box: -1, snapshot: snapshot, base: style, inherited: direction, padded: padded))
      }
      if old > from || new > to {
        let gone = known.items[from..<old].map { Int($0.box) }
        let next = old < former.count ? Int(known.items[old].box) : nil
        runs.append(run(below: i, in: Int(box), gone, next: next, stubs, layout))
      }
      if old < former.count {
        items.append(known.items[old])
        if old >= known.ranges.count || old >= known.origins.count || known.ranges[old] != ranges[new]
          || known.origins[old] != expected.origins[new]
        {
          replaced.append(new)
        }
      }
      (from, to) = (old + 1, new + 1)
    }
    guard runs.count <= Self.mostRuns else { return false }
    forgetRuns(of: i)
    if !entry.keys.isEmpty { memory.entries[i].keys = [] }
    if let base { setStyle(base, of: i) }
    let environment = ground.environment.running(direction)
    let renamed = RenamedElements(
      owner: entry.node, nodes: nodes,
      arrangement: .init(
        box: box, items: items, frames: manual.frames, measured: measured, ranges: ranges, origins: expected.origins, size: expected.size),
      replaced: replaced, measure: entry.node.makeMeasuring().map { LayoutCollector.measure($0, in: environment) })
    if runs.isEmpty { return finish(renamed, at: i) }
    childRuns += runs
    elements.append(renamed)
    return true
  }

  /// Returns the numbers of the nodes that an arrangement places; nil if one has none.
  private func numbers(of known: LayoutCollector.Arrangement) -> [Int]? {
    var numbers: [Int] = []
    numbers.reserveCapacity(known.items.count)
    for item in known.items {
      guard item.box >= 0, memory.nodeOfBox[Int(item.box)] >= 0 else { return nil }
      numbers.append(Int(memory.nodeOfBox[Int(item.box)]))
    }
    return numbers
  }

  /// Returns which of the nodes numbered `former` keep their relative order among `nodes`; nil if one of these occurs twice.
  private func stayers(_ former: [Int], _ nodes: [AnyNode]) -> [(old: Int, new: Int)]? {
    let old = memory.entries.withUnsafeBufferPointer { entries in former.map { ObjectIdentifier(entries[$0].node) } }
    let new = nodes.map { ObjectIdentifier($0) }
    let kept = LayoutSequence.stayers(old, new)
    // Kept ones are distinct, as they were before.
    guard new.count - kept.count > 8 else {
      // A few new ones are searched one by one.
      var next = 0
      for (n, id) in new.enumerated() {
        if next < kept.count, kept[next].new == n {
          next += 1
        } else if new.firstIndex(of: id) != n || new[(n + 1)...].contains(id) {
          return nil
        }
      }
      return kept
    }
    return Set(new).count == new.count ? kept : nil
  }

  /// Returns whether subnodes of node `i` still need their styles from it, or are collected again.
  private func hasPendingSubnodes(_ i: Int) -> Bool {
    wanted.contains { Int(memory.entries[$0].parent) == i } || structural.keys.contains { Int(memory.entries[$0].parent) == i }
  }

  /// Places the elements of node `i` once the new ones exist. Returns whether all were found.
  func finish(_ renamed: RenamedElements, at i: Int) -> Bool {
    guard let layout = memory.layout else { return false }
    var arrangement = renamed.arrangement
    arrangement.box = memory.entries[i].box + 1
    // Its first box has the content that determines its size.
    let boxes = Self.children(of: Int(arrangement.box)) { layout.end(at: $0) }
    guard boxes.count == renamed.nodes.count + 1, let content = boxes.first,
      let k = memory.arrangements.firstIndex(where: { $0.box == arrangement.box })
    else { return false }
    let areThere = memory.entries.withUnsafeBufferPointer { entries in
      renamed.nodes.indices.allSatisfy { n in
        let number = memory.nodeOfBox[boxes[n + 1]]
        return number >= 0 && entries[Int(number)].node === renamed.nodes[n]
      }
    }
    guard areThere else { return false }
    for n in renamed.nodes.indices { arrangement.items[n].box = Int32(boxes[n + 1]) }
    memory.arrangements[k] = arrangement
    if let measure = renamed.measure { layout.setMeasure(measure, at: content) }
    memory.place(k, only: renamed.replaced)
    return true
  }
}

extension AnyNode {
  /// Returns whether the node is unchanged since it was collected as number `i` of `entries`.
  func isAsCollected(in entries: UnsafeBufferPointer<LayoutCollector.Entry>, at i: Int) -> Bool {
    lock.withLock {
      state.measureGeneration == entries[i].measureGeneration && state.styleGeneration == entries[i].styleGeneration
        && state.departures == entries[i].departures && state.properties === entries[i].properties
    }
  }
}
