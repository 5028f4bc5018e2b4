/// Held while the shape of any tree changes; taken before a node's own lock, never after it.
private let treeLock = Lock()

/// Work of node types that a change of the tree leaves until the tree lock is released. A value.
struct TreeEffects {
  /// Nodes whose types adjust properties to the change.
  var adjusting: [AnyNode] = []

  /// Does the work. No lock held.
  func run() { for node in adjusting { node.setNeedsProperties() } }
}

extension AnyNode {
  /// Runs `body` with the tree lock held, and then, without it, the resulting code of node types.
  func changingTree<Answer>(_ body: (inout TreeEffects) -> Answer) -> Answer {
    var effects = TreeEffects()
    let answer = treeLock.withLock { body(&effects) }
    effects.run()
    return answer
  }

  /// Runs `body` with the tree lock held.
  func withTreeLock<Answer>(_ body: () -> Answer) -> Answer { treeLock.withLock(body) }

  /// The node above, or nil. Any thread.
  public var supernode: AnyNode? { lock.withLock { above } }

  /// The nodes directly below, bottom of the picture first. A copy; any thread.
  public var subnodes: [AnyNode] { lock.withLock { state.children } }

  /// Moves `child` on top of the other subnodes and out of its former parent. Any thread.
  ///
  /// If `child` is this node or one above it, nothing changes and an error is reported. Subnodes from a layout spec are replaced by the next layout.
  public func addSubnode(_ child: AnyNode) { insertSubnode(child, at: .max) }

  /// Moves `child` to `index` among the subnodes (clamped to their number) and out of its former parent. Any thread.
  public func insertSubnode(_ child: AnyNode, at index: Int) {
    changeTree(child) { place(child, &$0) { max(0, min(index, $0.count)) } }
  }

  /// Moves `child` out of its former parent into the subnodes. Tree lock held. Returns its former parent.
  private func place(_ child: AnyNode, _ effects: inout TreeEffects, _ index: ([AnyNode]) -> Int) -> AnyNode? {
    let old = child.detach(&effects)
    child.lock.withLock { child.above = self }
    // Before a layout can find the child, so that later changes are reported.
    let (link, environment) = lock.withLock { (state.link, state.environment) }
    child.propagateEnvironment(environment, &effects)
    child.propagate(link, &effects)
    lock.withLock {
      state.children.insert(child, at: index(state.children))
      state.childrenGeneration &+= 1
    }
    return old
  }

  /// Moves `child` directly above `sibling`, nearer to the viewer, out of its former parent. If `sibling` is not a subnode, or `child` is this node,
  /// one above it or `sibling`, nothing changes and an error is reported. Any thread.
  public func insertSubnode(_ child: AnyNode, above sibling: AnyNode) { insertSubnode(child, beside: sibling, offset: 1) }

  /// Moves `child` directly below `sibling`, farther from the viewer. Reports errors as ``insertSubnode(_:above:)`` does. Any thread.
  public func insertSubnode(_ child: AnyNode, below sibling: AnyNode) { insertSubnode(child, beside: sibling, offset: 0) }

  private func insertSubnode(_ child: AnyNode, beside sibling: AnyNode, offset: Int) {
    let word = offset == 0 ? "below" : "above"
    guard child !== sibling else { return reportMisuse("\(child.description) cannot be put \(word) itself") }
    var isSubnode = true
    changeTree(child) { effects in
      guard lock.withLock({ state.children.contains { $0 === sibling } }) else {
        isSubnode = false
        return nil
      }
      return place(child, &effects) { children in (children.firstIndex { $0 === sibling } ?? children.count) + offset }
    }
    if !isSubnode {
      reportMisuse("\(child.description) cannot be put \(word) \(sibling.description), which is not a subnode of \(ancestry)")
    }
  }

  /// Replaces `old` by `new` in one step. If `old` is not a subnode, nothing changes and an error is reported. Any thread.
  public func replaceSubnode(_ old: AnyNode, with new: AnyNode) {
    guard old !== new else { return }
    var isSubnode = true
    changeTree(new) { effects in
      guard lock.withLock({ state.children.contains { $0 === old } }) else {
        isSubnode = false
        return nil
      }
      let formerParent = new.detach(&effects)
      let (link, environment) = lock.withLock { (state.link, state.environment) }
      new.lock.withLock { new.above = self }
      new.propagateEnvironment(environment, &effects)
      new.propagate(link, &effects)
      lock.withLock {
        if let index = state.children.firstIndex(where: { $0 === old }) { state.children[index] = new }
        state.childrenGeneration &+= 1
      }
      old.lock.withLock { old.above = nil }
      old.propagate(nil, &effects)
      return formerParent
    }
    if !isSubnode { reportMisuse("\(old.description) cannot be replaced: it is not a subnode of \(ancestry)") }
  }

  /// Removes the node from its parent. Any thread.
  public func removeFromSupernode() {
    let parent = changingTree { detach(&$0) }
    parent?.invalidate(.layout)
  }

  /// The node with this `id` at or below this one, depth first, or nil. Any thread.
  public func find(_ id: String) -> AnyNode? {
    var stack = [self]
    while let node = stack.popLast() {
      let (own, children) = node.lock.withLock { (node.state.id, node.state.children) }
      if own == id { return node }
      stack.append(contentsOf: children.reversed())
    }
    return nil
  }

  /// Runs `change` with the tree lock held, then invalidates the layout of this node and of the former parent that it returns. If `child` cannot be
  /// put below this node, nothing is run and an error is reported.
  private func changeTree(_ child: AnyNode, _ change: (inout TreeEffects) -> AnyNode?) {
    var isCircle = false
    let former = changingTree { effects -> AnyNode? in
      isCircle = isInside(child)
      return isCircle ? nil : change(&effects)
    }
    if isCircle {
      return reportMisuse(
        child === self
          ? "\(description) cannot be put into itself" : "\(child.description) cannot be put into \(ancestry), which is below it")
    }
    former?.invalidate(.layout)
    invalidate(.layout)
  }

