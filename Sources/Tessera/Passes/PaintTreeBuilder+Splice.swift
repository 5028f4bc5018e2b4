internal import TesseraGeometry
internal import TesseraLayout

/// The next tree after runs of nodes were collected again: those are processed as in a new tree, the rest is copied in runs.
extension PaintTreeBuilder {
  /// Returns the builder after a layout that collected some nodes again.
  func spliced(_ splice: LayoutSplice, _ memory: RetainedNodes, _ found: LayoutChanges, _ job: LayoutJob) -> PaintTreeBuilder {
    guard let previous = job.previous else { return self }
    var next = self
    next.changes = TreeChanges()
    next.rearrange(splice, memory, from: self)
    next.findScrollers(splice)
    let fresh = splice.pieces.filter { !$0.isKept }.flatMap { Array($0.new) }
    var oldIndex = [Int32](repeating: -1, count: splice.count)
    for piece in splice.pieces where piece.isKept { for (new, old) in zip(piece.new, piece.old) { oldIndex[new] = Int32(old) } }
    for i in fresh { oldIndex[i] = index[ObjectIdentifier(next.nodes[i])] ?? -1 }

    /// Returns the new indices of kept nodes; those collected again are processed in any case.
    func kept(_ old: [Int]) -> [Int] {
      old.compactMap { i in
        let new = Int(splice.place[i])
        return new >= 0 && oldIndex[new] == Int32(i) && memory.entries[new].node === nodes[i] ? new : nil
      }
    }
    var touched = kept(found.properties)
    next.updateFrames(memory, &touched)
    touched = (touched + fresh).sortedOnce()
    let restyled = kept(found.properties + found.inUse).sortedOnce()
    let former = next.replaceProperties(memory, restyled)
    for i in fresh {
      next.tally(next.properties[i], 1)
      next.changeMarks(i)
    }
    for piece in splice.pieces where !piece.isKept { for i in piece.old { next.tally(properties[i], -1) } }
    next.findVisibility(restyled, former, touched, previous, oldIndex)
    let above = splice.pieces.filter { !$0.isKept }.map { Int($0.above) }
    next.findBounds(
      of: touched + kept(found.inUse) + above + job.changedReaches.compactMap { next.index[$0].map(Int.init) }, job.reaches)
    next.findChanges(splice, touched, oldIndex, memory, previous, job.previousProperties)
    for i in (kept(found.owners) + fresh).sortedOnce() where memory.entries[i].isManaged || next.nodes[i].hasManagedChildren {
      next.findManaged(i, memory)
    }
    return next
  }

  /// Rearranges all arrays. Values of nodes that were collected again are read from the nodes, or still missing.
  private mutating func rearrange(_ splice: LayoutSplice, _ memory: RetainedNodes, from old: PaintTreeBuilder) {
    states = old.states.spliced(splice) { i in
      let node = memory.entries[i].node
      return old.index[ObjectIdentifier(node)].map { old.states[Int($0)] } ?? RenderState(node)
    }
    parent = memory.entries.map(\.parent)
    end = memory.entries.map(\.end)
    directions = memory.entries.map(\.direction)
    properties = old.properties.spliced(splice) { memory.entries[$0].properties }
    frames = old.frames.spliced(splice) { _ in .zero }
    insets = old.insets.spliced(splice) { _ in .zero }
    boxes = old.boxes.spliced(splice) { _ in .zero }
    isOnScreen = old.isOnScreen.spliced(splice) { _ in false }
    isInGroup = old.isInGroup.spliced(splice) { _ in false }
    isHidden = old.isHidden.spliced(splice) { _ in false }
    isTransformed = old.isTransformed.spliced(splice) { _ in false }
    rasterizer = old.rasterizer.spliced(splice) { _ in -1 }
    // A run that keeps its place may belong to a parent that does not.
    for piece in splice.pieces where piece.isKept {
      for i in piece.new where rasterizer[i] >= 0 { rasterizer[i] = splice.place[Int(rasterizer[i])] }
    }
    ownBounds = old.ownBounds.spliced(splice) { _ in .zero }
    localBounds = old.localBounds.spliced(splice) { _ in .zero }
    subtreeBounds = old.subtreeBounds.spliced(splice) { _ in .zero }
    runs.recordChange()
    for piece in splice.pieces where !piece.isKept { for i in piece.old { index[ObjectIdentifier(old.nodes[i])] = nil } }
    if splice.pieces.contains(where: { $0.isKept && $0.old != $0.new }) { Self.renumber(&index.values, splice.place) }
    for piece in splice.pieces where !piece.isKept { for i in piece.new { index[ObjectIdentifier(nodes[i])] = Int32(i) } }
  }

