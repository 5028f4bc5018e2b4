internal import TesseraGeometry
internal import TesseraLayout

/// Turns the collected nodes and their frames into a tree, and finds what changed. Layout job.
///
/// It stays with the retained nodes, where the next tree is made of it by looking at what changed; the arrays that nothing changed in are
/// shared by both trees.
struct SceneTreeBuilder {
  let environment: EnvironmentValues
  let viewport: PixelRect
  let space: SafeAreaSpace
  var states: [RenderState] = []
  var parent: [Int32] = []
  var end: [Int32] = []
  var directions: [LayoutDirection] = []
  var frames: [Rect] = []
  var insets: [Insets] = []
  var boxes: [PixelRect] = []
  var isOnScreen: [Bool] = []
  var isInGroup: [Bool] = []
  var rasterizer: [Int32] = []
  var scroller = ScrollerTable()
  var scrollers: [Int32] = []
  var index: [ObjectIdentifier: Int32] = [:]
  var changes = TreeChanges()
  var properties: [SharedProperties] = []
  var ownBounds: [PixelRect] = []
  var localBounds: [PixelRect] = []
  var subtreeBounds: [PixelRect] = []
  var runs = RunBounds()
  /// Whether a node or one above it is hidden, or has a transform.
  var isHidden: [Bool] = []
  var isTransformed: [Bool] = []
  /// Nodes of each kind.
  var backdropBlurs = 0
  var transforms = 0
  /// Nodes that are hit outside of their box, or not at its edge.
  var slops = 0
  var placeholders = 0
  var transitions = 0

  /// The nodes, in order.
  var nodes: SceneNodes { SceneNodes(states) }

  /// Makes all of it anew.
  init(_ memory: RetainedNodes, _ ground: RetainedNodes.Ground, _ job: LayoutJob) {
    environment = ground.environment
    viewport = job.viewport
    space = ground.space
    let count = memory.entries.count
    findStates(memory, job.previous)
    parent = memory.entries.map(\.parent)
    end = memory.entries.map(\.end)
    properties = memory.entries.map(\.properties)
    directions = memory.entries.map(\.direction)
    frames = memory.entries.map { memory.boxFrames[Int($0.box)] }
    insets = (0..<count).map { memory.insets($0) }
    boxes = frames.map { $0.snapped(scale: environment.scale) }
    index.reserveCapacity(count)
    for i in 0..<count { index[ObjectIdentifier(nodes[i])] = Int32(i) }
    findVisibility()
    findBounds(job.reaches)
    findChanges(memory, job.previous, job.previousProperties)
    for i in 0..<count where memory.entries[i].isManaged || nodes[i].hasManagedChildren { findManaged(i, memory) }
  }

  private mutating func findStates(_ memory: RetainedNodes, _ previous: SceneTree?) {
    states.reserveCapacity(memory.entries.count)
    for entry in memory.entries {
      states.append(previous.flatMap { tree in tree.indexOf(entry.node).map { tree.states[$0] } } ?? RenderState(entry.node))
    }
  }

  private mutating func findVisibility() {
    let count = nodes.count
    isOnScreen = [Bool](repeating: false, count: count)
    isInGroup = [Bool](repeating: false, count: count)
    rasterizer = [Int32](repeating: -1, count: count)
    isHidden = [Bool](repeating: false, count: count)
    isTransformed = [Bool](repeating: false, count: count)
    findScrollers()
    for i in 0..<count {
      let marks = marks(i)
      isHidden[i] = marks.isHidden
      isTransformed[i] = marks.isTransformed
      isInGroup[i] = marks.isInGroup
      rasterizer[i] = marks.rasterizer
      isOnScreen[i] = isSeen(i)
      tally(properties[i], 1)
    }
    // A buffer for a subtree is wanted where anything in it is seen.
    for i in 0..<count where rasterizer[i] >= 0 && isOnScreen[i] { isOnScreen[Int(rasterizer[i])] = true }
  }

