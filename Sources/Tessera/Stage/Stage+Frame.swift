internal import TesseraGeometry
internal import TesseraRender

extension Stage {
  /// One turn of the loop: input, ticks, commit, composite, present. Never waits for layouts or draws. Loop thread.
  ///
  /// - Returns: Whether pixels changed.
  /// - Throws: `RenderError` where memory for compositing is short; the damage is kept for the next frame. ``StageError`` inside of a
  ///   callback of another frame. What the display throws is reported through ``onError``.
  @discardableResult
  public func frame() throws -> Bool {
    guard !loop.isTurning else {
      throw StageError(
        activity: .layout, node: "",
        reason: "a frame was asked for inside of a callback of another; change nodes there, and the next shows it")
    }
    loop.isTurning = true
    defer { loop.isTurning = false }
    loop.statistics.frames += 1
    beginRecording()
    enter(.input)
    serveSources()
    try adoptSettings()
    adoptPressure()
    inbox.take(into: &loop.mail)
    for error in loop.mail.errors { report(error) }
    for event in loop.mail.events { dispatch(event) }
    enter(.ticks)
    runTicks()
    enter(.changes)
    takeRequests()
    if let layout = loop.mail.layout {
      enter(.layout)
      adopt(layout)
    }
    enter(.commit)
    for draw in loop.mail.draws { commit(draw) }
    loop.mail.clear()
    enter(.changes)
    // Callbacks may have asked for more; it is cheaper to take it now than to turn the loop again.
    takeRequests()
    startLayoutIfNeeded()
    enter(.motion)
    moveFades()
    moveTransitions()
    moveContentWindows()
    reportOverdueDraws()
    reportOverdueLayout()
    revealGroups()
    movePlaceholders()
    let painted = try compositeDamage()
    if painted { keepBudget() }
    publishStatistics()
    endRecording(painted: painted)
    return painted
  }

  /// Whether layouts or draws are under way or waiting, so that another frame is needed without anybody touching a node. Loop thread.
  public var hasWorkUnderWay: Bool {
    loop.layoutIsRunning || loop.needsLayout || loop.drawsUnderWay > 0 || !loop.damage.isEmpty && displayIsReady || link.hasRequests
      || inbox.hasEvents
      || inbox.hasJobs
      || lock.withLock { shared.needsLayout || shared.needsRepaint }
  }

  private func adoptSettings() throws {
    let (size, scale, needsLayout, needsRepaint) = lock.withLock {
      defer {
        shared.needsLayout = false
        shared.needsRepaint = false
      }
      return (shared.size, shared.scale, shared.needsLayout, shared.needsRepaint)
    }
    if needsLayout { loop.needsLayout = true }
    let pixels = try Stage.pixelSize(size, scale)
    if pixels.width != loop.framebuffer.width || pixels.height != loop.framebuffer.height {
      do {
        loop.framebuffer = try PixelBuffer(width: pixels.width, height: pixels.height, format: .argb8888)
      } catch {
        lock.withLock { shared.needsRepaint = true }
        throw error
      }
      loop.damage = DamageRegion(bounds: framebufferBounds)
      loop.copied = []
      loop.framebufferIsCurrent = false
    }
    if needsRepaint { loop.damage.add(framebufferBounds) }
  }

  var framebufferBounds: PixelRect { PixelRect(x: 0, y: 0, width: loop.framebuffer.width, height: loop.framebuffer.height) }

  // MARK: What nodes asked for

  private func takeRequests() {
    // Handlers may ask each other without end: the rest waits for the next frame then.
    for _ in 0..<8 {
      link.take(into: &loop.requests)
      if loop.requests.isEmpty { return }
      if !loop.requests.closed.isEmpty {
        loop.needsLayout = true
        loop.transitions.closed += loop.requests.closed
      }
      for (node, seconds) in loop.requests.ticks where node.isIn(link) { noteTick(of: node, at: clock.now + seconds) }
      for focus in loop.requests.focus { changeFocus(focus) }
      for node in loop.requests.changed { adoptChange(of: node) }
      loop.requests.clear()
    }
  }

