internal import TesseraGeometry

// Focus moves by keys. Frame loop.

extension Stage {
  /// Moves the focus in a direction; scrolls if there is no node. Returns whether the key had an effect.
  ///
  /// - Parameter scope: scope in which a step waited for more nodes: the step neither scrolls it further nor leaves it. nil for a step of
  ///   the user.
  func moveFocus(_ direction: FocusDirection, retryingIn scope: AnyNode? = nil, isByKey: Bool = true) -> Bool {
    guard let tree = loop.tree, tree.count > 0 else { return false }
    if isByKey { loop.focus.recordKey() }
    let top = activeTrap(tree) ?? 0
    guard let focused = focusedNode, let current = tree.indexOf(focused), current >= top, current < Int(tree.end[top]) else {
      return moveInitialFocus(direction, below: top, in: tree)
    }
    let limit = scope.flatMap(tree.indexOf)
    if scope != nil, limit == nil { return false }
    let hasMoved =
      direction.axis == nil
      ? moveInOrder(direction, from: current, below: top, in: tree, limit: limit)
      : moveInSpace(direction, from: current, below: top, in: tree, limit: limit)
    // A focus trap does not pass the key to nodes below.
    return hasMoved || limit == nil && top != 0
  }

  /// Performs the effect of a tap on the focused node, if the program made it focusable. Returns whether it did.
  func activateFocused() -> Bool {
    guard let focused = focusedNode, focused.properties.focusability == .always, focused.canFocus else { return false }
    focused.send(AnyNode.tap)
    return true
  }

  /// Focuses the initial node; scrolls if there is none.
  private func moveInitialFocus(_ direction: FocusDirection, below top: Int, in tree: PaintTree) -> Bool {
    let candidates = tree.focusCandidates(below: top) { _ in false }
    guard let first = initialCandidate(candidates, direction, in: tree) else {
      for i in tree.scrollers.reversed().map(Int.init) where i >= top && i < Int(tree.end[top]) && tree.isSeen(i) && !tree.isInert(i) {
        if direction.axis != nil, tree.nodes[i].scrollOn(direction) { return true }
      }
      return false
    }
    setFocus(first.index, direction, from: nil, in: tree)
    return true
  }

  private func initialCandidate(
    _ candidates: [PaintTree.FocusCandidate], _ direction: FocusDirection, in tree: PaintTree
  ) -> PaintTree.FocusCandidate? {
    if let wanted = candidates.first(where: { tree.properties[$0.index].value.takesInitialFocus }) { return wanted }
    return direction == .previous ? candidates.last : candidates.first
  }

  /// Moves to the next or previous node in tree order, wrapping around at the ends.
  private func moveInOrder(_ direction: FocusDirection, from current: Int, below top: Int, in tree: PaintTree, limit: Int?) -> Bool {
    let all = tree.focusCandidates(below: top) { _ in true }
    let next = direction == .next ? all.first { $0.index > current } : all.last { $0.index < current }
    if let limit {
      guard let next, isBelow(next.index, limit, tree) else { return false }
    } else {
      // Only elements near a list's viewport have nodes: the list scrolls before the focus moves behind it.
      for i in tree.above(current) where i >= top && tree.nodes[i].virtualizesSubnodes && tree.nodes[i].revealsSubnodes {
        if let next, next.index > i, next.index < Int(tree.end[i]) { break }
        if tree.nodes[i].scrollOn(direction) {
          loop.focus.wait(direction, from: tree.nodes[current], in: tree.nodes[i])
          return true
        }
      }
    }
    guard let target = next ?? (direction == .next ? all.first : all.last), target.index != current else {
      return false
    }
    setFocus(target.index, direction, from: current, in: tree)
    return true
  }

