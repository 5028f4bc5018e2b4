internal import TesseraGeometry
internal import TesseraLayout

/// Builds a tree from the collected nodes and their frames, and computes the changes. Layout job.
///
/// It is kept with the retained nodes, and the next tree is derived from it and the changes. Arrays without changes are shared by both
/// trees.
struct PaintTreeBuilder {
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
  /// Whether a node or an ancestor is hidden, or has a transform.
  var isHidden: [Bool] = []
  var isTransformed: [Bool] = []
  /// Numbers of nodes of each kind.
  var backdropBlurs = 0
  /// Upper bound of the nodes' backdrop blurs, logical units; 0 without one.
  var mostBackdropBlur = 0.0
  var transforms = 0
  /// Nodes with a hit-test slop, positive or negative.
  var slops = 0
  /// Nodes with additional safe-area insets.
  var safeAreas = 0
  var stacked = 0
  var placeholders = 0
  var transitions = 0

  /// Nodes in order.
  var nodes: SceneNodes { SceneNodes(states) }

  /// Builds everything from scratch.
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

  private mutating func findStates(_ memory: RetainedNodes, _ previous: PaintTree?) {
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
    // A subtree's buffer is needed if any node in it is visible.
    for i in 0..<count where rasterizer[i] >= 0 && isOnScreen[i] { isOnScreen[Int(rasterizer[i])] = true }
  }

  /// Finds the nodes that scroll their subnodes, and their descendants.
  private mutating func findScrollers() {
    scrollers = nodes.indices.filter { nodes[$0].scrollsSubnodes }.map { Int32($0) }
    scroller = ScrollerTable(scrollers, parent: parent, end: end)
  }

  /// Flags that a node also inherits from its ancestors.
  struct Marks: Equatable {
    let isHidden: Bool
    let isTransformed: Bool
    let isInGroup: Bool
    let rasterizer: Int32
  }

  /// Returns the flags of node `i`, combined with those of its ancestors, which are known.
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

  /// Returns whether the node itself is on the screen. A node that rasterizes its subtree also is if any descendant is.
  func isSeen(_ i: Int) -> Bool {
    // A transform moves boxes away from their layout places; the compositor tests them box by box. The state of a scrolled node is set by
    // the ranges of its scrolling ancestor.
    scroller[i] < 0 && !isHidden[i] && (isTransformed[i] || boxes[i].intersects(viewport) || touchesViewport(boxes[i]))
  }

  /// Adds a node with these properties to the counts, or subtracts it.
  mutating func tally(_ properties: SharedProperties, _ step: Int) {
    if properties.value.backdropBlur > 0 {
      backdropBlurs += step
      mostBackdropBlur = backdropBlurs > 0 ? max(mostBackdropBlur, properties.value.backdropBlur) : 0
    }
    if !properties.value.transform.isIdentity { transforms += step }
    if properties.value.hitTestSlop != .zero { slops += step }
    if properties.value.additionalSafeAreaInsets != .zero { safeAreas += step }
    if properties.value.zIndex != 0 { stacked += step }
    if properties.value.placeholder != nil { placeholders += step }
    if properties.value.layoutTransition != nil { transitions += step }
  }

  /// A box without area may have shadows or subnodes; it counts if its corner is inside.
  private func touchesViewport(_ box: PixelRect) -> Bool {
    box.isEmpty && box.x >= viewport.x && box.x <= viewport.maxX && box.y >= viewport.y && box.y <= viewport.maxY
  }

  private mutating func findBounds(_ reaches: [ObjectIdentifier: Reach]) {
    ownBounds = boxes
    for i in nodes.indices {
      ownBounds[i] = PaintTree.ownBounds(properties[i].value, box: boxes[i], scale: environment.scale)
    }
    for (node, reach) in reaches {
      if let i = index[node] { ownBounds[Int(i)] = ownBounds[Int(i)].union(reach.applied(to: boxes[Int(i)])) }
    }
    localBounds = ownBounds
    subtreeBounds = ownBounds
    for i in nodes.indices.reversed() {
      let p = properties[i].value
      subtreeBounds[i] = PaintTree.mapped(
        localBounds[i], by: PaintTree.transform(p.transform, about: p.transformAnchor, box: boxes[i], scale: environment.scale))
      let above = Int(parent[i])
      guard above >= 0 else { continue }
      let seen = properties[above].value.clipsToBounds ? subtreeBounds[i].intersection(boxes[above]) : subtreeBounds[i]
      localBounds[above] = localBounds[above].union(seen)
    }
    runs.refresh(subtreeBounds)
  }

  private mutating func findChanges(_ memory: RetainedNodes, _ previous: PaintTree?, _ previousProperties: [SharedProperties]) {
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
        // A node with another place in the paint order counts as moved.
        let reordered = !sameParent || old < lastOld
        lastOld = max(lastOld, old)
        if reordered || isElsewhere || isTouched(i, previous, old, previousProperties) { changes.touched.append((Int32(i), Int32(old))) }
        if isOnScreen[i] != previous.isOnScreen[old] {
          if isOnScreen[i] { changes.appeared.append(Int32(i)) } else { changes.disappeared.append(Int32(i)) }
        }
      } else {
        changes.structure = true
        recordEntered(i, memory)
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

  /// Returns whether node `i` differs in appearance or place from node `old` of the previous tree.
  func isTouched(_ i: Int, _ previous: PaintTree, _ old: Int, _ previousProperties: [SharedProperties]) -> Bool {
    previous.boxes[old] != boxes[i] || previous.frames[old] != frames[i] || previousProperties[old] !== properties[i]
      || previous.insets[old] != insets[i] || previous.directions[old] != directions[i]
  }

  mutating func recordEntered(_ i: Int, _ memory: RetainedNodes) {
    changes.touched.append((Int32(i), -1))
    changes.measureGenerations.append((nodes[i], memory.entries[i].measureGeneration))
    if isOnScreen[i] { changes.appeared.append(Int32(i)) }
  }

  /// Records the changes of node `i`'s subnodes, whose spec may have changed, for the commit of the tree.
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
    // The nodes that it named before are restored when its code returns.
    if entry.node.isEndless { return }
    if entry.node.hasUnnamedKeys(beyond: entry.keys) { changes.keyed.append((entry.node, entry.keys)) }
  }
}

extension NodeProperties {
  /// Whether the node clips its subtree to rounded corners.
  var clipsRound: Bool { clipsToBounds && !cornerRadii.isZero }
}

extension AnyNode {
  var hasManagedChildren: Bool { lock.withLock { state.childrenAreManaged } }

  func hasUnnamedKeys(beyond keys: Set<SubnodeKey>) -> Bool { lock.withLock { state.keyed.keys.contains { !keys.contains($0) } } }

  /// Removes keyed subnodes that the newest spec does not name.
  func forgetKeyedSubnodes(except keys: Set<SubnodeKey>) {
    // Released after the lock: deinitializers of a removed node's objects may access this node.
    let former = lock.withLock {
      let former = state.keyed
      state.keyed = former.filter { keys.contains($0.key) }
      return former
    }
    withExtendedLifetime(former) {}
  }
}