  private func adoptChange(of node: AnyNode) {
    let asked: (Invalidation, SharedProperties)? = node.lock.withLock {
      // What is pending in a node that went to another stage is that one's to do.
      guard node.state.link === link else { return nil }
      defer { node.state.pending = [] }
      return (node.state.pending, node.state.properties)
    }
    guard let (what, properties) = asked else { return }
    if !what.isDisjoint(with: [.layout, .geometry]) { needLayout(of: node) }
    guard let tree = loop.tree, let i = tree.indexOf(node) else {
      // Not laid out yet: the layout under way may have seen it before the change.
      if loop.layoutIsRunning { needLayout(of: node) }
      return
    }
    if what.contains(.scroll) { scroll(i, in: tree) }
    if what.contains(.composite), !what.contains(.geometry) {
      if loop.layoutIsRunning { loop.changedDuringLayout.append(node) }
      apply(properties, to: i, in: tree)
    }
    if what.contains(.display) {
      tree.states[i].isDirty = true
      if loop.needsLayout, !what.isDisjoint(with: [.layout, .geometry]) {
        // Its size may be another after the layout that it asks for: drawn once, then.
        loop.drawsAfterLayout.append(node)
      } else {
        draw(i, in: tree)
      }
    }
  }

  /// Has the next layout look at `node`.
  func needLayout(of node: AnyNode) {
    loop.needsLayout = true
    loop.changedForLayout.append(node)
  }

