internal import TesseraGeometry
internal import TesseraLayout

/// Turns the collected nodes and their frames into a tree, and finds what changed. Layout job.
struct SceneTreeBuilder {
  let environment: Environment
  let viewport: PixelRect
  private(set) var nodes: [AnyNode] = []
  private(set) var states: [RenderState] = []
  private(set) var parent: [Int32] = []
  private(set) var end: [Int32] = []
  private(set) var frames: [Rect] = []
  private(set) var insets: [Insets] = []
  private(set) var boxes: [PixelRect] = []
  private(set) var isOnScreen: [Bool] = []
  private(set) var isInGroup: [Bool] = []
  private(set) var rasterizer: [Int32] = []
  private(set) var scroller: [Int32] = []
  private(set) var scrollers: [Int32] = []
  private(set) var index: [ObjectIdentifier: Int32] = [:]
  private(set) var changes = TreeChanges()
  private(set) var properties: [SharedProperties] = []
  private(set) var ownBounds: [PixelRect] = []
  private(set) var localBounds: [PixelRect] = []
  private(set) var subtreeBounds: [PixelRect] = []
  private(set) var hasBackdropBlur = false
  private(set) var hasTransforms = false
  private(set) var hasPlaceholders = false
  private(set) var hasTransitions = false

  init(
    _ entries: [LayoutCollector.Entry], frames: [Rect], insets: [Insets], environment: Environment, viewport: PixelRect,
    previous: SceneTree?, previousProperties: [SharedProperties], reaches: [ObjectIdentifier: Reach]
  ) {
    self.environment = environment
    self.viewport = viewport
    self.frames = frames
    self.insets = insets
    let count = entries.count
    nodes = entries.map(\.node)
    parent = entries.map(\.parent)
    end = entries.map(\.end)
    properties = entries.map(\.properties)
    boxes = frames.map { $0.snapped(scale: environment.scale) }
    states.reserveCapacity(count)
    index.reserveCapacity(count)
    for i in 0..<count { index[ObjectIdentifier(nodes[i])] = Int32(i) }
    findStates(previous)
    findVisibility()
    findBounds(reaches)
    findChanges(entries, previous, previousProperties)
  }

  private mutating func findStates(_ previous: SceneTree?) {
    for i in nodes.indices {
      if let previous, let old = previous.indexOf(nodes[i]) {
        states.append(previous.states[old])
      } else {
        states.append(RenderState())
      }
    }
  }

  private mutating func findVisibility() {
    let count = nodes.count
    isOnScreen = [Bool](repeating: false, count: count)
    isInGroup = [Bool](repeating: false, count: count)
    rasterizer = [Int32](repeating: -1, count: count)
    scroller = [Int32](repeating: -1, count: count)
    var hidden = [Bool](repeating: false, count: count)
    var transformed = [Bool](repeating: false, count: count)
    for i in 0..<count {
      let p = properties[i].value
      let above = Int(parent[i])
      hidden[i] = p.isHidden || (above >= 0 && hidden[above])
      transformed[i] = !p.transform.isIdentity || (above >= 0 && transformed[above])
      if above >= 0 { scroller[i] = scrollers.last == Int32(above) || nodes[above].scrollsSubnodes ? Int32(above) : scroller[above] }
      if nodes[i].scrollsSubnodes { scrollers.append(Int32(i)) }
      // A transform moves boxes away from where they were laid out: what it shows is found by the compositor, box by box. What is scrolled has
      // its state from the ranges of what scrolls it.
      isOnScreen[i] = scroller[i] < 0 && !hidden[i] && (transformed[i] || boxes[i].intersects(viewport) || touchesViewport(boxes[i]))
      isInGroup[i] =
        p.needsGroup || !p.transform.isIdentity || hidden[i] || (above >= 0 && (isInGroup[above] || clipsRound(above)))
      if above >= 0 {
        rasterizer[i] = rasterizer[above] >= 0 ? rasterizer[above] : (properties[above].value.rasterizesSubtree ? Int32(above) : -1)
      }
      if p.backdropBlur > 0 { hasBackdropBlur = true }
      if !p.transform.isIdentity { hasTransforms = true }
      if p.placeholder != nil { hasPlaceholders = true }
      if p.layoutTransition != nil { hasTransitions = true }
    }
    // A buffer for a subtree is wanted where anything in it is seen.
    for i in 0..<count where rasterizer[i] >= 0 && isOnScreen[i] { isOnScreen[Int(rasterizer[i])] = true }
  }

