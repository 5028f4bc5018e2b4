internal import TesseraGeometry
internal import TesseraLayout

/// Mapping from the nodes of the previous layout to those of this one: kept runs and runs that were collected again.
struct LayoutSplice {
  /// New nodes of a run and the nodes that they replace; either may be empty.
  struct Piece {
    var old: Range<Int>
    var new: Range<Int>
    let isKept: Bool
    /// Parent of the nodes of a collected run; -1 for a kept one.
    var above: Int32 = -1
  }

  /// In order; together they contain all nodes.
  var pieces: [Piece] = []
  /// New index of each kept node; -1 for the others.
  var place: [Int32] = []
  var count = 0
}

/// Style that a spec assigns to a node, and the state of the node for which it was computed.
struct Named {
  let style: LayoutStyle
  let measureGeneration: UInt64
  let styleGeneration: UInt32
}

/// Nodes to collect, and the siblings that they replace.
struct LayoutRun {
  /// Their parent, in the old numbering.
  let above: Int
  /// Removed nodes with their subtrees; empty for an insertion.
  let old: Range<Int>
  /// Boxes of the removed nodes.
  let boxes: Range<Int>
  /// Parent box of these boxes.
  let box: Int
  /// Inserted nodes and the styles from the spec that names them; nil if there is no such spec.
  let nodes: [(node: AnyNode, named: Named?)]
  /// Layout direction around them, and the sides that boxes around them pad for the safe area.
  let direction: LayoutDirection
  let padded: SafeAreaEdges
}

extension RetainedNodes {
  private static let mostReplacements = 24

  /// Collected nodes of one run.
  private struct Made {
    let run: LayoutRun
    let parts: [(collector: LayoutCollector, tree: LayoutTree)]
    var boxes: Range<Int> { run.boxes }
    var nodeCount: Int { parts.reduce(0) { $0 + $1.collector.entries.count } }
    var hasFollowers: Bool { parts.contains { !$0.collector.safeBoxes.isEmpty || !$0.collector.arrangements.isEmpty } }
    var boxCount: Int { parts.reduce(0) { $0 + $1.tree.count } }
  }

  /// Collects the nodes of `runs` with their subtrees and replaces the old ones.
  ///
  /// - Parameter index: indices of the retained nodes.
  /// - Returns: the mapping of the nodes, or nil if a node is now in two places. In that case nothing was changed, and everything must be
  ///   rebuilt.
  func replace(_ runs: [LayoutRun], index: [ObjectIdentifier: Int32]) -> LayoutSplice? {
    guard let layout else { return nil }
    let outer = Self.outermost(runs)
    // Each replacement moves all following nodes; with many, rebuilding everything is cheaper.
    guard outer.count <= Self.mostReplacements else { return nil }
    var made: [Made] = []
    var seen = Set<ObjectIdentifier>()
    for run in outer {
      guard let parts = collect(run) else { return nil }
      for collector in parts.lazy.map(\.collector) {
        for i in collector.entries.indices {
          let id = ObjectIdentifier(collector.entries[i].node)
          guard seen.insert(id).inserted else { return nil }
          if let old = index[id], !outer.contains(where: { $0.old.contains(Int(old)) }) { return nil }
        }
      }
      made.append(Made(run: run, parts: parts))
    }
    recordCollected(made.reduce(0) { $0 + $1.nodeCount })
    for made in made.reversed() { layout.replaceChildren(made.run.boxes, of: made.run.box, with: made.parts.map(\.tree)) }
    return splice(made)
  }

  /// Returns the runs in order, without those inside others.
  private static func outermost(_ runs: [LayoutRun]) -> [LayoutRun] {
    // Of runs that begin at the same place, the deepest in the tree is first: what precedes it ends there. An insertion is before the node
    // that it precedes, and a longer run before shorter ones inside it.
    // Boxes of a spec have no nodes. Of runs at the end of one box and at the start of the next, that of the first box is first. A run
    // inside a box that ends there is before the run that follows the box.
    func rank(_ run: LayoutRun) -> (Int, Int, Int, Int, Int) {
      (run.old.lowerBound, -run.above, run.boxes.lowerBound, -run.box, run.old.isEmpty ? .min : -run.old.count)
    }
    let sorted = runs.sorted { rank($0) < rank($1) }
    var outer: [LayoutRun] = []
    var covered = 0..<0
    for run in sorted where !covered.contains(run.old.isEmpty ? run.above : run.old.lowerBound) {
      outer.append(run)
      if !run.old.isEmpty { covered = run.old }
    }
    return outer
  }