  /// Moves to the nearest node in a direction: inside of the scopes around the focus first, innermost first.
  private func moveInSpace(_ direction: FocusDirection, from current: Int, below top: Int, in tree: PaintTree, limit: Int?) -> Bool {
    let area = focusArea(of: current, in: tree)
    let around = Set(tree.above(current))
    let cameFrom = loop.focus.origin(of: direction).flatMap(tree.indexOf)
    for scope in [current] + tree.above(current) where scope >= max(top, limit ?? 0) {
      let node = tree.nodes[scope]
      let isAncestor = scope != current
      let keepsInside = tree.properties[scope].value.focusScope != .none || node.revealsSubnodes
      let canTakeOver = isAncestor && node.canFocus
      guard scope == top || keepsInside || canTakeOver || !isAncestor else { continue }
      let candidates = tree.focusCandidates(below: scope) { around.contains($0) || $0 == current }
        .filter { $0.index != current && !around.contains($0.index) }
        // Nodes inside the focused node are entered at the focused area.
        .filter { !isBelow($0.index, current, tree) || $0.area.intersects(area) }
      let number = SpatialFocus.pick(
        from: area, direction, of: candidates.map(\.area), inside: { isBelow(candidates[$0].index, current, tree) },
        cameFrom: cameFrom.flatMap { from in candidates.firstIndex { $0.index == from } }, allowsDiagonal: scope == top)
      if let number {
        setFocus(candidates[number].index, direction, from: current, in: tree)
        return true
      }
      if limit == nil, node.revealsSubnodes, node.scrollOn(direction) {
        if node.virtualizesSubnodes { loop.focus.wait(direction, from: tree.nodes[current], in: node) }
        return true
      }
      if canTakeOver, !direction.isForward {
        setFocus(scope, direction, from: current, in: tree)
        return true
      }
    }
    return false
  }

  private func isBelow(_ i: Int, _ above: Int, _ tree: PaintTree) -> Bool { i > above && i < Int(tree.end[above]) }

  /// Focuses node `i`, or the last focused node of the scope that it enters, and scrolls it into view.
  func setFocus(_ i: Int, _ direction: FocusDirection, from current: Int?, in tree: PaintTree, reveals: Bool = true, asks: Bool = true) {
    var target = i
    if direction.axis != nil, let current {
      for scope in tree.above(i) where keepsMemory(scope, tree) && !isBelow(current, scope, tree) && current != scope {
        guard let known = loop.focus.lastFocused(in: tree.nodes[scope]), let at = tree.indexOf(known),
          isBelow(at, scope, tree), tree.focusCandidates(below: at, isOpen: { _ in true }).first?.index == at
        else { continue }
        target = at
      }
    }
    let node = tree.nodes[target]
    if asks, !allowsFocusMove(to: node, direction) { return }
    let from = current.map { tree.nodes[$0] }
    var before: Rect?
    if let current { before = inBox(focusArea(of: current, in: tree), of: target, in: tree) }
    if focusedNode !== node {
      if !isHidden(node) { node.focusArrives(FocusArrival(direction: direction, area: before)) }
      changeFocus(.become(node))
    }
    if let from { loop.focus.recordStep(direction, from: from) }
    recordPlace(target, in: tree)
    remember(target, in: tree)
    if reveals { revealFocus(target, in: tree) }
  }

  private func keepsMemory(_ i: Int, _ tree: PaintTree) -> Bool {
    tree.properties[i].value.focusScope == .group || tree.nodes[i].virtualizesSubnodes
  }

  private func remember(_ i: Int, in tree: PaintTree) {
    for scope in tree.above(i) where keepsMemory(scope, tree) { loop.focus.remember(tree.nodes[i], in: tree.nodes[scope]) }
  }

  /// Returns the focused area of node `i`, device pixels of the screen.
  func focusArea(of i: Int, in tree: PaintTree) -> Rect { Rect(tree.onScreen(tree.ownFocusArea(i), at: i)) }

  /// Converts an area of the screen to the box of node `i`, logical units; with rotation it is the bounding box.
  private func inBox(_ area: Rect, of i: Int, in tree: PaintTree) -> Rect? {
    let scale = tree.environment.scale
    guard let a = convert(area.origin * (1 / scale), to: tree.nodes[i]),
      let b = convert(Point(area.maxX, area.maxY) * (1 / scale), to: tree.nodes[i])
    else { return nil }
    return Rect(left: min(a.x, b.x), top: min(a.y, b.y), right: max(a.x, b.x), bottom: max(a.y, b.y))
  }

