internal import TesseraGeometry

// Scrolling nodes: shown places of their subnodes, and their interface states. Frame loop only.

extension Stage {
  /// Applies the scroll offsets of scrolling nodes to their subnodes in a new tree.
  ///
  /// - Returns: distances by which the layout itself scrolled subnodes, for example because content became shorter, device pixels, by index
  ///   of the scrolling node.
  func placeScrolled(_ tree: PaintTree, _ old: PaintTree?) -> [Int: Presentation] {
    var settled: [Int: Presentation] = [:]
    for i in tree.scrollers.map(Int.init) {
      let before = scrolled(i, in: tree)
      settle(i, in: tree)
      place(i, in: tree)
      placeSubnodes(of: i, in: tree)
      guard let old, let o = old.indexOf(tree.nodes[i]) else { continue }
      if tree.scrolls[i] != old.scrolls[o] || tree.placementLists[i] != old.placementLists[o] { damageScrolled(i, in: tree) }
      if let before, let after = scrolled(i, in: tree), before != after {
        settled[i] = Presentation(x: after.x - before.x, y: after.y - before.y)
      }
      // Pictures of removed nodes keep their visible place when the layout scrolls.
      if tree.scrolls[i] != old.scrolls[o] { carryDepartures(below: o, from: old.scrolls[o], to: before ?? tree.scrolls[i]) }
    }
    if SharedElements.isUsed { placeSharedElements(tree, old) }
    return settled
  }

  /// Makes node `i` update its scroll bounds after a layout.
  private func settle(_ i: Int, in tree: PaintTree) {
    let node = tree.nodes[i]
    guard tree.states[i].ranging != nil else { return }
    StateOwners.with(node) { tree.states[i].ranging?.settle(node, size: tree.frames[i].size) }
  }

  /// Called when a node has scrolled its subnodes.
  func scroll(_ i: Int, in tree: PaintTree) {
    loop.pointing.hover.recordScroll(at: clock.now)
    let before = tree.scrolls[i] ?? .identity
    if place(i, in: tree) {
      let after = tree.scrolls[i] ?? .identity
      if !copyScrolled(i, dx: after.x - before.x, dy: after.y - before.y, in: tree) { damageScrolled(i, in: tree) }
      redrawRasterizer(of: i, in: tree)
      if !loop.animations.transitions.departures.isEmpty {
        carryDepartures(below: i, from: before, to: after)
        tree.setDepartures(loop.animations.transitions.departures)
      }
    }
    if placeSubnodes(of: i, in: tree) { redrawRasterizer(of: i, in: tree) }
    if SharedElements.isUsed, placeSharedElements(of: i, in: tree) { damageScrolled(i, in: tree) }
    updateRanges(of: i, in: tree)
    startDrawsInRange(tree)
  }

  /// Applies the placements that node `i` sets for single subnodes. Returns whether the picture changed.
  @discardableResult
  private func placeSubnodes(of i: Int, in tree: PaintTree) -> Bool {
    let new = tree.nodes[i].subnodePlacements
    let old = tree.placementLists[i] ?? []
    guard new != old else { return false }
    tree.placementLists[i] = new.isEmpty ? nil : new
    let scale = tree.environment.scale
    let forward = tree.directions[i] == .rtl ? -1.0 : 1
    func show(_ node: AnyNode, _ placement: SubnodePlacement?) {
      guard let child = tree.indexOf(node), Int(tree.parent[child]) == i else { return }
      var shown = Presentation()
      var transform: Transform?
      if let placement {
        shown.x = pixel(placement.offset.x * scale * forward)
        shown.y = pixel(placement.offset.y * scale)
        shown.opacity = placement.opacity
        shown.scale = placement.scale
        if case let t = placement.transform, !t.isIdentity {
          transform = Transform(a: t.a, b: t.b * forward, c: t.c * forward, d: t.d, tx: t.tx * scale * forward, ty: t.ty * scale)
        }
      }
      if placement?.isInert ?? false { tree.inert.insert(child) } else { tree.inert.remove(child) }
      guard shown != tree.placements[child] ?? .identity || transform != tree.placedTransforms[Int32(child)] else { return }
      damageSubnode(child, in: tree)
      tree.placeSubnode(child, shown, transform: transform)
      damageSubnode(child, in: tree)
    }
    let kept = Set(new.map(\.node))
    for placement in old where !kept.contains(placement.node) { show(placement.node, nil) }
    for placement in new { show(placement.node, placement) }
    if new.contains(where: { $0.zIndex != 0 }) || old.contains(where: { $0.zIndex != 0 }) {
      if tree.restack(i) { damageScrolled(i, in: tree) }
    }
    return true
  }