  /// A box of no area may still have shadows or subnodes; it counts where its corner lies inside.
  private func touchesViewport(_ box: PixelRect) -> Bool {
    box.isEmpty && box.x >= viewport.x && box.x <= viewport.maxX && box.y >= viewport.y && box.y <= viewport.maxY
  }

  private func clipsRound(_ i: Int) -> Bool {
    let p = properties[i].value
    return p.clipsToBounds && !p.cornerRadii.isZero
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
    // Whatever is scrolled into it.
    for i in scrollers.map(Int.init) { localBounds[i] = localBounds[i].union(boxes[i]) }
    subtreeBounds = ownBounds
    for i in nodes.indices.reversed() {
      let p = properties[i].value
      subtreeBounds[i] = SceneTree.mapped(
        localBounds[i], by: SceneTree.transform(p, box: boxes[i], scale: environment.scale))
      let above = Int(parent[i])
      guard above >= 0 else { continue }
      let seen = properties[above].value.clipsToBounds ? subtreeBounds[i].intersection(boxes[above]) : subtreeBounds[i]
      localBounds[above] = localBounds[above].union(seen)
    }
  }

  private mutating func findChanges(
    _ entries: [LayoutCollector.Entry], _ previous: SceneTree?, _ previousProperties: [SharedProperties]
  ) {
    var seen = 0
    var lastOld = -1
    var oldIndex: [Int32] = []
    oldIndex.reserveCapacity(nodes.count)
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
        if reordered || previous.boxes[old] != boxes[i] || previous.frames[old] != frames[i] || previousProperties[old] !== properties[i]
          || previous.insets[old] != insets[i]
          || previous.environment != environment
        {
          changes.touched.append((Int32(i), Int32(old)))
        }
        if isOnScreen[i] != previous.isOnScreen[old] {
          if isOnScreen[i] { changes.appeared.append(Int32(i)) } else { changes.disappeared.append(Int32(i)) }
        }
      } else {
        changes.structure = true
        changes.touched.append((Int32(i), -1))
        changes.measureGenerations.append((nodes[i], entries[i].measureGeneration))
        if isOnScreen[i] { changes.appeared.append(Int32(i)) }
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
    if changes.structure { changes.oldIndex = oldIndex }
    for (i, entry) in entries.enumerated() where entry.isManaged || entry.node.hasManagedChildren {
      var children: [AnyNode] = []
      if entry.isManaged {
        var child = i + 1
        while child < Int(entry.end) {
          children.append(nodes[child])
          child = Int(entries[child].end)
        }
        if entry.node.subnodes != children || !entry.node.hasManagedChildren { changes.managed.append((entry.node, children, true)) }
      } else {
        changes.managed.append((entry.node, [], false))
      }
      if entry.node.hasUnnamedKeys(beyond: entry.keys) { changes.keyed.append((entry.node, entry.keys)) }
    }
  }
}

extension AnyNode {
  var hasManagedChildren: Bool { lock.withLock { state.childrenAreManaged } }

  func hasUnnamedKeys(beyond keys: Set<String>) -> Bool { lock.withLock { state.keyed.keys.contains { !keys.contains($0) } } }

  /// Forgets the keyed subnodes that the newest spec does not name.
  func forgetKeyedSubnodes(except keys: Set<String>) {
    // Let go of after the lock: a node that goes may take with it what reaches for this one.
    let former = lock.withLock {
      let former = state.keyed
      state.keyed = former.filter { keys.contains($0.key) }
      return former
    }
    withExtendedLifetime(former) {}
  }
}
