internal import TesseraGeometry
internal import TesseraLayout

/// How the nodes of one layout follow from those of the layout before: runs that were kept and runs that were collected again.
struct LayoutSplice {
  /// Nodes that came in a run, and those whose place they took.
  struct Piece {
    var old: Range<Int>
    var new: Range<Int>
    let isKept: Bool
  }

  /// In order; together they are all nodes.
  var pieces: [Piece] = []
  /// New index of every node that was kept and of the first of each run that was replaced; -1 for the rest of those.
  var place: [Int32] = []
  var count = 0
}

extension RetainedNodes {
  private static let mostReplacements = 8

  /// Collects the nodes `roots` again, each with all that is below it, and puts what came in their places.
  ///
  /// - Parameters:
  ///   - roots: the nodes with their own styles.
  ///   - index: of the nodes that are remembered.
  /// - Returns: What became of the nodes, or nil where a node stands in two places now: then nothing was changed, and all has to be rebuilt.
  func replace(_ roots: [Int: LayoutStyle], index: [ObjectIdentifier: Int32]) -> LayoutSplice? {
    guard let ground, let layout, roots[0] == nil else { return nil }
    var outer: [Int] = []
    for i in roots.keys.sorted() where outer.isEmpty || i >= Int(entries[outer[outer.count - 1]].end) { outer.append(i) }
    // Each costs a look at all boxes: of many, building everything anew costs less.
    guard outer.count <= Self.mostReplacements else { return nil }
    var made: [(collector: LayoutCollector, tree: LayoutTree)] = []
    var seen = Set<ObjectIdentifier>()
    for i in outer {
      var depth = 0
      var above = Int(entries[i].parent)
      while above >= 0 {
        depth += 1
        above = Int(entries[above].parent)
      }
      let collector = LayoutCollector(
        environment: ground.environment.running(entries[i].inherited), space: ground.space,
        padded: entries[i].padded, depth: depth, isNamed: entries[i].isNamed)
      var builder = LayoutBuilder(userInfo: collector)
      entries[i].node.append(to: &builder) { if let style = roots[i] { $0 = style } }
      guard collector.leftOut == 0 else { return nil }
      for entry in collector.entries {
        let id = ObjectIdentifier(entry.node)
        guard seen.insert(id).inserted else { return nil }
        if let old = index[id], !outer.contains(where: { $0 <= Int(old) && Int(old) < Int(entries[$0].end) }) { return nil }
      }
      made.append((collector, builder.finish()))
    }
    noteCollected(made.reduce(0) { $0 + $1.collector.entries.count })
    let boxes = outer.map { Int(entries[$0].box)..<layout.end(at: Int(entries[$0].box)) }
    for k in outer.indices.reversed() { layout.replaceSubtree(at: boxes[k].lowerBound, with: made[k].tree) }
    return splice(outer, boxes, made)
  }

  private func splice(_ roots: [Int], _ boxes: [Range<Int>], _ made: [(collector: LayoutCollector, tree: LayoutTree)]) -> LayoutSplice {
    var splice = LayoutSplice()
    let (oldEntries, oldNodeOfBox, oldFrames) = (entries, nodeOfBox, boxFrames)
    let (oldSafeBoxes, oldArrangements) = (safeBoxes, arrangements)
    entries = []
    entries.reserveCapacity(oldEntries.count)
    nodeOfBox = []
    nodeOfBox.reserveCapacity(oldNodeOfBox.count)
    boxFrames = []
    boxFrames.reserveCapacity(oldFrames.count)
    (safeBoxes, arrangements) = ([], [])
    splice.place = [Int32](repeating: -1, count: oldEntries.count + 1)
    // Where the box of a kept node went is known for all before the parents are looked up.
    var (node, box) = (0, 0)
    for k in 0...roots.count {
      let last = k == roots.count
      let keptNodes = node..<(last ? oldEntries.count : roots[k])
      let keptBoxes = box..<(last ? oldNodeOfBox.count : boxes[k].lowerBound)
      keep(keptNodes, keptBoxes, oldEntries, oldNodeOfBox, oldFrames, &splice)
      let shift = Int32(nodeOfBox.count - keptBoxes.upperBound)
      for var safe in oldSafeBoxes where keptBoxes.contains(Int(safe.box)) {
        safe.box += shift
        safeBoxes.append(safe)
      }
      for arrangement in oldArrangements where keptBoxes.contains(Int(arrangement.box)) {
        arrangements.append(moved(arrangement, boxes, made.map(\.tree.count)))
      }
      guard !last else { break }
      insert(made[k], at: roots[k], oldEntries, &splice)
      node = Int(oldEntries[roots[k]].end)
      box = boxes[k].upperBound
    }
    splice.place[oldEntries.count] = Int32(entries.count)
    splice.count = entries.count
    for piece in splice.pieces where piece.isKept {
      for i in piece.new {
        if entries[i].parent >= 0 { entries[i].parent = splice.place[Int(entries[i].parent)] }
        entries[i].end = splice.place[Int(entries[i].end)]
      }
    }
    moved = []
    isMoved = [Bool](repeating: false, count: entries.count)
    return splice
  }