  /// Collects the nodes of a run; nil if some are nested too deeply or too many.
  private func collect(_ run: LayoutRun) -> [(collector: LayoutCollector, tree: LayoutTree)]? {
    guard let ground else { return nil }
    var depth = 1
    var above = Int(entries[run.above].parent)
    while above >= 0 {
      depth += 1
      above = Int(entries[above].parent)
    }
    // Nodes that the run replaces count too. If both exceed the limit, everything is collected again.
    var limit = ground.nodeLimit == .max ? .max : max(0, ground.nodeLimit - entries.count)
    var parts: [(collector: LayoutCollector, tree: LayoutTree)] = []
    for (node, named) in run.nodes {
      let collector = LayoutCollector(
        environment: ground.environment.running(run.direction), space: ground.space, effects: effects, rooms: rooms,
        padded: run.padded, depth: depth, nodeLimit: limit,
        isNamed: entries[run.above].isManaged,
        handedOn: entries[run.above].isManaged
          ? .some(entries[run.above].node.lock.withLock { entries[run.above].node.state.environment }) : nil)
      var builder = LayoutBuilder(userInfo: collector)
      node.append(to: &builder) {
        if let named { $0 = named.style } else if node === ground.held { Self.fillHolder(&$0) }
      }
      guard collector.omissions.isEmpty, !record.flag.isCancelled else { return nil }
      // If the node's own style changed since, the next layout evaluates the spec again.
      if let named { collector.recordRoot(isOf: named) }
      limit -= collector.entries.count
      parts.append((collector, builder.finish()))
    }
    return parts
  }

  /// Returns the run that replaces node `i` and its subtree by the same node.
  func run(again i: Int, _ style: LayoutStyle) -> LayoutRun? {
    guard let layout, entries[i].parent >= 0 else { return nil }
    let entry = entries[i]
    // A style of the node itself is read with the other values, because it may have changed since.
    let named =
      entry.isNamed
      ? Named(style: style, measureGeneration: entry.measureGeneration, styleGeneration: entry.styleGeneration) : nil
    return LayoutRun(
      above: Int(entry.parent), old: i..<Int(entry.end), boxes: Int(entry.box)..<layout.end(at: Int(entry.box)),
      box: layout.parent(at: Int(entry.box)), nodes: [(entry.node, named)], direction: entry.inherited, padded: entry.padded)
  }

  /// Returns the run that replaces `old`, adjacent added subnodes of node `i`, by `nodes`.
  func run(below i: Int, _ old: Range<Int>, _ nodes: [AnyNode]) -> LayoutRun? {
    guard let layout else { return nil }
    let owner = entries[i]
    func place(_ node: Int) -> Int { node < Int(owner.end) ? Int(entries[node].box) : layout.end(at: Int(owner.box)) }
    return LayoutRun(
      above: i, old: old, boxes: place(old.lowerBound)..<place(old.upperBound), box: Int(owner.box), nodes: nodes.map { ($0, nil) },
      direction: owner.direction, padded: owner.padded.union(owner.safeArea))
  }

  /// Inserts the collected nodes in place.
  private func splice(_ made: [Made]) -> LayoutSplice {
    let splice = pieces(of: made)
    moveSafeBoxes(made)
    for made in made.reversed() {
      entries.replaceSubrange(made.run.old, with: made.parts.flatMap(\.collector.entries))
      nodeOfBox.replaceSubrange(made.boxes, with: made.parts.flatMap { Self.nodes(of: $0.tree, $0.collector) })
      boxFrames.replaceSubrange(made.boxes, with: repeatElement(.zero, count: made.boxCount))
    }
    relink(made, splice)
    moved = []
    isMoved = [Bool](repeating: false, count: entries.count)
    return splice
  }

  private func pieces(of made: [Made]) -> LayoutSplice {
    var splice = LayoutSplice()
    splice.place = [Int32](repeating: -1, count: entries.count + 1)
    var (old, new) = (0, 0)
    func keep(until end: Int) {
      splice.pieces.append(.init(old: old..<end, new: new..<new + end - old, isKept: true))
      for i in old..<end { splice.place[i] = Int32(i + new - old) }
      (old, new) = (end, new + end - old)
    }
    for made in made {
      keep(until: made.run.old.lowerBound)
      let count = made.nodeCount
      splice.pieces.append(
        .init(old: made.run.old, new: new..<new + count, isKept: false, above: splice.place[made.run.above]))
      (old, new) = (made.run.old.upperBound, new + count)
    }
    keep(until: entries.count)
    splice.place[entries.count] = Int32(new)
    splice.count = new
    return splice
  }

