public import TesseraGeometry

// The semantics tree. Frame loop only.

extension Stage {
  /// Elements of the stage, with its overlays, as of the newest frame. Loop thread.
  ///
  /// The first read visits all nodes. Later ones visit nodes that changed or that a layout touched, and the ancestors whose elements change with them.
  public var semanticsTree: SemanticsTree {
    checkLoop()
    updateSemantics()
    guard let tree = loop.tree else {
      loop.accessibility.records.storeRoot([])
      return self.tree(focus: nil, modal: nil)
    }
    let modal = loop.accessibility.records.modals.compactMap { id in
      loop.accessibility.records.records[id.node].flatMap { tree.indexOf($0.node) }.map { (id, $0) }
    }
    return self.tree(
      focus: focusedNode.flatMap { element(holding: $0) }, modal: modal.filter { !isUnreachable($0.1, in: tree) }.max { $0.1 < $1.1 }?.0)
  }

  private func tree(focus: SemanticsID?, modal: SemanticsID?) -> SemanticsTree {
    SemanticsTree(
      elements: loop.accessibility.records.elements, root: .stage, focus: focus, modal: modal,
      generation: loop.accessibility.records.generation,
      liveRegions: loop.accessibility.records.liveRegions)
  }

  /// Returns the element at a point of the stage, logical units: the innermost one, or the one that merges it; nil if there is none. Loop thread.
  /// - Complexity: that of ``hitTest(_:)``, and the depth of the node.
  public func semanticsElement(at point: Point) -> SemanticsID? {
    checkLoop()
    updateSemantics()
    var current = hitTest(point)
    var found: SemanticsID?
    while let node = current {
      if found == nil, let part = partElement(at: point, of: node) { return part }
      let id = SemanticsID(node: node.serial)
      if let element = loop.accessibility.records.elements[id], !element.isHidden {
        let isMergedIn = found.flatMap { loop.accessibility.records.elements[$0] }.map { !$0.semantics.isInteractive } ?? false
        if found == nil || isMergedIn && loop.accessibility.records.records[node.serial]?.isMerged ?? false { found = id }
      }
      current = loop.overlays.above(node)
    }
    return found
  }

  private func partElement(at point: Point, of node: AnyNode) -> SemanticsID? {
    guard let parts = loop.accessibility.records.records[node.serial]?.answer.parts, !parts.isEmpty, let place = convert(point, to: node)
    else {
      return nil
    }
    return parts.first { $0.frame.contains(place) }.map { SemanticsID(node: node.serial, part: $0.key) }
  }

  /// Box of an element in device pixels of its own node, before scrolling; nil if it does not exist.
  func highlightArea(of id: SemanticsID, in tree: PaintTree) -> (index: Int, area: Rect)? {
    guard let record = loop.accessibility.records.records[id.node], let i = tree.indexOf(record.node), tree.isSeen(i) else { return nil }
    let box = Rect(tree.box(i))
    guard let key = id.part else { return (i, box) }
    guard let part = record.answer.parts.first(where: { $0.key == key })?.frame, part.isFinite else { return nil }
    return (i, part.scaled(by: tree.environment.scale).offset(by: box.origin))
  }

  /// Returns the place of an element on the screen, or nil if there is no such element. Loop thread. O(depth of the node).
  public func semanticsPlace(of id: SemanticsID) -> SemanticsPlace? {
    checkLoop()
    guard let tree = loop.tree else { return nil }
    if id == .stage { return SemanticsPlace(frame: Rect(size: tree.space.size), visibility: .visible) }
    guard let record = loop.accessibility.records.records[id.node], let i = tree.indexOf(record.node) else { return nil }
    var part: Rect?
    if let key = id.part {
      guard let found = record.answer.parts.first(where: { $0.key == key }) else { return nil }
      part = found.frame
    }
    let (area, isSeen) = seenAnchor(part, of: i, in: tree)
    let frame = area.scaled(by: 1 / tree.environment.scale)
    return SemanticsPlace(frame: frame, visibility: isUnreachable(i, in: tree) ? .hidden : isSeen ? .visible : .offScreen)
  }

  /// The innermost element that contains a node.
  private func element(holding node: AnyNode) -> SemanticsID? {
    var current: AnyNode? = node
    while let at = current {
      let id = SemanticsID(node: at.serial)
      if loop.accessibility.records.elements[id] != nil { return id }
      current = at.supernode
    }
    return nil
  }

  /// Whether the node or an ancestor is hidden.
  private func isUnreachable(_ i: Int, in tree: PaintTree) -> Bool {
    var at = i
    while at >= 0 {
      if tree.inert.contains(at) || loop.accessibility.records.elements[SemanticsID(node: tree.nodes[at].serial)]?.isHidden ?? false {
        return true
      }
      at = Int(tree.parent[at])
    }
    return false
  }

  // MARK: Keeping up

  /// Marks nodes that a layout touched, added or removed.
  func recordSemantics(of tree: PaintTree, after old: PaintTree?) {
    guard loop.accessibility.records.isUsed else { return }
    if let old {
      for i in tree.changes.removed {
        let node = old.nodes[Int(i)]
        if tree.indexOf(node) == nil { loop.accessibility.records.remove(node.serial) }
      }
    }
    for (new, _) in tree.changes.touched {
      let node = tree.nodes[Int(new)]
      loop.accessibility.records.recordChange(of: node, node.serial)
      recordSemanticsAbove(Int(new), in: tree)
    }
    guard tree.changes.structure else { return }
    for i in tree.changes.collected.joined() {
      let node = tree.nodes[i]
      loop.accessibility.records.recordContents(of: node, node.serial)
      recordSemanticsAbove(i, in: tree)
    }
  }