  private func damageSubnode(_ child: Int, in tree: PaintTree) {
    guard tree.placements[child]?.opacity != 0 else { return }
    let above = Int(tree.parent[child])
    loop.surface.damage(tree.onScreen(tree.seen(tree.subtreeBounds[child], in: above), at: above))
  }

  /// Moves pictures of nodes removed from a scrolling node together with its content.
  private func carryDepartures(below i: Int, from: Presentation?, to: Presentation?) {
    let (dx, dy) = ((to?.x ?? 0) - (from?.x ?? 0), (to?.y ?? 0) - (from?.y ?? 0))
    loop.animations.transitions.shiftDepartures(below: i, dx: dx, dy: dy)
  }

  /// Returns the scroll offset of node `i` as an offset of its subnodes, device pixels; nil if it is not finite.
  private func scrolled(_ i: Int, in tree: PaintTree) -> Presentation? {
    let by = tree.nodes[i].scrollOffset
    guard by.isFinite else { return nil }
    let scale = tree.environment.scale
    func pixels(_ v: Double) -> Int { -Int(min(max((v * scale).rounded(), -1e9), 1e9)) }
    return Presentation(x: pixels(by.x), y: pixels(by.y))
  }

  @discardableResult
  private func place(_ i: Int, in tree: PaintTree) -> Bool {
    guard let wanted = scrolled(i, in: tree) else { return false }
    let (x, y) = (wanted.x, wanted.y)
    let before = tree.scrolls[i] ?? .identity
    guard before.x != x || before.y != y else { return false }
    if !tree.properties[i].value.clipsToBounds { damageScrolled(i, in: tree) }
    tree.scroll(i, x: x, y: y)
    return true
  }

  func damageScrolled(_ i: Int, in tree: PaintTree) {
    let area = tree.properties[i].value.clipsToBounds ? tree.box(i) : tree.localBounds[i]
    loop.surface.damage(tree.onScreen(area, at: i))
  }

  // MARK: Ranges

  /// Updates all ranges after a change of their extents.
  func updateAllRanges(_ tree: PaintTree) {
    for i in tree.scrollers.map(Int.init) { updateRanges(of: i, in: tree) }
    startDrawsInRange(tree)
  }

  /// Called after a layout: passes the frames of subnodes to the rangings, and applies the resulting states.
  func arrangeScrolled(_ tree: PaintTree, _ old: PaintTree?) {
    if let old, !old.scrollers.isEmpty { releaseUnscrolled(tree, old) }
    guard !tree.scrollers.isEmpty else { return }
    let isChanged = tree.changes.structure || !tree.changes.touched.isEmpty || old == nil
    let scrollers = tree.scrollers.map(Int.init)
    // If no node was inserted, removed or reordered, items keep their indices, and only moved ones are processed.
    let kept = tree.changes.structure ? nil : old?.items
    for i in scrollers { tree.items[i] = kept?[i] ?? subnodes(of: i, in: tree) }
    let moved = old.map { movedItems(tree, $0) }
    // Inner ones first: an item whose state is reset includes its nested items, whose indices must be known then.
    if isChanged { for i in scrollers.reversed() where moved?.contains(Int32(i)) ?? true { placeItems(of: i, in: tree) } }
    if tree.changes.structure {
      let ranged = rangedAnew(tree)
      for i in ranged.reversed() where target(of: i, in: tree) < tree.states[i].range { updateRange(of: i, in: tree) }
      for i in ranged { updateRange(of: i, in: tree) }
    } else {
      // Nodes that were hidden or shown below an item.
      for (new, _) in tree.changes.touched where tree.scroller[Int(new)] >= 0 { updateRanges(belowItem: Int(new), in: tree) }
    }
    for i in scrollers {
      tree.states[i].ranging?.arrange(tree.nodes[i], subnodes: tree.states[i].rangedNodes ?? [], direction: tree.directions[i])
      updateRanges(of: i, in: tree)
    }
    startDrawsInRange(tree)
  }