  /// Finds which nodes scroll their subnodes, and what is below them.
  private mutating func findScrollers() {
    scrollers = nodes.indices.filter { nodes[$0].scrollsSubnodes }.map { Int32($0) }
    scroller = ScrollerTable(scrollers, parent: parent, end: end)
  }

  /// What a node has from those above it as well.
  struct Marks: Equatable {
    let isHidden: Bool
    let isTransformed: Bool
    let isInGroup: Bool
    let rasterizer: Int32
  }

  /// Returns what node `i` has from itself and those above it, whose marks are found.
  func marks(_ i: Int) -> Marks {
    let p = properties[i]
    let above = Int(parent[i])
    guard above >= 0 else {
      return Marks(
        isHidden: p.value.isHidden, isTransformed: !p.value.transform.isIdentity,
        isInGroup: p.value.needsGroup || !p.value.transform.isIdentity || p.value.isHidden,
        rasterizer: -1)
    }
    let hidden = p.value.isHidden || isHidden[above]
    return Marks(
      isHidden: hidden, isTransformed: !p.value.transform.isIdentity || isTransformed[above],
      isInGroup: p.value.needsGroup || !p.value.transform.isIdentity || hidden || isInGroup[above] || properties[above].value.clipsRound,
      rasterizer: rasterizer[above] >= 0 ? rasterizer[above] : (properties[above].value.rasterizesSubtree ? Int32(above) : -1))
  }

  /// Whether the node itself is on the screen; one that rasterizes what is below it is so as well where anything there is.
  func isSeen(_ i: Int) -> Bool {
    // A transform moves boxes away from where they were laid out: what it shows is found by the compositor, box by box. What is scrolled has
    // its state from the ranges of what scrolls it.
    scroller[i] < 0 && !isHidden[i] && (isTransformed[i] || boxes[i].intersects(viewport) || touchesViewport(boxes[i]))
  }

  /// Counts a node with these properties in, or out.
  mutating func tally(_ properties: SharedProperties, _ step: Int) {
    if properties.value.backdropBlur > 0 { backdropBlurs += step }
    if !properties.value.transform.isIdentity { transforms += step }
    if properties.value.hitTestSlop != .zero { slops += step }
    if properties.value.placeholder != nil { placeholders += step }
    if properties.value.layoutTransition != nil { transitions += step }
  }

  /// A box of no area may still have shadows or subnodes; it counts where its corner lies inside.
  private func touchesViewport(_ box: PixelRect) -> Bool {
    box.isEmpty && box.x >= viewport.x && box.x <= viewport.maxX && box.y >= viewport.y && box.y <= viewport.maxY
  }

  private mutating func findBounds(_ reaches: [ObjectIdentifier: Reach]) {
    ownBounds = boxes
    for i in nodes.indices {
      ownBounds[i] = SceneTree.ownBounds(properties[i].value, box: boxes[i], scale: environment.scale)
    }
    for (node, reach) in reaches {
      if let i = index[node] { ownBounds[Int(i)] = ownBounds[Int(i)].union(reach.applied(to: boxes[Int(i)])) }
    }
    localBounds = ownBounds
    subtreeBounds = ownBounds
    for i in nodes.indices.reversed() {
      let p = properties[i].value
      subtreeBounds[i] = SceneTree.mapped(
        localBounds[i], by: SceneTree.transform(p.transform, about: p.transformAnchor, box: boxes[i], scale: environment.scale))
      let above = Int(parent[i])
      guard above >= 0 else { continue }
      let seen = properties[above].value.clipsToBounds ? subtreeBounds[i].intersection(boxes[above]) : subtreeBounds[i]
      localBounds[above] = localBounds[above].union(seen)
    }
    runs.refresh(subtreeBounds)
  }