  private func recordSemanticsAbove(_ i: Int, in tree: PaintTree) {
    let above = Int(tree.parent[i])
    guard above >= 0 else { return }
    let node = tree.nodes[above]
    loop.accessibility.records.recordContents(of: node, node.serial)
    // It had another parent.
    if let former = loop.accessibility.records.records[tree.nodes[i].serial]?.above, former != node.serial {
      loop.accessibility.records.recordContents(of: former)
    }
  }

  /// Updates nodes that changed, the deepest first.
  private func updateSemantics() {
    guard let tree = loop.tree else { return }
    if !loop.accessibility.records.isUsed {
      loop.accessibility.records.begin()
      link.recordSemanticsRead()
      for node in tree.nodes {
        loop.accessibility.records.recordChange(of: node, node.serial)
        loop.accessibility.records.recordContents(of: node, node.serial)
      }
    }
    loop.accessibility.records.recordInert(Set(tree.inert.map { tree.nodes[$0].serial }))
    guard !loop.accessibility.records.isCurrent else { return }
    let changed = loop.accessibility.records.dequeueChanged()
    var work = SemanticsWork()
    for node in changed.stale.values {
      if let i = tree.indexOf(node) { work.add(i, depth: depth(i, in: tree), asks: true, gathers: false) }
    }
    for node in changed.loose.values {
      if let i = tree.indexOf(node) { work.add(i, depth: depth(i, in: tree), asks: false, gathers: true) }
    }
    while let next = work.dequeueDeepest() { update(next, in: tree, &work) }
    if tree.count > 0 { loop.accessibility.records.storeRoot(loop.accessibility.records.records[tree.nodes[0].serial]?.given ?? []) }
  }

  private func depth(_ i: Int, in tree: PaintTree) -> Int {
    var (depth, at) = (0, Int(tree.parent[i]))
    while at >= 0 { (depth, at) = (depth + 1, Int(tree.parent[at])) }
    return depth
  }

  /// Updates one node, and schedules ancestors that depend on it.
  private func update(_ item: SemanticsWork.Item, in tree: PaintTree, _ work: inout SemanticsWork) {
    let (i, node) = (item.index, tree.nodes[item.index])
    let isNew = loop.accessibility.records.records[node.serial] == nil
    let answer = item.asks || isNew ? self.answer(of: node) : nil
    let gathered = item.gathers || isNew ? gather(i, in: tree) : nil
    let above = Int(tree.parent[i])
    let isOtherForAbove = loop.accessibility.records.record(
      answer, gathered: gathered, above: above >= 0 ? tree.nodes[above].serial : 0, of: node, node.serial)
    if item.asks { addSupplemented(below: i, depth: item.depth + 1, in: tree, &work) }
    guard above >= 0 else { return }
    if isOtherForAbove { work.add(above, depth: item.depth - 1, asks: false, gathers: true) }
    // A new node changes the elements of its parent, which is scheduled already.
    var (at, depth) = (isNew ? -1 : above, item.depth - 1)
    while at >= 0 {
      if loop.accessibility.records.records[tree.nodes[at].serial]?.dependsOnContents ?? false {
        work.add(at, depth: depth, asks: false, gathers: false)
      }
      (at, depth) = (Int(tree.parent[at]), depth - 1)
    }
  }

  /// Schedules direct subnodes to which the node's type gives other semantics now.
  private func addSupplemented(below i: Int, depth: Int, in tree: PaintTree, _ work: inout SemanticsWork) {
    guard tree.nodes[i].hooks.accessible != nil else { return }
    var child = i + 1
    while child < Int(tree.end[i]) {
      let node = tree.nodes[child]
      if let known = loop.accessibility.records.records[node.serial], known.answer.supplement != node.supplement {
        work.add(child, depth: depth, asks: true, gathers: false)
      }
      child = Int(tree.end[child])
    }
  }

  private func answer(of node: AnyNode) -> SemanticsRecords<AnyNode>.Answer {
    var semantics = node.resolvedSemantics
    if let overlay = loop.overlays.overlay(in: node), overlay.options.contains(.blocksOutsideTouches) {
      semantics.role = semantics.role ?? .dialog
      semantics.isModal = semantics.isModal ?? true
    }
    return .init(
      semantics: semantics, parts: node.semanticsParts, isFocusable: node.canFocus, supplement: node.supplement, type: node.typeName,
      name: node.id)
  }

  /// Returns the elements of the direct subnodes, in reading order.
  private func gather(_ i: Int, in tree: PaintTree) -> [SemanticsID] {
    var below: [(given: [SemanticsID], order: Int, frame: Rect)] = []
    var child = i + 1
    while child < Int(tree.end[i]) {
      if let record = loop.accessibility.records.records[tree.nodes[child].serial], !record.given.isEmpty {
        below.append((record.given, record.answer.semantics.order ?? 0, tree.frames[child]))
      }
      child = Int(tree.end[child])
    }
    // Overlays are read after the root, wherever they are placed.
    let isHost = loop.overlays.isHost(tree.nodes[i])
    let read = isHost ? Array(below.indices) : ReadingOrder.sorted(below.map(\.frame), tree.directions[i])
    let places = read.enumerated().sorted {
      let (a, b) = (below[$0.element].order, below[$1.element].order)
      return a != b ? a < b : $0.offset < $1.offset
    }
    return places.flatMap { below[$0.element].given }
  }
}
