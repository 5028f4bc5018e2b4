internal import TesseraGeometry
internal import TesseraLayout

/// The next tree of the same nodes: what is another is found from what the layout changed, the rest is shared.
extension SceneTreeBuilder {
  /// Returns what follows from this after a layout that collected no node anew.
  func changed(_ memory: RetainedNodes, _ found: LayoutChanges, _ job: LayoutJob) -> SceneTreeBuilder {
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

  /// Takes over the frames that differ, and adds the nodes that they belong to to `touched`.
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

  /// Gives nodes their new properties and returns those that they had.
  mutating func replaceProperties(_ memory: RetainedNodes, _ restyled: [Int]) -> [SharedProperties] {
    restyled.map { i in
      let former = properties[i]
      tally(former, -1)
      properties[i] = memory.entries[i].properties
      tally(properties[i], 1)
      return former
    }
  }

  /// Finds what is on the screen now, after nodes `restyled` got other properties than their `former` ones and `touched` other boxes.
  ///
  /// - Parameter oldIndex: what the nodes' numbers were in `previous`, -1 for none; nil: what they are.
  mutating func findVisibility(
    _ restyled: [Int], _ former: [SharedProperties], _ touched: [Int], _ previous: SceneTree, _ oldIndex: [Int32]?
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
    // A buffer for a subtree is wanted where anything in it is seen.
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

  /// Finds the marks of node `i` again.
  mutating func changeMarks(_ i: Int) {
    let (hidden, transformed, group, above) = (isHidden[i], isTransformed[i], isInGroup[i], rasterizer[i])
    let marks = marks(i)
    if hidden != marks.isHidden { isHidden[i] = marks.isHidden }
    if transformed != marks.isTransformed { isTransformed[i] = marks.isTransformed }
    if group != marks.isInGroup { isInGroup[i] = marks.isInGroup }
    if above != marks.rasterizer { rasterizer[i] = marks.rasterizer }
  }

  /// What the nodes right below `i`, painted with `p`, have from it.
  private func passedOn(_ i: Int, _ p: NodeProperties) -> Marks {
    Marks(
      isHidden: isHidden[i], isTransformed: isTransformed[i], isInGroup: isInGroup[i] || p.clipsRound,
      rasterizer: rasterizer[i] >= 0 ? rasterizer[i] : (p.rasterizesSubtree ? Int32(i) : -1))
  }

  /// Finds the bounds of nodes whose boxes, properties or reach changed, and of those above them whose bounds follow.
  mutating func findBounds(of stale: [Int], _ reaches: [ObjectIdentifier: Reach]) {
    guard var i = stale.max() else { return runs.refresh(subtreeBounds) }
    var work = [BoundsWork](repeating: .none, count: i + 1)
    for i in stale { work[i] = .all }
    while i >= 0 {
      defer { i -= 1 }
      if work[i] == .none { continue }
      if work[i] == .all { findLocalBounds(i, reaches) }
      let bounds = SceneTree.mapped(
        localBounds[i],
        by:
          SceneTree.transform(
            properties[i].value.transform, about: properties[i].value.transformAnchor, box: boxes[i], scale: environment.scale))
      let before = subtreeBounds[i]
      guard bounds != before else { continue }
      subtreeBounds[i] = bounds
      runs.noteChange(i)
      let above = Int(parent[i])
      if above >= 0, work[above] != .all { work[above] = max(work[above], growLocalBounds(above, from: before, to: bounds)) }
    }
    runs.refresh(subtreeBounds)
  }

  /// What there is to do for a node's bounds.
  private enum BoundsWork: UInt8, Comparable {
    case none
    /// Its local bounds are right; what follows from them may not be.
    case subtree
    case all
    static func < (a: BoundsWork, b: BoundsWork) -> Bool { a.rawValue < b.rawValue }
  }

  /// Has the local bounds of node `i` follow those of one node below it; returns what is left to do.
  private mutating func growLocalBounds(_ i: Int, from old: PixelRect, to new: PixelRect) -> BoundsWork {
    let clips = properties[i].value.clipsToBounds
    let (old, new) = clips ? (old.intersection(boxes[i]), new.intersection(boxes[i])) : (old, new)
    let (own, local) = (ownBounds[i], localBounds[i])
    if !own.isEmpty, old.isEmpty || own.contains(old), new.isEmpty || own.contains(new) { return .none }
    // What does not reach any edge of the whole is not missed.
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
    var own = SceneTree.ownBounds(p.value, box: boxes[i], scale: environment.scale)
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
    // Of nothing but empty rectangles the union is that of the lowest, as where all of it is found from the top down.
    if local.isEmpty, let firstSeen { local = firstSeen }
    if local != localBounds[i] { localBounds[i] = local }
  }
}

extension [Int] {
  /// The numbers in order, each once.
  func sortedOnce() -> [Int] {
    guard count > 1 else { return self }
    var result: [Int] = []
    result.reserveCapacity(count)
    for i in sorted() where result.last != i { result.append(i) }
    return result
  }
}