  /// Reports an invalid change of the tree: through ``Stage/onError``, or outside of a stage on standard error.
  func reportMisuse(_ reason: String) {
    let error = StageError(activity: .tree, node: description, reason: reason + "; nothing was changed")
    if let link = lock.withLock({ state.link }) { link.report(error) } else { standardError("tessera: \(error)\n") }
  }

  /// Whether this node is `node` or below it. Tree lock held.
  func isInside(_ node: AnyNode) -> Bool {
    var current: AnyNode? = self
    while let c = current {
      if c === node { return true }
      current = c.lock.withLock { c.above }
    }
    return false
  }

  /// Removes the node from its parent, which is returned. Tree lock held.
  private func detach(_ effects: inout TreeEffects) -> AnyNode? {
    let (parent, isAlone) = lock.withLock {
      let parent = above
      if parent != nil { above = nil }
      return (parent, parent == nil && state.link == nil)
    }
    if isAlone { return nil }
    parent?.lock.withLock {
      parent?.state.children.removeAll { $0 === self }
      parent?.state.childrenGeneration &+= 1
    }
    propagate(nil, &effects)
    return parent
  }

  /// Sets the stage of the node and all below it. Tree lock held.
  /// - Parameter effects: receives the nodes whose types adjust properties to the stage.
  func propagate(_ link: StageLink?, _ effects: inout TreeEffects) {
    if link == nil, lock.withLock({ state.link == nil }) { return }
    var stack = [self]
    while let node = stack.popLast() {
      let (changed, tells, children): (Bool, Bool, [AnyNode]) = node.lock.withLock {
        let changed = node.state.link !== link
        guard changed else { return (false, false, []) }
        if node.state.link != nil { node.state.departures &+= 1 }
        node.abandonMotions()
        node.state.link = link
        // Content changes that the former stage has not handled must still be drawn.
        if node.state.pending.contains(.display) { node.state.changedDetached = true }
        var pending: Invalidation = link != nil && node.state.changedDetached ? .display : []
        if link != nil {
          // The stage may have a 1-bit display.
          if !node.adjustsProperties, !node.state.propertyReads.isEmpty {
            pending.formUnion(node.resolveProperties(isMotion: false))
          }
          node.state.changedDetached = false
          if node.state.attachments?.staleBindings.isEmpty == false { pending.insert(.bindings) }
        }
        node.state.pending = pending
        let tells = !pending.isEmpty
        return (true, tells, node.state.children)
      }
      if tells { link?.nodeDidChange(node) }
      if changed, link != nil, node.lock.withLock({ node.adjustsProperties }) { effects.adjusting.append(node) }
      // If the node left and returned before a frame, no interface state step starts its tasks.
      if changed, let link, node.observed.contains(.task) { link.callOnLoop { [weak node] in node?.moveTasks() } }
      if changed { stack.append(contentsOf: children) }
    }
  }

  /// Makes the node the root of a stage. Returns work of node types, to run after all locks are released.
  func attach(to link: StageLink) -> TreeEffects {
    var effects = TreeEffects()
    treeLock.withLock {
      propagateEnvironment(link.environment, &effects)
      propagate(link, &effects)
    }
    invalidate([.layout, .display])
    return effects
  }

  /// Removes the node as the root of the stage behind `link`; does nothing if it now belongs to another stage.
  func detach(from link: StageLink) {
    let wasRoot = changingTree { effects in
      guard isIn(link) else { return false }
      propagate(nil, &effects)
      return true
    }
    if wasRoot { invalidate([.layout, .display]) }
  }

  /// Makes `nodes` the subnodes: those of a spec, or none after it. Any thread.
  func adoptManagedChildren(_ nodes: [AnyNode], isManaged: Bool) {
    var former: [AnyNode] = []
    changingTree { effects in
      let (old, link, environment) = lock.withLock { (state.children, state.link, state.environment) }
      if old == nodes {
        lock.withLock { state.childrenAreManaged = isManaged }
        return
      }
      // In a list that scrolls, nearly all subnodes keep their order. These already have their parent and their stage.
      let kept = LayoutSequence.stayers(old.map { ObjectIdentifier($0) }, nodes.map { ObjectIdentifier($0) })
      let came = AnyNode.elements(of: nodes, but: kept.map(\.new))
      let left = AnyNode.elements(of: old, but: kept.map(\.old))
      let moved = Set(came.map { ObjectIdentifier($0) })
      for node in left where !moved.contains(ObjectIdentifier(node)) {
        node.lock.withLock { node.above = nil }
        node.propagate(nil, &effects)
      }
      for node in came {
        let (parent, known) = node.lock.withLock { (node.above, node.state.link) }
        if parent !== self {
          if let parent = node.detach(&effects) { former.append(parent) }
          node.lock.withLock { node.above = self }
          node.propagateEnvironment(environment, &effects)
        } else if known === link {
          continue
        }
        node.propagate(link, &effects)
      }
      lock.withLock {
        state.children = nodes
        state.childrenGeneration &+= 1
        state.childrenAreManaged = isManaged
      }
    }
    for node in former { node.invalidate(.layout) }
  }

  /// Returns the nodes without those at `places`, which ascend.
  private static func elements(of nodes: [AnyNode], but places: [Int]) -> [AnyNode] {
    var result: [AnyNode] = []
    var from = 0
    for place in places + [nodes.count] {
      if place > from { result.append(contentsOf: nodes[from..<place]) }
      from = place + 1
    }
    return result
  }
}