  /// Updates the indices by which nodes and boxes refer to each other.
  private func relink(_ made: [Made], _ splice: LayoutSplice) {
    var (boxShift, run) = (0, 0)
    var box = 0
    for piece in splice.pieces {
      if piece.isKept {
        let shift = Int32(piece.new.lowerBound - piece.old.lowerBound)
        let boxes = box..<(run < made.count ? made[run].boxes.lowerBound + boxShift : nodeOfBox.count)
        // Before the first run nothing moved; after it even kept nodes may have moved parents.
        if piece.old.lowerBound > 0 { move(piece.new, boxes, by: shift, Int32(boxShift), splice) }
        continue
      }
      let first = made[run].boxes.lowerBound + boxShift
      enter(made[run], piece, firstBox: first)
      box = first + made[run].boxCount
      boxShift += made[run].boxCount - made[run].boxes.count
      run += 1
    }
    // The ends of all ancestors of a run move.
    for piece in splice.pieces where !piece.isKept && piece.new.count != piece.old.count {
      var above = Int(piece.above)
      while above >= 0 {
        entries[above].end += Int32(piece.new.count - piece.old.count)
        above = Int(entries[above].parent)
      }
    }
  }

  private func move(_ nodes: Range<Int>, _ boxes: Range<Int>, by shift: Int32, _ boxShift: Int32, _ splice: LayoutSplice) {
    entries.withUnsafeMutableBufferPointer { entries in
      for i in nodes {
        if entries[i].parent >= 0 { entries[i].parent = splice.place[Int(entries[i].parent)] }
        entries[i].end += shift
        entries[i].box += boxShift
      }
    }
    guard shift != 0 else { return }
    nodeOfBox.withUnsafeMutableBufferPointer { nodeOfBox in
      for box in boxes {
        let node = nodeOfBox[box]
        nodeOfBox[box] = node >= 0 ? node + shift : node <= Self.measuredBox ? node : ~(~node + shift)
      }
    }
  }

  /// Numbers the nodes and boxes of a run, which are in their places.
  private func enter(_ made: Made, _ piece: LayoutSplice.Piece, firstBox: Int) {
    var (first, box) = (piece.new.lowerBound, firstBox)
    for part in made.parts {
      let (count, boxCount) = (part.collector.entries.count, part.tree.count)
      for i in first..<first + count {
        entries[i].parent = entries[i].parent < 0 ? piece.above : entries[i].parent + Int32(first)
        entries[i].end += Int32(first)
        entries[i].box += Int32(box)
      }
      for b in box..<box + boxCount {
        let node = nodeOfBox[b]
        nodeOfBox[b] = node >= 0 ? node + Int32(first) : node <= Self.measuredBox ? node : ~(~node + Int32(first))
      }
      (first, box) = (first + count, box + boxCount)
    }
  }

  /// Updates the indices of boxes with styles that depend on frames.
  private func moveSafeBoxes(_ made: [Made]) {
    guard !safeBoxes.isEmpty || !arrangements.isEmpty || made.contains(where: { $0.hasFollowers }) else {
      return
    }
    let replaced = made.map { (boxes: $0.boxes, growth: $0.boxCount - $0.boxes.count) }
    /// Returns the new index of a kept box; nil for a replaced one.
    func place(_ box: Int32) -> Int32? {
      var result = Int(box)
      for run in replaced where run.boxes.lowerBound <= Int(box) {
        if run.boxes.upperBound <= Int(box) { result += run.growth } else { return nil }
      }
      return Int32(result)
    }
    safeBoxes = safeBoxes.compactMap { safe in
      guard let box = place(safe.box) else { return nil }
      var safe = safe
      safe.box = box
      return safe
    }
    arrangements.removeAll { place($0.box) == nil }
    for a in arrangements.indices {
      arrangements[a].box = place(arrangements[a].box) ?? arrangements[a].box
      for k in arrangements[a].items.indices where arrangements[a].items[k].box >= 0 {
        let old = arrangements[a].items[k].box
        if let box = place(old) {
          if box != old { arrangements[a].items[k].box = box }
        } else {
          // An element that was collected again must be placed again.
          arrangements[a].size = nil
          arrangements[a].items[k].box = firstBox(inPlaceOf: Int(old), made)
        }
      }
    }
    var shift = 0
    for made in made {
      var first = Int32(made.boxes.lowerBound + shift)
      for part in made.parts {
        for var safe in part.collector.safeBoxes {
          safe.box += first
          safeBoxes.append(safe)
        }
        for var arrangement in part.collector.arrangements {
          arrangement.box += first
          for k in arrangement.items.indices where arrangement.items[k].box >= 0 { arrangement.items[k].box += first }
          arrangements.append(arrangement)
        }
        first += Int32(part.tree.count)
      }
      shift += made.boxCount - made.boxes.count
    }
    safeBoxes.sort { $0.box < $1.box }
    arrangements.sort { $0.box < $1.box }
  }

  /// Returns the first box that replaced box `old`, which began a run.
  private func firstBox(inPlaceOf old: Int, _ made: [Made]) -> Int32 {
    var shift = 0
    for made in made {
      if made.boxes.contains(old) { return Int32(made.boxes.lowerBound + shift) }
      shift += made.boxCount - made.boxes.count
    }
    return Int32(old + shift)
  }
}
