internal import TesseraGeometry
internal import TesseraLayout

/// Computes the animations of a committed layout from the places in the previous tree. Frame loop only.
struct TransitionAdoption {
  let tree: PaintTree
  let old: PaintTree
  /// Requested transitions, the newest last.
  let asked: [TransitionHandle]
  let now: Double
  /// Distances by which the layout itself scrolled subnodes, device pixels, by index of the scrolling node.
  private let settled: [Int: Presentation]
  /// Previous state of the animations.
  private let state: Transitions
  /// Pictures of removed nodes from this frame on.
  private(set) var departures: [Departure]
  /// Indices in the previous tree of removed nodes that are still painted.
  private(set) var departing = Set<Int32>()
  /// Damage of content that moved in this frame without a change of its layout.
  private(set) var damage: [PixelRect] = []
  private var damaged: [Int] = []
  /// Contents of nodes that were inserted again.
  private var returned: [(index: Int, contents: PaintContents)] = []
  /// Pictures that are no longer painted, because their nodes were inserted again or their parents were removed.
  private(set) var dropped: [Departure] = []

  /// Running animations by index in the new tree.
  private var carried: [Int: LayoutMotion] = [:]
  private(set) var motions: [LayoutMotion] = []
  private var considered = Set<Int>()
  private(set) var newRuns: [TransitionRun] = []
  /// Transition found last for the children of one parent: siblings are processed in succession.
  private var cursor: (parent: Int, child: Int, found: AnyNode?) = (-1, 0, nil)
  private var memo: (parent: Int, isOld: Bool, comesOrGoes: Bool, found: Choice)?

  init(
    tree: PaintTree, old: PaintTree, asked: [TransitionHandle], settled: [Int: Presentation], state: Transitions, now: Double
  ) {
    (self.tree, self.old, self.asked, self.settled, self.state, self.now) = (tree, old, asked, settled, state, now)
    departures = state.departures
  }

  // MARK: Transition of a node

  private typealias Choice = (transition: LayoutTransition, handle: TransitionHandle?)?

  /// Returns the transition of node `i` of a tree: a requested one, else that of the nearest ancestor that has one.
  ///
  /// A node that virtualizes its subnodes moves them for other reasons. Below it only requested transitions count, and only those requested
  /// at that node or below it animate insertions and removals (`comesOrGoes`).
  private mutating func choice(_ i: Int, in tree: PaintTree, comesOrGoes: Bool = false) -> Choice {
    guard let found = given(i, in: tree, comesOrGoes) else { return nil }
    guard found.transition.isAnimated, let rule = tree.nodes[i].layoutTransitionRule else { return found }
    let isOld = tree === old
    let before = isOld ? i : oldIndex(i)
    let move = LayoutMove(
      old: before >= 0 ? old.frameInParent(before) : nil, new: isOld ? nil : tree.frameInParent(i), transition: found.transition)
    return (rule(move), found.handle)
  }

  private mutating func given(_ i: Int, in tree: PaintTree, _ comesOrGoes: Bool) -> Choice {
    if let own = tree.properties[i].value.layoutTransition, !own.isAnimated { return (own, nil) }
    let parent = Int(tree.parent[i])
    let isOwn = tree.properties[i].value.layoutTransition != nil || asked.contains { $0.scope === tree.nodes[i] }
    if !isOwn, let memo, memo.parent == parent, memo.isOld == (tree === old), memo.comesOrGoes == comesOrGoes { return memo.found }
    var nearest: LayoutTransition?
    var handle: TransitionHandle?
    var isInherited = true
    var isAsked = true
    var at = i
    while at >= 0, isInherited || isAsked {
      if nearest == nil, isInherited { nearest = tree.properties[at].value.layoutTransition }
      if handle == nil, !asked.isEmpty { handle = asked.last { $0.scope === tree.nodes[at] } }
      if isAsked, at != i, tree.nodes[at].virtualizesSubnodes { isAsked = !comesOrGoes }
      at = Int(tree.parent[at])
      if at >= 0, tree.nodes[at].virtualizesSubnodes { isInherited = false }
    }
    if isAsked { handle = handle ?? asked.last { $0.scope == nil } }
    var found: Choice = nearest.map { ($0, nil) }
    if let handle, nearest?.isAnimated ?? true { found = (handle.transition, handle) }
    if !isOwn { memo = (parent, tree === old, comesOrGoes, found) }
    return found
  }