  /// Has node `i` painted with other properties. Those that come with a change of its area wait for the layout that brings the area:
  /// a layout that finds them in use already would not know that the area is another.
  private func apply(_ properties: SharedProperties, to i: Int, in tree: SceneTree) {
    guard !NodeProperties.invalidation(from: tree.properties[i].value, to: properties.value).contains(.geometry) else { return }
    tree.properties[i] = properties
    if properties.value.layoutTransition != nil { tree.hasTransitions = true }
    loop.damage.add(tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i])))
    redrawRasterizer(of: i, in: tree)
  }

  private func draw(_ i: Int, in tree: SceneTree) {
    startDrawIfNeeded(i, in: tree)
    redrawRasterizer(of: i, in: tree)
  }

  /// Has the subtree buffer that shows node `i` drawn again.
  func redrawRasterizer(of i: Int, in tree: SceneTree) {
    let above = tree.rasterizer[i] >= 0 ? Int(tree.rasterizer[i]) : (tree.properties[i].value.rasterizesSubtree ? i : -1)
    guard above >= 0, above != i || tree.rasterizer[i] < 0 else { return }
    tree.states[above].isDirty = true
    startDrawIfNeeded(above, in: tree)
  }

  // MARK: Layout

  private func startLayoutIfNeeded() {
    guard loop.needsLayout, !loop.layoutIsRunning else { return }
    loop.needsLayout = false
    loop.layoutIsRunning = true
    loop.drawsAfterThisLayout.append(contentsOf: loop.drawsAfterLayout)
    loop.drawsAfterLayout.removeAll(keepingCapacity: true)
    noteTransitionsInLayout()
    let (root, space, environment) = lock.withLock {
      (shared.root, SafeAreaSpace(size: shared.size, insets: shared.safeAreaInsets), shared.environment)
    }
    let job = LayoutJob(
      root: root, space: space, environment: environment, viewport: framebufferBounds, memory: loop.memory, changed: loop.changedForLayout,
      previous: loop.tree, previousProperties: loop.tree?.properties ?? [], reaches: loop.reaches, changedReaches: loop.changedReaches,
      early: earlyDraws())
    loop.changedForLayout = []
    loop.changedReaches = []
    let inbox = self.inbox
    // Taking a tree apart costs about as much as looking at each of its nodes: the worker does it.
    let retired = Retired(tree: loop.retired)
    loop.retired = nil
    let tracer = loop.tracer
    prepareFirstPicture()
    let watch = watchLayout()
    // Weak: a job that waits in a pool does not keep it.
    workers.submit(.layout) { [weak workers] in
      guard let tracer else {
        retired.drop()
        if let result = job.run(with: workers, watch) { inbox.post(result) }
        return
      }
      tracer.measure("drop tree") { retired.drop() }
      let result = tracer.measure("layout") { job.run(with: workers, watch) }
      if let result { inbox.post(result) }
    }
  }

  private func adopt(_ result: LayoutJob.Result) {
    let tree = result.tree
    let old = loop.tree
    loop.layoutIsRunning = false
    loop.layoutWatch = nil
    loop.statistics.layouts += 1
    loop.statistics.measures += result.measureCount
    loop.statistics.collectedNodes += result.collectedCount
    loop.statistics.visitedBoxes += result.visitCount
    if result.leftOut > 0, !loop.reportedDepth {
      loop.reportedDepth = true
      report(
        StageError(
          activity: .layout, node: "",
          reason: "\(result.leftOut) nodes are left out: nested deeper than \(LayoutCollector.maximumDepth) levels, or twice in the tree"))
    }
    for managed in tree.changes.managed { managed.node.adoptManagedChildren(managed.children, isManaged: managed.isManaged) }
    for (node, keys) in tree.changes.keyed { node.forgetKeyedSubnodes(except: keys) }
    for (node, generation) in tree.changes.measureGenerations where node.lock.withLock({ node.state.measureGeneration != generation }) {
      needLayout(of: node)
    }
    let picture = old.flatMap { mayDepart(tree, from: $0) ? pictureForDepartures($0) : nil }
    carryContents(from: old, to: tree)
    for adopt in result.adoptions { adopt() }
    loop.tree = tree
    placeScrolled(tree, old)
    adoptTransitions(tree, old, picture: picture)
    for node in loop.reachedDuringLayout {
      if let i = tree.indexOf(node) { noteReach(i, in: tree) }
    }
    loop.reachedDuringLayout.removeAll(keepingCapacity: true)
    for (new, _) in tree.changes.touched { noteReach(Int(new), in: tree) }
    adoptEarlyDraws(result.draws, in: tree)
    if let draw = result.endless { adoptEndlessDraw(draw, in: tree) }
    var stale = Set<Int>()
    var relaid = Set<Int>()
    adoptFrames(tree, old, &stale, &relaid)
    leave(tree, old, &stale)
    enter(tree)
    arrangeScrolled(tree, old)
    for i in stale.sorted() { redrawRasterizer(of: i, in: tree) }
    for node in loop.changedDuringLayout {
      guard let i = tree.indexOf(node) else { continue }
      apply(node.lock.withLock { node.state.properties }, to: i, in: tree)
    }
    loop.changedDuringLayout.removeAll(keepingCapacity: true)
    for node in loop.drawsAfterThisLayout {
      if let i = tree.indexOf(node) { draw(i, in: tree) }
    }
    loop.drawsAfterThisLayout.removeAll(keepingCapacity: true)
    finishLayout(tree, old, relaid)
    keepFocus(tree, old)
    // A picture of what left may hold the tree it was in: not all the trees before that, too.
    old?.departures = [:]
    if let old, !tree.changes.removed.isEmpty {
      // It may be the last to hold what left, pixels and all.
      retire(old)
    } else {
      loop.retired = old
    }
  }

  /// Has a worker let go of a tree.
  func retire(_ tree: SceneTree) {
    let retired = Retired(tree: tree)
    guard let tracer = loop.tracer else { return workers.submit(.offline) { retired.drop() } }
    workers.submit(.offline) { tracer.measure("drop tree") { retired.drop() } }
  }

  /// Tells the nodes that a layout changed that it is done, parents first.
  private func finishLayout(_ tree: SceneTree, _ old: SceneTree?, _ relaid: Set<Int>) {
    var relaid = relaid
    if let old {
      for i in tree.changes.removed where old.parent[Int(i)] >= 0 {
        if let above = tree.indexOf(old.nodes[Int(old.parent[Int(i)])]) { relaid.insert(above) }
      }
      if tree.changes.structure {
        for (new, before) in tree.changes.touched where before >= 0 && old.parent[Int(before)] >= 0 && tree.parent[Int(new)] >= 0 {
          let (from, to) = (old.nodes[Int(old.parent[Int(before)])], Int(tree.parent[Int(new)]))
          guard from !== tree.nodes[to] else { continue }
          relaid.insert(to)
          if let above = tree.indexOf(from) { relaid.insert(above) }
        }
      }
    }
    for i in relaid.sorted() { tree.nodes[i].layoutDidFinish() }
  }

  private func carryContents(from old: SceneTree?, to tree: SceneTree) {
    guard let old else {
      tree.contents = [PaintContents](repeating: .none, count: tree.count)
      return
    }
    if !tree.changes.structure {
      swap(&tree.contents, &old.contents)
      return
    }
    func carried(_ i: Int) -> PaintContents {
      let from = Int(tree.changes.oldIndex[i])
      return from >= 0 ? old.contents[from] : .none
    }
    guard !tree.changes.pieces.isEmpty else {
      tree.contents = tree.nodes.indices.map(carried)
      return
    }
    // Runs that stayed are moved, not copied.
    let collected = tree.changes.pieces.filter { !$0.isKept }.map { ($0.old, $0.new.map(carried)) }
    swap(&tree.contents, &old.contents)
    // The tree before holds on to what left, for a worker to let go of.
    for (place, contents) in collected.reversed() {
      old.contents.append(contentsOf: tree.contents[place])
      tree.contents.replaceSubrange(place, with: contents)
    }
  }

  /// Damages what moved, gives nodes their frames, and has content of another size drawn again.
  /// - Parameter stale: gets nodes whose subtree's buffer, or that of what is above them, is to be drawn again.
  /// - Parameter relaid: gets nodes whose size or safe area, or the frame of a subnode of theirs, is another.
  private func adoptFrames(_ tree: SceneTree, _ old: SceneTree?, _ stale: inout Set<Int>, _ relaid: inout Set<Int>) {
    for (new, before) in tree.changes.touched {
      let i = Int(new)
      if before >= 0, let old {
        loop.damage.add(old.onScreen(old.subtreeBounds[Int(before)], at: Int(old.parent[Int(before)])))
      }
      loop.damage.add(tree.onScreen(tree.subtreeBounds[i], at: Int(tree.parent[i])))
      let above = Int(tree.parent[i])
      let origin = above >= 0 ? tree.frames[above].origin : .zero
      let frame = Rect(origin: tree.frames[i].origin - origin, size: tree.frames[i].size)
      let safeAreaInsets = tree.space.overlap(tree.frames[i])
      let properties = tree.nodes[i].lock.withLock {
        if before < 0 || tree.nodes[i].state.frame.size != frame.size || tree.nodes[i].state.safeAreaInsets != safeAreaInsets {
          relaid.insert(i)
        }
        if above >= 0, before < 0 || tree.nodes[i].state.frame != frame { relaid.insert(above) }
        tree.nodes[i].state.frame = frame
        tree.nodes[i].state.insets = tree.insets[i]
        tree.nodes[i].state.effectiveDirection = tree.directions[i]
        tree.nodes[i].state.safeAreaInsets = safeAreaInsets
        return tree.nodes[i].state.properties
      }
      // A node that a spec named had no stage to tell until now.
      if before < 0, properties !== tree.properties[i] { needLayout(of: tree.nodes[i]) }
      if before >= 0, let old, old.insets[Int(before)] != tree.insets[i] || old.directions[Int(before)] != tree.directions[i] {
        tree.states[i].isDirty = true
      }
      if tree.rasterizer[i] >= 0 || tree.properties[i].value.rasterizesSubtree {
        stale.insert(tree.rasterizer[i] >= 0 ? Int(tree.rasterizer[i]) : i)
      }
      if before >= 0, let old, old.rasterizer[Int(before)] >= 0, let former = tree.indexOf(old.nodes[Int(old.rasterizer[Int(before)])]) {
        stale.insert(former)
      }
      if before >= 0, let old, old.properties[Int(before)].value.isKeptOtherwise(than: tree.properties[i].value) {
        // What is below was part of one buffer, or is now, or is drawn at another time: all of it is drawn the new way.
        for at in i..<Int(tree.end[i]) {
          tree.states[at].isDirty = true
          if tree.isShown(at) { startDrawIfNeeded(at, in: tree) }
        }
      }
      if tree.isShown(i) { startDrawIfNeeded(i, in: tree) }
    }
  }

  /// Takes nodes that left the tree, or the screen, back through their interface states.
  private func leave(_ tree: SceneTree, _ old: SceneTree?, _ stale: inout Set<Int>) {
    if let old {
      if !tree.changes.removed.isEmpty { cancelGesturesOfNodesThatLeft() }
      // Children before their parents.
      for index in tree.changes.removed.reversed() {
        let i = Int(index)
        loop.damage.add(old.onScreen(old.subtreeBounds[i], at: Int(old.parent[i])))
        let state = old.states[i]
        state.job?.cancel()
        state.generation &+= 1
        state.hasContents = false
        state.isDirty = true
        state.drawnFor = nil
        let node = old.nodes[i]
        if state.reach != nil {
          state.reach = nil
          loop.reaches[ObjectIdentifier(node)] = nil
          loop.changedReaches.insert(ObjectIdentifier(node))
        }
        loop.fades[ObjectIdentifier(node)] = nil
        loop.ticks[ObjectIdentifier(node)] = nil
        if !loop.touches.isEmpty { cancelTouches(in: old) { $0.node === node } }
        if focusedNode === node { vacateFocus(node) }
        // What is painted on stays on the screen until that is over.
        if !loop.transitions.departing.contains(index) { step(node, state, to: .idle) }
      }
      loop.transitions.departing = []
      if !tree.changes.removed.isEmpty {
        for index in tree.changes.removed where Int(old.parent[Int(index)]) >= 0 {
          if let above = tree.indexOf(old.nodes[Int(old.parent[Int(index)])]) { stale.insert(above) }
        }
      }
    }
    if let focused = focusedNode, tree.indexOf(focused) == nil, !focused.isIn(link) { changeFocus(.resign(focused)) }
    if let focused = focusedNode, isHidden(focused) { vacateFocus(focused) }
    for i in linger(tree.changes.disappeared, in: tree).reversed() { disappear(i, in: tree) }
  }

  /// Takes a node that is off the screen back, and lets go of its content.
  func disappear(_ i: Int, in tree: SceneTree) {
    dropContents(of: i, in: tree)
    step(tree.nodes[i], tree.states[i], to: .measured)
  }

  /// Lets go of a node's content.
  func dropContents(of i: Int, in tree: SceneTree) {
    let state = tree.states[i]
    state.job?.cancel()
    state.generation &+= 1
    state.isDirty = true
    state.hasContents = false
    state.drawnFor = nil
    state.concealedSince = nil
    tree.contents[i] = .none
    noteReach(i, in: tree)
  }

  /// Takes nodes that came to the screen through their interface states, parents before their children, and has them drawn.
  private func enter(_ tree: SceneTree) {
    // Nodes that come back while they are still seen leaving never went down: those that come back to where they are not seen do now.
    for (new, before) in tree.changes.touched.reversed() where before < 0 {
      let i = Int(new)
      if tree.scroller[i] < 0, !tree.isShown(i), tree.states[i].interfaceState > .measured { disappear(i, in: tree) }
    }
    for (new, before) in tree.changes.touched where before < 0 { raise(Int(new), in: tree, to: .measured) }
    for index in tree.changes.appeared {
      let i = Int(index)
      raise(i, in: tree, to: .display)
      tree.states[i].shownSince = clock.now
      conceal(i, in: tree)
      startDrawIfNeeded(i, in: tree)
      raise(i, in: tree, to: .visible)
    }
  }

  private func raise(_ i: Int, in tree: SceneTree, to target: InterfaceState) {
    if tree.states[i].interfaceState < target { step(tree.nodes[i], tree.states[i], to: target) }
  }

  /// Moves a node to `target` one state at a time, telling it each time.
  func step(_ node: AnyNode, _ state: RenderState, to target: InterfaceState) {
    guard state.interfaceState != target else { return }
    let isEntering = state.interfaceState == .idle
    state.interfaceState = target
    if node.watchesFrames { watchFrames(node, target >= .display) }
    if isEntering { node.lock.withLock { node.state.interfaceOwner = link } }
    while let (from, next) = node.lock.withLock({ () -> (InterfaceState, InterfaceState)? in
      let from = node.state.interfaceState
      // A stage that adopted the node since then goes on from where it was.
      guard node.state.interfaceOwner === link, from != target,
        let next = InterfaceState(rawValue: from.rawValue + (target > from ? 1 : -1))
      else { return nil }
      node.state.interfaceState = next
      if next == .idle { node.state.interfaceOwner = nil }
      return (from, next)
    }) {
      node.interfaceStateDidChange(from: from, to: next)
    }
  }

  /// Takes every node back to idle: the stage goes.
  func dismissAll() {
    dismissTransitions()
    guard let tree = loop.tree else { return }
    cancelTouches { _ in true }
    perform(loop.gestures.leave(clock.now) { _ in true })
    if focusedNode != nil { changeFocus(.clear) }
    for i in tree.nodes.indices.reversed() {
      tree.states[i].job?.cancel()
      tree.states[i].waiting = nil
      step(tree.nodes[i], tree.states[i], to: .idle)
    }
  }

  private func publishStatistics() {
    loop.statistics.nodes = loop.tree?.count ?? 0
    loop.statistics.contentsBytes = buffers.usedByteCount
    loop.statistics.pooledBytes = buffers.byteCount
    lock.withLock {
      let wakeups = shared.statistics.wakeups
      shared.statistics = loop.statistics
      shared.statistics.wakeups = wakeups
    }
  }
}

/// Holds the tree before last until a worker drops it.
private final class Retired: @unchecked Sendable {
  // @unchecked: written when it is made and when the one job that has it drops what it holds.
  private var tree: SceneTree?
  init(tree: SceneTree?) { self.tree = tree }
  func drop() { tree = nil }
}