  /// Returns the nodes that a layout changed, and the current and former parents of changed or removed nodes.
  private func movedItems(_ tree: PaintTree, _ old: PaintTree) -> Set<Int32> {
    var moved = Set<Int32>()
    for (new, before) in tree.changes.touched {
      moved.formUnion([new, tree.parent[Int(new)]])
      // Its former parent lost it.
      if tree.changes.structure, before >= 0 { recordParent(of: before, of: old, in: tree, &moved) }
    }
    for before in tree.changes.removed { recordParent(of: before, of: old, in: tree, &moved) }
    return moved
  }

  private func recordParent(of before: Int32, of old: PaintTree, in tree: PaintTree, _ moved: inout Set<Int32>) {
    let above = Int(old.parent[Int(before)])
    if above >= 0, let now = tree.indexOf(old.nodes[above]) { moved.insert(Int32(now)) }
  }

  /// Returns the nodes below scrolling ones whose item or hidden state may have changed after insertions, removals or moves: the nodes that
  /// the layout changed, with their subtrees.
  private func rangedAnew(_ tree: PaintTree) -> [Int] {
    var result: [Int] = []
    var until = 0
    for (new, _) in tree.changes.touched where Int(new) >= until {
      until = Int(tree.end[Int(new)])
      for i in Int(new)..<until where tree.scroller[i] >= 0 { result.append(i) }
    }
    return result
  }

  /// Nodes that are no longer scrolled have the same states as all others.
  private func releaseUnscrolled(_ tree: PaintTree, _ old: PaintTree) {
    guard tree.changes.structure else { return }
    for run in tree.changes.collected.reversed() {
      for i in run.reversed() where tree.scroller[i] < 0 && tree.changes.oldIndex[i] >= 0 {
        guard old.scroller[Int(tree.changes.oldIndex[i])] >= 0 else { continue }
        tree.states[i].range = .measured
        if !tree.isShown(i) { disappear(i, in: tree) }
      }
    }
  }

  private func subnodes(of i: Int, in tree: PaintTree) -> [Int] {
    var result: [Int] = []
    var child = i + 1
    while child < Int(tree.end[i]) {
      result.append(child)
      child = Int(tree.end[child])
    }
    return result
  }

  private func placeItems(of i: Int, in tree: PaintTree) {
    let state = tree.states[i]
    let items = tree.items[i] ?? []
    let origin = tree.frames[i].origin
    let nodes = items.map { tree.nodes[$0] }
    var former: [Int?]?
    if let known = state.rangedNodes {
      if known != nodes { former = formerNumbers(of: nodes, among: known) }
    } else {
      state.ranging = tree.nodes[i].makeRanging()
      former = nodes.map { _ in nil }
    }
    state.rangedNodes = nodes
    for (index, item) in items.enumerated() where former.map({ $0[index] == nil }) ?? false {
      // It may have been an item of another node before, so its state is reset.
      setItem(item, .measured, in: tree)
    }
    state.ranging?.place(items.map { tree.frames[$0].offset(by: origin * -1) }, former: former)
  }

  /// Returns the former position of each node among `known`; nil for a new one.
  private func formerNumbers(of nodes: [AnyNode], among known: [AnyNode]) -> [Int?] {
    var result = [Int?](repeating: nil, count: nodes.count)
    var isFound = [Bool](repeating: false, count: known.count)
    var isNew = [Bool](repeating: true, count: nodes.count)
    for (old, new) in LayoutSequence.stayers(known.map { ObjectIdentifier($0) }, nodes.map { ObjectIdentifier($0) }) {
      (result[new], isFound[old], isNew[new]) = (old, true, false)
    }
    // When a list scrolls, these were all removed, and those were all added.
    var others: [ObjectIdentifier: Int] = [:]
    for old in known.indices where !isFound[old] { others[ObjectIdentifier(known[old])] = old }
    guard !others.isEmpty else { return result }
    for new in nodes.indices where isNew[new] { result[new] = others[ObjectIdentifier(nodes[new])] }
    return result
  }