  private mutating func findChanges(_ memory: RetainedNodes, _ previous: SceneTree?, _ previousProperties: [SharedProperties]) {
    var seen = 0
    var lastOld = -1
    var oldIndex: [Int32] = []
    oldIndex.reserveCapacity(nodes.count)
    let isElsewhere = previous.map { $0.environment != environment || $0.space != space } ?? false
    for i in nodes.indices {
      let old = previous?.indexOf(nodes[i])
      if let old, let previous {
        seen += 1
        let sameParent =
          parent[i] < 0
          ? previous.parent[old] < 0 : previous.parent[old] >= 0 && previous.nodes[Int(previous.parent[old])] === nodes[Int(parent[i])]
        if !sameParent || old < lastOld || old != i { changes.structure = true }
        // A node that changed places in the paint order is as good as moved.
        let reordered = !sameParent || old < lastOld
        lastOld = max(lastOld, old)
        if reordered || isElsewhere || isTouched(i, previous, old, previousProperties) { changes.touched.append((Int32(i), Int32(old))) }
        if isOnScreen[i] != previous.isOnScreen[old] {
          if isOnScreen[i] { changes.appeared.append(Int32(i)) } else { changes.disappeared.append(Int32(i)) }
        }
      } else {
        changes.structure = true
        noteEntered(i, memory)
      }
      oldIndex.append(Int32(old ?? -1))
    }
    if let previous, seen < previous.count {
      changes.structure = true
      var i = 0
      while i < previous.count {
        if index[ObjectIdentifier(previous.nodes[i])] == nil { changes.removed.append(Int32(i)) }
        i += 1
      }
    }
    if changes.structure {
      changes.oldIndex = oldIndex
      changes.collected = [0..<nodes.count]
    }
  }

  /// Whether node `i` looks or lies otherwise than it did as `old`.
  func isTouched(_ i: Int, _ previous: SceneTree, _ old: Int, _ previousProperties: [SharedProperties]) -> Bool {
    previous.boxes[old] != boxes[i] || previous.frames[old] != frames[i] || previousProperties[old] !== properties[i]
      || previous.insets[old] != insets[i] || previous.directions[old] != directions[i]
  }

  mutating func noteEntered(_ i: Int, _ memory: RetainedNodes) {
    changes.touched.append((Int32(i), -1))
    changes.measureGenerations.append((nodes[i], memory.entries[i].measureGeneration))
    if isOnScreen[i] { changes.appeared.append(Int32(i)) }
  }

  /// Notes what adopting the tree has to change in the subnodes of node `i`, whose spec may have changed.
  mutating func findManaged(_ i: Int, _ memory: RetainedNodes) {
    let entry = memory.entries[i]
    if entry.isManaged {
      var children: [AnyNode] = []
      var child = i + 1
      while child < Int(entry.end) {
        children.append(nodes[child])
        child = Int(memory.entries[child].end)
      }
      if entry.node.subnodes != children || !entry.node.hasManagedChildren {
        changes.managed.append(.init(node: entry.node, children: children, isManaged: true))
      }
    } else if entry.node.hasManagedChildren {
      changes.managed.append(.init(node: entry.node, children: [], isManaged: false))
    }
    // What it named before comes back with an answer.
    if entry.node.isEndless { return }
    if entry.node.hasUnnamedKeys(beyond: entry.keys) { changes.keyed.append((entry.node, entry.keys)) }
  }
}

extension NodeProperties {
  /// Whether what is below the node is cut at rounded corners.
  var clipsRound: Bool { clipsToBounds && !cornerRadii.isZero }
}

extension AnyNode {
  var hasManagedChildren: Bool { lock.withLock { state.childrenAreManaged } }

  func hasUnnamedKeys(beyond keys: Set<SubnodeKey>) -> Bool { lock.withLock { state.keyed.keys.contains { !keys.contains($0) } } }

  /// Forgets the keyed subnodes that the newest spec does not name.
  func forgetKeyedSubnodes(except keys: Set<SubnodeKey>) {
    // Let go of after the lock: a node that goes may take with it what reaches for this one.
    let former = lock.withLock {
      let former = state.keyed
      state.keyed = former.filter { keys.contains($0.key) }
      return former
    }
    withExtendedLifetime(former) {}
  }
}