  private mutating func run(_ choice: (transition: LayoutTransition, handle: TransitionHandle?)) -> TransitionRun {
    if let run = newRuns.first(where: { $0.handle === choice.handle && $0.transition == choice.transition }) { return run }
    let run = TransitionRun(choice.transition, handle: choice.handle, now: now)
    newRuns.append(run)
    return run
  }

  // MARK: Kept and inserted nodes

  mutating func findMotions() {
    for motion in state.motions {
      if let i = tree.indexOf(motion.node) { carried[i] = motion }
    }
    let back = findReturns()
    for (new, before) in tree.changes.touched {
      let (i, o) = (Int(new), Int(before))
      if o < 0 {
        insert(i, back[i])
      } else {
        moveNode(i, from: o)
        if tree.boxes[i].x != old.boxes[o].x || tree.boxes[i].y != old.boxes[o].y { moveSubnodesLeftBehind(of: i) }
      }
    }
    movePlaced()
    for parent in settled.keys.sorted() { moveSettled(below: parent) }
    for (i, motion) in carried where !considered.contains(i) { keep(i, motion) }
    motions.sort { $0.index < $1.index }
  }

  /// Animates subnodes that a list keeps in view, before or now: they may have moved on the screen with unchanged boxes.
  private mutating func movePlaced() {
    for parent in tree.scrollers.map(Int.init) where tree.nodes[parent].virtualizesSubnodes {
      let o = oldIndex(parent)
      guard o >= 0 else { continue }
      for placement in (tree.placementLists[parent] ?? []) + (old.placementLists[o] ?? []) {
        guard let i = tree.indexOf(placement.node), let was = old.indexOf(placement.node), Int(tree.parent[i]) == parent else { continue }
        moveNode(i, from: was)
      }
    }
  }

  /// Animates subnodes with unchanged boxes that the layout scrolled.
  private mutating func moveSettled(below parent: Int) {
    var child = parent + 1
    while child < Int(tree.end[parent]) {
      let o = oldIndex(child)
      if o >= 0 { moveNode(child, from: o) }
      child = Int(tree.end[child])
    }
  }

  private func oldIndex(_ i: Int) -> Int { tree.changes.structure ? Int(tree.changes.oldIndex[i]) : i }

  /// Animates subnodes with unchanged boxes whose parent's box moved: relative to the parent they moved too.
  private mutating func moveSubnodesLeftBehind(of i: Int) {
    var child = i + 1
    while child < Int(tree.end[i]) {
      let o = oldIndex(child)
      if o >= 0, tree.boxes[child] == old.boxes[o] { moveNode(child, from: o) }
      child = Int(tree.end[child])
    }
  }

  private mutating func keep(_ i: Int, _ motion: LayoutMotion) {
    if let held = motion.run.heldUntil, held <= state.layoutsStarted {
      // It returned before its first picture was laid out again: the new layout is shown.
      damagePlaces(i)
      return
    }
    var motion = motion
    motion.index = i
    motions.append(motion)
    tree.presentations.set(i, motion.presentation, count: tree.count)
  }

