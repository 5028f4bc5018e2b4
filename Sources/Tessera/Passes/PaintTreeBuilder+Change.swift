internal import TesseraGeometry
internal import TesseraLayout

/// The next tree of the same nodes: differences are computed from the changes of the layout, the rest is shared.
extension PaintTreeBuilder {
  /// Returns the builder after a layout that collected no node again.
  func changed(_ memory: RetainedNodes, _ found: LayoutChanges, _ job: LayoutJob) -> PaintTreeBuilder {
    guard let previous = job.previous else { return self }
    var next = self
    next.changes = TreeChanges()
    var touched = found.properties
    next.updateFrames(memory, &touched)
    touched = touched.sortedOnce()
    let restyled = (found.properties + found.inUse).sortedOnce()
    let former = next.replaceProperties(memory, restyled)
    next.findVisibility(restyled, former, touched, previous, nil)
    next.findBounds(of: touched + found.inUse + job.changedReaches.compactMap { index[$0].map(Int.init) }, job.reaches)
    for i in touched where next.isTouched(i, previous, i, job.previousProperties) { next.changes.touched.append((Int32(i), Int32(i))) }
    for i in found.owners.sortedOnce() { next.findManaged(i, memory) }
    return next
  }

  /// Updates changed frames, and adds their nodes to `touched`.
  mutating func updateFrames(_ memory: RetainedNodes, _ touched: inout [Int]) {
    for index in memory.moved {
      let i = Int(index)
      let (frame, inset) = (memory.boxFrames[Int(memory.entries[i].box)], memory.insets(i))
      if inset != insets[i] { insets[i] = inset } else if frame == frames[i] { continue }
      if frame != frames[i] { frames[i] = frame }
      let box = frame.snapped(scale: environment.scale)
      if box != boxes[i] { boxes[i] = box }
      touched.append(i)
    }
  }

  /// Sets new properties of nodes and returns the former ones.
  mutating func replaceProperties(_ memory: RetainedNodes, _ restyled: [Int]) -> [SharedProperties] {
    restyled.map { i in
      let former = properties[i]
      tally(former, -1)
      properties[i] = memory.entries[i].properties
      tally(properties[i], 1)
      return former
    }
  }

  /// Updates the visibility after nodes `restyled` changed from their `former` properties and `touched` ones got other boxes.
  ///
  /// - Parameter oldIndex: numbers of the nodes in `previous`, -1 for none; nil means that they are unchanged.
  mutating func findVisibility(
    _ restyled: [Int], _ former: [SharedProperties], _ touched: [Int], _ previous: PaintTree, _ oldIndex: [Int32]?
  ) {
    var seen = touched
    for (i, former) in zip(restyled, former) {
      let before = passedOn(i, former.value)
      changeMarks(i)
      seen.append(i)
      guard before != passedOn(i, properties[i].value) else { continue }
      for below in i + 1..<Int(end[i]) { changeMarks(below) }
      seen.append(contentsOf: i + 1..<Int(end[i]))
    }
    seen = seen.sortedOnce()
    var rasterized: [Int] = []
    for i in seen {
      setOnScreen(i, isSeen(i))
      let above = Int(rasterizer[i])
      if above >= 0 { rasterized.append(above) } else if properties[i].value.rasterizesSubtree { rasterized.append(i) }
    }
    rasterized = rasterized.sortedOnce()
    // A subtree's buffer is needed if any node in it is visible.
    for i in rasterized { setOnScreen(i, isSeen(i) || (i + 1..<Int(end[i])).contains { isOnScreen[$0] }) }
    for i in (seen + rasterized).sortedOnce() {
      let old = oldIndex.map { Int($0[i]) } ?? i
      guard isOnScreen[i] != (old >= 0 && previous.isOnScreen[old]) else { continue }
      if isOnScreen[i] { changes.appeared.append(Int32(i)) } else { changes.disappeared.append(Int32(i)) }
    }
  }

  private mutating func setOnScreen(_ i: Int, _ value: Bool) {
    if isOnScreen[i] != value { isOnScreen[i] = value }
  }

  /// Updates the inherited flags of node `i`.
  mutating func changeMarks(_ i: Int) {
    let (hidden, transformed, group, above) = (isHidden[i], isTransformed[i], isInGroup[i], rasterizer[i])
    let marks = marks(i)
    if hidden != marks.isHidden { isHidden[i] = marks.isHidden }
    if transformed != marks.isTransformed { isTransformed[i] = marks.isTransformed }
    if group != marks.isInGroup { isInGroup[i] = marks.isInGroup }
    if above != marks.rasterizer { rasterizer[i] = marks.rasterizer }
  }