  /// Updates the states of scrolling node `i`'s items from its own state and its scroll offset.
  func updateRanges(of i: Int, in tree: PaintTree) {
    let state = tree.states[i]
    let items = tree.items[i] ?? []
    let own: InterfaceState = tree.scroller[i] >= 0 ? state.range : tree.isShown(i) ? .visible : .measured
    guard state.ranging != nil else {
      for item in items where tree.states[item].itemState != own { setItem(item, own, in: tree) }
      return
    }
    let node = tree.nodes[i]
    let actions = StateOwners.with(node) { state.ranging?.update(node, size: tree.frames[i].size, state: own) } ?? []
    for action in actions {
      for number in action.ordered where items.indices.contains(number) { setItem(items[number], action.target, in: tree) }
    }
  }

  /// Sets the state of an item and its subtree, except nodes that another node ranges.
  private func setItem(_ item: Int, _ state: InterfaceState, in tree: PaintTree) {
    tree.states[item].itemState = state
    updateRanges(belowItem: item, in: tree)
  }

  /// Applies the items' states to node `item` and its subtree: raising parents first, lowering subnodes first.
  private func updateRanges(belowItem item: Int, in tree: PaintTree) {
    if target(of: item, in: tree) < tree.states[item].range {
      for i in members(of: item, in: tree).reversed() { updateRange(of: i, in: tree) }
      return
    }
    var i = item
    while i < Int(tree.end[item]) {
      updateRange(of: i, in: tree)
      i = next(after: i, in: tree)
    }
  }

  /// Returns the state of node `i`'s item; measured if the node is hidden.
  private func target(of i: Int, in tree: PaintTree) -> InterfaceState {
    let scroller = tree.scroller[i]
    var wanted = InterfaceState.measured
    var at = i
    while at >= 0, Int32(at) != scroller {
      if tree.properties[at].value.isHidden { return .measured }
      if tree.parent[at] == scroller { wanted = tree.states[at].itemState }
      at = Int(tree.parent[at])
    }
    return wanted
  }

  /// Returns node `item` and its descendants up to the next scrolling nodes, including these.
  private func members(of item: Int, in tree: PaintTree) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(Int(tree.end[item]) - item)
    var i = item
    while i < Int(tree.end[item]) {
      result.append(i)
      i = next(after: i, in: tree)
    }
    return result
  }

  /// Returns the node after node `i`, skipping its subtree if it scrolls that.
  private func next(after i: Int, in tree: PaintTree) -> Int { tree.nodes[i].scrollsSubnodes ? Int(tree.end[i]) : i + 1 }

  /// Applies the state of its item to a node below a scrolling one, or lowers it if it is hidden.
  private func updateRange(of i: Int, in tree: PaintTree) {
    let state = tree.states[i]
    let wanted = target(of: i, in: tree)
    guard wanted != state.range || state.interfaceState != wanted else { return }
    let isLowered = wanted < state.range
    state.range = wanted
    if isLowered {
      // Its descendants are lowered before the node.
      if tree.nodes[i].scrollsSubnodes { updateRanges(of: i, in: tree) }
      if wanted < .display { dropContents(of: i, in: tree) }
      step(tree.nodes[i], state, to: wanted)
    } else {
      step(tree.nodes[i], state, to: wanted)
      if wanted >= .display {
        if !state.hasContents, state.job == nil {
          state.shownSince = clock.now
          conceal(i, in: tree)
        }
        loop.jobs.draws.addInRange(tree.nodes[i])
      }
      if tree.nodes[i].scrollsSubnodes { updateRanges(of: i, in: tree) }
    }
  }

  /// Starts the draws of nodes that came into range, visible ones first.
  private func startDrawsInRange(_ tree: PaintTree) {
    let nodes = loop.jobs.draws.dequeueInRange { tree.indexOf($0) }
    for i in nodes where tree.isSeen(i) {
      hurryDraw(of: i, in: tree)
      startDrawIfNeeded(i, in: tree)
    }
    for i in nodes where !tree.isSeen(i) { startDrawIfNeeded(i, in: tree) }
  }
}

extension PaintTree {
  /// Whether the node is on the screen.
  func isSeen(_ i: Int) -> Bool { scroller[i] >= 0 ? states[i].range == .visible : isShown(i) }
}