  private mutating func moveNode(_ i: Int, from o: Int) {
    let (parent, oldParent) = (Int(tree.parent[i]), Int(old.parent[o]))
    guard parent >= 0, oldParent >= 0, considered.insert(i).inserted else { return }
    guard tree.rasterizer[i] < 0, old.rasterizer[o] < 0, isSeen(i, o, parent) else { return }
    // Distance of the painted place from the new place, relative to the parent.
    var distance = LayoutMotion.Values.zero
    if tree.nodes[parent] === old.nodes[oldParent] {
      distance[0] = Double((old.boxes[o].x - old.boxes[oldParent].x) - (tree.boxes[i].x - tree.boxes[parent].x))
      distance[1] = Double((old.boxes[o].y - old.boxes[oldParent].y) - (tree.boxes[i].y - tree.boxes[parent].y))
      if let held = heldDistance(i, o, parent, oldParent) {
        distance[0] += Double(held.x)
        distance[1] += Double(held.y)
      } else if let settled = settled[parent] {
        distance[0] -= Double(settled.x)
        distance[1] -= Double(settled.y)
      }
    } else {
      let (from, to) = (old.shift(from: oldParent), tree.shift(from: parent))
      distance[0] = Double(old.boxes[o].x + from.x - tree.boxes[i].x - to.x)
      distance[1] = Double(old.boxes[o].y + from.y - tree.boxes[i].y - to.y)
    }
    distance[2] = Double(old.boxes[o].width - tree.boxes[i].width)
    distance[3] = Double(old.boxes[o].height - tree.boxes[i].height)
    let existing = carried[i]
    guard distance != .zero else {
      if let existing { keep(i, existing) }
      return
    }
    start(i, at: (existing?.values ?? .zero) + distance, speed: existing?.speedNow ?? .zero, existing)
  }

  /// Returns the parent's part of the distance for a node that it places itself, before or now. Such a node keeps its place in the
  /// viewport, whatever is scrolled. nil for all others, which move with the content.
  private func heldDistance(_ i: Int, _ o: Int, _ parent: Int, _ oldParent: Int) -> (x: Int, y: Int)? {
    let (from, to) = (old.placements[o], tree.placements[i])
    guard from != nil || to != nil else { return nil }
    let (before, after) = (old.scrolls[oldParent], tree.scrolls[parent])
    return (
      (from?.x ?? 0) + (before?.x ?? 0) - (to?.x ?? 0) - (after?.x ?? 0),
      (from?.y ?? 0) + (before?.y ?? 0) - (to?.y ?? 0) - (after?.y ?? 0)
    )
  }

  /// Returns whether node `i` or its descendants may be visible during the animation. They are not if they are off the screen before and
  /// after, and no ancestor moves.
  private func isSeen(_ i: Int, _ o: Int, _ parent: Int) -> Bool {
    if tree.isOnScreen[i] || old.isShown(o) || old.presentations[o] != nil { return true }
    var at = tree.presentations.isEmpty ? -1 : parent
    while at >= 0 {
      if tree.presentations[at] != nil { return true }
      at = Int(tree.parent[at])
    }
    return tree.subtreeBounds[i].intersects(tree.viewport) || old.subtreeBounds[o].intersects(old.viewport)
  }

  /// Starts an animation of node `i` from its painted place. A running animation continues with its transition if there is no new one.
  private mutating func start(
    _ i: Int, at values: LayoutMotion.Values, speed: LayoutMotion.Values, _ existing: LayoutMotion?, comes: Bool = false
  ) {
    var choice = choice(i, in: tree, comesOrGoes: comes)
    if choice == nil, let existing, existing.run.heldUntil == nil { choice = (existing.run.transition, nil) }
    guard let choice, choice.transition.isAnimated else { return damagePlaces(i) }
    if values == .zero, speed == .zero { return }
    let run = run(choice)
    let motion = LayoutMotion(node: tree.nodes[i], index: i, run: run, start: values, speed: speed * choice.transition.duration)
    motions.append(motion)
    tree.presentations.set(i, LayoutMotion.presentation(values), count: tree.count)
  }