  /// Returns the flags that the children of `i`, painted with `p`, inherit.
  private func passedOn(_ i: Int, _ p: NodeProperties) -> Marks {
    Marks(
      isHidden: isHidden[i], isTransformed: isTransformed[i], isInGroup: isInGroup[i] || p.clipsRound,
      rasterizer: rasterizer[i] >= 0 ? rasterizer[i] : (p.rasterizesSubtree ? Int32(i) : -1))
  }

  /// Updates the bounds of nodes whose boxes, properties or content extent changed, and the dependent bounds of their ancestors.
  mutating func findBounds(of stale: [Int], _ reaches: [ObjectIdentifier: Reach]) {
    guard var i = stale.max() else { return runs.refresh(subtreeBounds) }
    var work = [BoundsWork](repeating: .none, count: i + 1)
    for i in stale { work[i] = .all }
    while i >= 0 {
      defer { i -= 1 }
      if work[i] == .none { continue }
      if work[i] == .all { findLocalBounds(i, reaches) }
      let bounds = PaintTree.mapped(
        localBounds[i],
        by:
          PaintTree.transform(
            properties[i].value.transform, about: properties[i].value.transformAnchor, box: boxes[i], scale: environment.scale))
      let before = subtreeBounds[i]
      guard bounds != before else { continue }
      subtreeBounds[i] = bounds
      runs.recordChange(i)
      let above = Int(parent[i])
      if above >= 0, work[above] != .all { work[above] = max(work[above], growLocalBounds(above, from: before, to: bounds)) }
    }
    runs.refresh(subtreeBounds)
  }

  /// Work that remains for a node's bounds.
  private enum BoundsWork: UInt8, Comparable {
    case none
    /// Its local bounds are correct, but bounds that depend on them may not be.
    case subtree
    case all
    static func < (a: BoundsWork, b: BoundsWork) -> Bool { a.rawValue < b.rawValue }
  }

  /// Updates the local bounds of node `i` for a change of one child; returns the remaining work.
  private mutating func growLocalBounds(_ i: Int, from old: PixelRect, to new: PixelRect) -> BoundsWork {
    let clips = properties[i].value.clipsToBounds
    let (old, new) = clips ? (old.intersection(boxes[i]), new.intersection(boxes[i])) : (old, new)
    let (own, local) = (ownBounds[i], localBounds[i])
    if !own.isEmpty, old.isEmpty || own.contains(old), new.isEmpty || own.contains(new) { return .none }
    // An area that touches no edge of the bounds does not determine them.
    guard !local.isEmpty, old.isEmpty || local.x < old.x && local.y < old.y && old.maxX < local.maxX && old.maxY < local.maxY else {
      return .all
    }
    let grown = local.union(new)
    guard grown != local else { return .none }
    localBounds[i] = grown
    return .subtree
  }

  private mutating func findLocalBounds(_ i: Int, _ reaches: [ObjectIdentifier: Reach]) {
    let p = properties[i]
    var own = PaintTree.ownBounds(p.value, box: boxes[i], scale: environment.scale)
    if let reach = reaches[ObjectIdentifier(nodes[i])] { own = own.union(reach.applied(to: boxes[i])) }
    if own != ownBounds[i] { ownBounds[i] = own }
    var local = own
    var firstSeen: PixelRect?
    var child = i + 1
    while child < Int(end[i]) {
      let seen = p.value.clipsToBounds ? subtreeBounds[child].intersection(boxes[i]) : subtreeBounds[child]
      if firstSeen == nil { firstSeen = seen }
      if !seen.isEmpty { local = local.union(seen) }
      child = Int(end[child])
    }
    // The union of empty rectangles only is that of the lowest, as in a computation from the top down.
    if local.isEmpty, let firstSeen { local = firstSeen }
    if local != localBounds[i] { localBounds[i] = local }
  }
}

extension [Int] {
  /// Returns the numbers in order without duplicates.
  func sortedOnce() -> [Int] {
    guard count > 1 else { return self }
    var result: [Int] = []
    result.reserveCapacity(count)
    for i in sorted() where result.last != i { result.append(i) }
    return result
  }
}
