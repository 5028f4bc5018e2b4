internal import TesseraGeometry
internal import TesseraLayout

// Lists name all their elements again whenever some come or go: what stays is only glanced at.

/// The elements of a `ManualLayout` of nodes, as they were named again.
struct RenamedElements {
  let owner: AnyNode
  let nodes: [AnyNode]
  /// Boxes of elements that stay are those that they had.
  var arrangement: LayoutCollector.Arrangement
  /// Elements that stay and are placed otherwise than before.
  let replaced: [Int]
  let measure: LayoutMeasure?
}

extension LayoutChanges {
  /// Takes over the elements that node `i` names again, where these are nodes of sizes of their own and those that stay did not change.
  ///
  /// - Returns: Whether it did; else nothing was changed, and the spec has to be appended again.
  /// - Complexity: of elements that stay one comparison each, of the others that of collecting them.
  mutating func takeElements(of i: Int, _ manual: ManualLayout, base: LayoutStyle?) -> Bool {
    let entry = memory.entries[i]
    let box = entry.box + 1
    guard entry.kind == .manual, let nodes = manual.nodes, let measured = manual.measured, let expected = measured.expected,
      let layout = memory.layout, let ground = memory.ground,
      base.map({ $0.writingDirection.resolved(in: entry.inherited) == entry.direction }) ?? true,
      let known = memory.arrangements.first(where: { $0.box == box }), known.measured != nil, !hasPendingSubnodes(i)
    else { return false }
    var former: [AnyNode] = []
    former.reserveCapacity(known.items.count)
    for item in known.items {
      guard item.box >= 0, memory.nodeOfBox[Int(item.box)] >= 0 else { return false }
      former.append(memory.entries[Int(memory.nodeOfBox[Int(item.box)])].node)
    }
    let ranges = measured.constraints(expected.size)
    guard ranges.count == nodes.count, expected.origins.count == nodes.count, Set(nodes.map { ObjectIdentifier($0) }).count == nodes.count
    else { return false }
    let kept = LayoutSequence.stayers(former.map { ObjectIdentifier($0) }, nodes.map { ObjectIdentifier($0) })
    let (direction, padded) = (entry.direction, entry.padded.union(entry.safeArea))
    for (old, new) in kept {
      let child = memory.entries[Int(memory.nodeOfBox[Int(known.items[old].box)])]
      guard nodes[new].isAsCollected(child), child.inherited == direction, child.padded == padded else { return false }
    }
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
        items.append(.init(box: -1, base: snapshot.style))
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

  /// Whether subnodes of node `i` are to get their styles from it, or are collected again.
  private func hasPendingSubnodes(_ i: Int) -> Bool {
    wanted.contains { Int(memory.entries[$0].parent) == i } || structural.keys.contains { Int(memory.entries[$0].parent) == i }
  }

  /// Places the elements of node `i`, now that those that came are there; returns whether all were found.
  func finish(_ renamed: RenamedElements, at i: Int) -> Bool {
    guard let layout = memory.layout else { return false }
    var arrangement = renamed.arrangement
    arrangement.box = memory.entries[i].box + 1
    // The first box in it has the content that says how large it is.
    let boxes = Self.children(of: Int(arrangement.box)) { layout.end(at: $0) }
    guard boxes.count == renamed.nodes.count + 1, let content = boxes.first,
      let k = memory.arrangements.firstIndex(where: { $0.box == arrangement.box })
    else { return false }
    for (n, node) in renamed.nodes.enumerated() {
      let number = memory.nodeOfBox[boxes[n + 1]]
      guard number >= 0, memory.entries[Int(number)].node === node else { return false }
      arrangement.items[n].box = Int32(boxes[n + 1])
    }
    memory.arrangements[k] = arrangement
    if let measure = renamed.measure { layout.setMeasure(measure, at: content) }
    memory.place(k, only: renamed.replaced)
    return true
  }
}

extension AnyNode {
  /// Whether the node is as it was collected as `entry`.
  func isAsCollected(_ entry: LayoutCollector.Entry) -> Bool {
    lock.withLock {
      state.measureGeneration == entry.measureGeneration && state.styleGeneration == entry.styleGeneration
        && state.departures == entry.departures && state.properties === entry.properties
    }
  }
}