  private mutating func insert(_ i: Int, _ departure: Departure?) {
    let parent = Int(tree.parent[i])
    guard parent >= 0, oldIndex(parent) >= 0, tree.rasterizer[i] < 0, isInView(i) else { return }
    var values = LayoutMotion.Values.zero
    if let departure {
      // It was being removed: it returns from its current place.
      let was = departure.scene.box(departure.root)
      let place = departure.scene.tree.boxes[departure.root]
      // Its presentation includes the scroll distance.
      let (scrolled, to) = (old.scrolls[departure.parentIndex] ?? .identity, tree.shift(from: parent))
      var from = old.shift(from: departure.parentIndex)
      from = (from.x - scrolled.x, from.y - scrolled.y)
      values[0] = Double(place.x + departure.shown.x + departure.offset.x + from.x - tree.boxes[i].x - to.x)
      values[1] = Double(place.y + departure.shown.y + departure.offset.y + from.y - tree.boxes[i].y - to.y)
      values[2] = Double(was.width - tree.boxes[i].width)
      values[3] = Double(was.height - tree.boxes[i].height)
      values[LayoutMotion.opacity] = departure.shown.opacity - 1
      values[LayoutMotion.scale] = departure.shown.scale - 1
    } else if let choice = choice(i, in: tree, comesOrGoes: true) {
      let effect = choice.transition.insertion
      let slide = effect.slide(of: tree.boxes[i], tree.directions[i])
      values[0] = slide.x
      values[1] = slide.y
      values[LayoutMotion.opacity] = effect.opacity - 1
      values[LayoutMotion.scale] = effect.scale - 1
    }
    if values != .zero { start(i, at: values, speed: .zero, nil, comes: true) }
  }

  /// Returns whether an inserted node is on the screen; ranges do not include scrolled nodes yet.
  private func isInView(_ i: Int) -> Bool {
    guard tree.scroller[i] >= 0 else { return tree.isOnScreen[i] }
    var at = i
    while at >= 0 {
      if tree.properties[at].value.isHidden { return false }
      at = Int(tree.parent[at])
    }
    return !tree.seenOnScreen(tree.localBounds[i], at: i).intersection(tree.viewport).isEmpty
  }

  /// Adds damage for a node that is painted at another place than in the previous frame, possibly with an unchanged layout.
  private mutating func damagePlaces(_ i: Int) {
    let o = oldIndex(i)
    if o >= 0 { damage.append(old.onScreen(old.subtreeBounds[o], at: Int(old.parent[o]))) }
    damaged.append(i)
  }

  // MARK: Removed nodes

  /// Finds nodes that were being removed and are in the tree again: they never left the screen. Returns those that were the root of a
  /// departure.
  private mutating func findReturns() -> [Int: Departure] {
    var back: [Int: Departure] = [:]
    guard tree.changes.structure, !departures.isEmpty else { return back }
    for at in departures.indices.reversed() {
      let departure = departures[at]
      let was = departure.scene.tree
      for o in departure.root..<Int(was.end[departure.root]) {
        guard !departure.scene.isLeftOut(o), let i = tree.indexOf(was.nodes[o]), tree.changes.oldIndex[i] < 0 else { continue }
        tree.states[i].interfaceState = was.states[o].interfaceState
        returned.append((i, departure.scene.contents[o]))
        if o == departure.root {
          back[i] = departure
        } else {
          departures[at].scene.leftOut.insert(o)
        }
      }
      if back.values.contains(where: { $0.node === departure.node }) {
        damage.append(old.onScreen(departure.bounds, at: departure.parentIndex))
        dropped.append(departure)
        departures.remove(at: at)
      }
    }
    return back
  }