  /// Sets the new numbers of all kept nodes, without reading which nodes they are.
  private static func renumber(_ numbers: inout [ObjectIdentifier: Int32].Values, _ place: [Int32]) {
    var at = numbers.startIndex
    while at != numbers.endIndex {
      numbers[at] = place[Int(numbers[at])]
      at = numbers.index(after: at)
    }
  }

  /// Updates the list of scrolling nodes; kept nodes keep that property.
  private mutating func findScrollers(_ splice: LayoutSplice) {
    scrollers = scrollers.compactMap { splice.place[Int($0)] >= 0 ? splice.place[Int($0)] : nil }
    for piece in splice.pieces where !piece.isKept { for i in piece.new where nodes[i].scrollsSubnodes { scrollers.append(Int32(i)) } }
    scrollers.sort()
    scroller = ScrollerTable(scrollers, parent: parent, end: end)
  }

  private mutating func findChanges(
    _ splice: LayoutSplice, _ touched: [Int], _ oldIndex: [Int32], _ memory: RetainedNodes, _ previous: PaintTree,
    _ previousProperties: [SharedProperties]
  ) {
    changes.structure = splice.count != previous.count
    // A node with another place in the paint order counts as moved. Kept nodes keep their order; a node that moved into a run from outside
    // has another parent.
    var reordered = Set<Int>()
    for piece in splice.pieces where !piece.isKept {
      var last = -1
      for i in piece.new {
        let old = Int(oldIndex[i])
        if old != i { changes.structure = true }
        guard old >= 0 else { continue }
        let (above, before) = (Int(parent[i]), Int(previous.parent[old]))
        let sameParent = above < 0 ? before < 0 : before >= 0 && previous.nodes[before] === nodes[above]
        if !sameParent { changes.structure = true }
        // A node from another run moved among the kept ones.
        if !sameParent || old < last || !piece.old.contains(old) { reordered.insert(i) }
        if piece.old.contains(old) { last = max(last, old) }
      }
      for old in piece.old where index[ObjectIdentifier(previous.nodes[old])] == nil {
        changes.structure = true
        changes.removed.append(Int32(old))
      }
    }
    for i in touched {
      let old = Int(oldIndex[i])
      if old < 0 {
        changes.touched.append((Int32(i), -1))
        changes.measureGenerations.append((nodes[i], memory.entries[i].measureGeneration))
      } else if reordered.contains(i) || isTouched(i, previous, old, previousProperties) {
        changes.touched.append((Int32(i), Int32(old)))
      }
    }
    if changes.structure {
      changes.oldIndex = oldIndex
      changes.pieces = splice.pieces
      changes.collected = splice.pieces.filter { !$0.isKept && !$0.new.isEmpty }.map(\.new)
    }
  }
}

extension Array {
  /// Returns the elements in the order of a splice, with `make` for nodes that were collected again.
  fileprivate func spliced(_ splice: LayoutSplice, _ make: (Int) -> Element) -> [Element] {
    // Whole runs are copied, for most arrays as bytes.
    [Element](unsafeUninitializedCapacity: splice.count) { new, count in
      withUnsafeBufferPointer { old in
        for piece in splice.pieces where !piece.new.isEmpty {
          if piece.isKept {
            _ = UnsafeMutableBufferPointer(rebasing: new[piece.new]).initialize(
              fromContentsOf: UnsafeBufferPointer(rebasing: old[piece.old]))
          } else {
            for i in piece.new { new.initializeElement(at: i, to: make(i)) }
          }
        }
      }
      count = splice.count
    }
  }
}