  /// Makes all scrolling ancestors of node `i` scroll it into view.
  func revealFocus(_ i: Int, in tree: PaintTree) {
    let ring = ring(of: i, in: tree)
    let frame = tree.frames[i]
    var area = tree.nodes[i].focusArea.map { $0.rect.offset(by: frame.origin) } ?? frame
    if tree.nodes[i].revealsSubnodes { area = area.intersection(frame) }
    area = area.inset(by: -(ring.reach + 4))
    for scope in tree.above(i) {
      let origin = tree.frames[scope].origin
      if tree.nodes[scope].revealsSubnodes {
        area = tree.nodes[scope].reveal(area.offset(by: origin * -1)).offset(by: origin)
      } else if tree.nodes[scope].scrollsSubnodes {
        area = area.offset(by: tree.nodes[scope].scrollOffset * -1)
      }
    }
  }

  // MARK: Layout changes

  /// Returns the topmost visible focus trap.
  func activeTrap(_ tree: PaintTree) -> Int? {
    loop.focus.trapCandidates.compactMap { tree.indexOf($0) }.filter { i in
      tree.properties[i].value.focusScope == .trap && tree.isSeen(i) && !tree.isInert(i) && !isHidden(tree.nodes[i])
    }.max()
  }

  /// Called after a layout: continues a waiting step, updates focus traps, and replaces a removed focused node.
  func keepFocus(_ tree: PaintTree, _ old: PaintTree?) {
    updateTraps(tree)
    if let step = loop.focus.dequeuePending(), step.node === focusedNode, !moveFocus(step.direction, retryingIn: step.scope),
      let next = step.next
    {
      loop.focus.keepPending(next)
    }
    if let focused = focusedNode, let i = tree.indexOf(focused) {
      if loop.focus.usesKeys { recordPlace(i, in: tree) }
    } else if focusedNode == nil, loop.focus.usesKeys, let place = loop.focus.consumePlace() {
      refocus(from: place, tree, old)
    }
  }

  /// Records the visible place of the focused node.
  func recordPlace(_ i: Int, in tree: PaintTree) {
    loop.focus.recordPlace(
      FocusState.Place(
        node: FocusState.Weak(tree.nodes[i]), area: focusArea(of: i, in: tree), above: tree.above(i).map { FocusState.Weak(tree.nodes[$0]) }
      ))
  }

  /// Removes the focus from a node that is removed or hidden; a node nearby receives it after the layout.
  func vacateFocus(_ node: AnyNode) {
    let place = loop.focus.place
    changeFocus(.resign(node))
    if focusedNode == nil { loop.focus.recordPlace(place) }
  }

  /// Restores the focus from traps that are about to be removed.
  func releaseTraps(where isGoing: (AnyNode) -> Bool) {
    while let last = loop.focus.topTrap, let node = last.node, isGoing(node) {
      loop.focus.popTrap()
      guard let tree = loop.tree, let before = last.before, let i = tree.indexOf(before), !isHidden(before), !tree.isInert(i) else {
        continue
      }
      changeFocus(.become(before))
    }
  }

  /// A focus trap receives the focus when it appears, and returns it when it disappears.
  private func updateTraps(_ tree: PaintTree) {
    for (new, _) in tree.changes.touched where tree.properties[Int(new)].value.focusScope == .trap {
      loop.focus.addTrap(tree.nodes[Int(new)])
    }
    guard loop.focus.sweepTraps() else { return }
    let active = activeTrap(tree).map { tree.nodes[$0] }
    while let last = loop.focus.topTrap, last.node !== active {
      // A trap below another one that appeared over it keeps its place.
      if let node = last.node, let i = tree.indexOf(node), !isHidden(node), tree.isSeen(i) { break }
      loop.focus.popTrap()
      guard let before = last.before, let i = tree.indexOf(before), !isHidden(before), !tree.isInert(i) else { continue }
      changeFocus(.become(before))
    }
    guard let active, loop.focus.topTrap?.node !== active, let i = tree.indexOf(active) else { return }
    loop.focus.pushTrap(active, before: focusedNode)
    if let focused = focusedNode, let at = tree.indexOf(focused), isBelow(at, i, tree) { return }
    guard let first = initialCandidate(tree.focusCandidates(below: i) { _ in false }, .next, in: tree) else {
      return changeFocus(.clear)
    }
    setFocus(first.index, .next, from: nil, in: tree, asks: false)
  }
}