  mutating func findDepartures(_ picture: PaintScene?) {
    carryDepartures()
    guard let picture else { return }
    var end = 0
    for index in tree.changes.removed {
      let o = Int(index)
      let oldParent = Int(old.parent[o])
      guard o >= end, oldParent >= 0, let parent = tree.indexOf(old.nodes[oldParent]) else { continue }
      end = Int(old.end[o])
      let properties = old.properties[o].value
      guard old.isShown(o), old.rasterizer[o] < 0, tree.rasterizer[parent] < 0, !tree.properties[parent].value.rasterizesSubtree,
        !properties.isHidden, properties.opacity * (old.presentations[o]?.opacity ?? 1) > 0,
        let choice = choice(o, in: old, comesOrGoes: true), choice.transition.isAnimated, choice.transition.removal != .none
      else { continue }
      var scene = picture
      // Pictures of earlier departures retain their trees: only those that are painted with this one are kept.
      scene.departures = picture.departures.filter { (o..<end).contains(Int($0.key)) }
      for at in o..<end where tree.indexOf(old.nodes[at]) != nil { scene.leftOut.insert(at) }
      var departure = Departure(
        old.nodes[o], scene: scene, root: o, parent: old.nodes[oldParent], sibling: sibling(before: o, below: oldParent, parent),
        run: run(choice), effect: choice.transition.removal)
      departure.parentIndex = parent
      departure.offset = (tree.boxes[parent].x - old.boxes[oldParent].x, tree.boxes[parent].y - old.boxes[oldParent].y)
      departures.append(departure)
      for at in o..<end { departing.insert(Int32(at)) }
    }
  }

  /// Returns the subnode before `o` that is still below the same parent. Called with increasing `o`; siblings continue the search.
  private mutating func sibling(before o: Int, below oldParent: Int, _ parent: Int) -> AnyNode? {
    var (child, found) = cursor.parent == oldParent ? (cursor.child, cursor.found) : (oldParent + 1, nil)
    while child < o {
      if let i = tree.indexOf(old.nodes[child]), Int(tree.parent[i]) == parent { found = old.nodes[child] }
      child = Int(old.end[child])
    }
    cursor = (oldParent, child, found)
    return found
  }

  /// Moves pictures of removed nodes with their former parents.
  private mutating func carryDepartures() {
    var kept: [Departure] = []
    for var departure in departures {
      let held = departure.run.heldUntil.map { $0 <= state.layoutsStarted } ?? false
      guard let parent = tree.indexOf(departure.parent), !held, tree.rasterizer[parent] < 0 else {
        damage.append(old.onScreen(departure.bounds, at: departure.parentIndex))
        dropped.append(departure)
        continue
      }
      let former = departure.parentIndex
      let (dx, dy) = (tree.boxes[parent].x - old.boxes[former].x, tree.boxes[parent].y - old.boxes[former].y)
      departure.offset = (departure.offset.x + dx, departure.offset.y + dy)
      departure.parentIndex = parent
      kept.append(departure)
    }
    departures = kept
  }

  /// Stores everything in the new tree: contents, bounds and paint order.
  mutating func place() {
    for (i, contents) in returned {
      guard case .buffer = contents else { continue }
      tree.contents[i] = contents
      tree.states[i].hasContents = true
    }
    for motion in motions.reversed() { tree.placePresented(motion.index) }
    for at in departures.indices {
      let parent = departures[at].parentIndex
      var position = parent + 1
      if let sibling = departures[at].sibling, let i = tree.indexOf(sibling), Int(tree.parent[i]) == parent {
        position = Int(tree.end[i])
      }
      departures[at].position = position
    }
    if !departures.isEmpty { tree.setDepartures(departures) }
    for i in damaged { damage.append(tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i]))) }
  }
}

extension PaintTree {
  /// Returns the offset of node `i`'s descendants from their layout, by node `i` and its ancestors.
  func shift(from i: Int) -> (x: Int, y: Int) {
    var result = (x: scrolls[i]?.x ?? 0, y: scrolls[i]?.y ?? 0)
    var at = i
    while at >= 0, !presentations.isEmpty || !scrolls.isEmpty || !placements.isEmpty {
      if let shown = shown(at) { result = (result.x + shown.x, result.y + shown.y) }
      at = Int(parent[at])
    }
    return result
  }
}