  private func keep(
    _ nodes: Range<Int>, _ boxes: Range<Int>, _ oldEntries: [LayoutCollector.Entry], _ oldNodeOfBox: [Int32], _ oldFrames: [Rect],
    _ splice: inout LayoutSplice
  ) {
    let (shift, boxShift) = (Int32(entries.count - nodes.lowerBound), Int32(nodeOfBox.count - boxes.lowerBound))
    splice.pieces.append(.init(old: nodes, new: entries.count..<entries.count + nodes.count, isKept: true))
    for i in nodes {
      splice.place[i] = Int32(i) + shift
      var entry = oldEntries[i]
      entry.box += boxShift
      entries.append(entry)
    }
    for box in boxes {
      let node = oldNodeOfBox[box]
      nodeOfBox.append(node >= 0 ? node + shift : node <= Self.measuredBox ? node : ~(~node + shift))
    }
    boxFrames.append(contentsOf: oldFrames[boxes])
  }

  /// An arrangement whose boxes moved; one with an element that was collected again is to be placed again.
  private func moved(
    _ arrangement: LayoutCollector.Arrangement, _ replaced: [Range<Int>], _ counts: [Int]
  ) -> LayoutCollector.Arrangement {
    func place(_ box: Int32) -> Int32 {
      var result = Int(box)
      for (range, count) in zip(replaced, counts) where range.upperBound <= Int(box) { result += count - range.count }
      return Int32(result)
    }
    var arrangement = arrangement
    arrangement.box = place(arrangement.box)
    for k in arrangement.items.indices where arrangement.items[k].box >= 0 {
      let box = Int(arrangement.items[k].box)
      if replaced.contains(where: { $0.lowerBound == box }) { arrangement.size = nil }
      arrangement.items[k].box = place(arrangement.items[k].box)
    }
    return arrangement
  }

  private func insert(
    _ made: (collector: LayoutCollector, tree: LayoutTree), at root: Int, _ oldEntries: [LayoutCollector.Entry],
    _ splice: inout LayoutSplice
  ) {
    let (first, firstBox) = (Int32(entries.count), Int32(nodeOfBox.count))
    splice.place[root] = first
    splice.pieces.append(
      .init(
        old: root..<Int(oldEntries[root].end), new: Int(first)..<Int(first) + made.collector.entries.count, isKept: false))
    let above = oldEntries[root].parent
    for var entry in made.collector.entries {
      entry.parent = entry.parent < 0 ? (above < 0 ? -1 : splice.place[Int(above)]) : entry.parent + first
      entry.end += first
      entry.box += firstBox
      entries.append(entry)
    }
    for node in Self.nodes(of: made.tree, made.collector) {
      nodeOfBox.append(node >= 0 ? node + first : node <= Self.measuredBox ? node : ~(~node + first))
    }
    boxFrames.append(contentsOf: repeatElement(Rect.zero, count: made.tree.count))
    for var safe in made.collector.safeBoxes {
      safe.box += firstBox
      safeBoxes.append(safe)
    }
    for var arrangement in made.collector.arrangements {
      arrangement.box += firstBox
      for k in arrangement.items.indices where arrangement.items[k].box >= 0 { arrangement.items[k].box += firstBox }
      arrangements.append(arrangement)
    }
  }
}
