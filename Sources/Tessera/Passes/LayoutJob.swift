internal import TesseraGeometry
internal import TesseraLayout

/// One layout of a stage: examines changed nodes, lays out what depends on them, and builds the tree to commit. Worker.
struct LayoutJob: Sendable {
  let root: AnyNode
  /// Root of the stage if `root` only holds it, below overlays.
  var held: AnyNode?
  let space: SafeAreaSpace
  let environment: EnvironmentValues
  let viewport: PixelRect
  /// Result of the previous layout.
  let memory: RetainedNodes
  /// Nodes that requested layout or a new computation of their areas.
  let changed: [AnyNode]
  let previous: PaintTree?
  /// Properties with which `previous` is painted, copied because the loop may change them while the job runs.
  let previousProperties: [SharedProperties]
  /// Nodes with content that extends beyond their boxes.
  let reaches: [ObjectIdentifier: Reach]
  /// Nodes whose content extent changed since the previous layout began.
  let changedReaches: Set<ObjectIdentifier>
  /// Draws that run with the layout.
  var early: EarlyDraws?
  /// Maximum number of nodes; the rest is left out.
  var nodeLimit = Int.max

  struct Result: Sendable {
    let tree: PaintTree
    let measureCount: Int
    let omissions: LayoutOmissions
    let collectedCount: Int
    let visitCount: Int
    /// Closures that commit the results of nodes, and effects of their specs.
    var adoptions: [@Sendable () -> Void] = []
    var draws: [DrawJob.Result] = []
    /// Draw that began with the layout and does not end.
    var endless: DrawJob?
  }

  /// Nodes that one worker measures at a time.
  private static let portion = 16

  /// Runs the layout. If many nodes changed, `workers` measure them in advance. Returns nil if the loop abandoned the layout because one of
  /// the nodes did not return (`progress`).
  func run(with workers: WorkerPool? = nil, _ progress: LayoutProgress? = nil) -> Result? {
    progress?.job.begin()
    defer { progress?.job.end() }
    return memory.record.watching { perform(with: workers, progress) }
  }

  private func perform(with workers: WorkerPool?, _ progress: LayoutProgress?) -> Result? {
    let ground = RetainedNodes.Ground(
      root: root, held: held, available: AvailableSize(space.size), fills: true, environment: environment, space: space,
      nodeLimit: nodeLimit)
    // Effects of a discarded layout are not those of this one.
    _ = memory.effects.dequeueAll()
    var changes: LayoutChanges?
    measureAhead(with: workers, progress) { changes = findChanges(ground) }
    guard let made = changes.flatMap({ change($0) }) ?? rebuild(ground) else { return nil }
    let tree = PaintTree(made)
    memory.scene = made
    memory.tree = tree
    let counts = memory.counts
    var result = Result(
      tree: tree, measureCount: counts.measures, omissions: memory.omissions, collectedCount: counts.collected, visitCount: counts.visits)
    result.adoptions = memory.effects.dequeueAll() + memory.arrangements.compactMap { $0.measured?.adopted }
    if let early {
      progress?.place(result)
      result.draws = early.run(in: tree, with: workers, progress)
    }
    return progress?.finish() ?? true ? result : nil
  }

  /// Measures the changed nodes on several workers, portion by portion, while the calling one examines the tree. With only one worker or
  /// little to measure, they are measured on demand.
  private func measureAhead(with workers: WorkerPool?, _ progress: LayoutProgress?, after first: () -> Void) {
    guard let workers, workers.threadCount > 1, changed.count >= 2 * Self.portion else { return first() }
    let nodes = changed
    workers.parallel((nodes.count + Self.portion - 1) / Self.portion, as: .layout, after: first) { number in
      let portion = nodes[number * Self.portion..<min(nodes.count, (number + 1) * Self.portion)]
      guard let progress else { return portion.forEach { $0.answer($0.measureQuestions) } }
      progress.share {
        for node in portion where !Watchdog.isCancelled { node.answer(node.measureQuestions) }
      }
    }
  }

  /// Lays out everything; nil if the loop abandoned the job.
  private func rebuild(_ ground: RetainedNodes.Ground) -> PaintTreeBuilder? {
    guard !memory.record.flag.isCancelled else { return nil }
    memory.rebuild(ground)
    // The results about the previous tree are kept for comparison in the next layout.
    guard !memory.record.flag.isCancelled else { return nil }
    return PaintTreeBuilder(memory, ground, self)
  }

  /// Examines the changes; nil if everything must be laid out.
  private func findChanges(_ ground: RetainedNodes.Ground) -> LayoutChanges? {
    guard memory.holds(ground), let previous, memory.tree === previous, let scene = memory.scene, scene.viewport == viewport else {
      return nil
    }
    memory.beginCounting()
    var changes = LayoutChanges(memory, index: previous.index, inUse: memory.adoptProperties(previousProperties, over: scene.properties))
    changes.collectChanges(of: changed)
    return changes
  }

  /// Updates the retained nodes; nil if everything must be laid out.
  private func change(_ looked: LayoutChanges) -> PaintTreeBuilder? {
    guard let previous, let scene = memory.scene else { return nil }
    var changes = looked
    var splice: LayoutSplice?
    guard !memory.record.flag.isCancelled, let runs = changes.runs else { return nil }
    if !runs.isEmpty {
      guard let made = memory.replace(runs, index: previous.index) else { return nil }
      let isDone = changes.finish { node in
        let now = previous.index[ObjectIdentifier(node)].map { Int(made.place[Int($0)]) } ?? -1
        return now >= 0 ? now : nil
      }
      guard isDone else { return nil }
      splice = made
    }
    memory.layOut()
    guard !memory.record.flag.isCancelled, memory.settleRooms() == nil else { return nil }
    if let splice { return scene.spliced(splice, memory, changes, self) }
    return scene.changed(memory, changes, self)
  }

  /// Lays out `root` in `available`, outside of any stage. Effects of specs do not run.
  static func layout(_ root: AnyNode, available: AvailableSize, environment: EnvironmentValues, space: SafeAreaSpace) -> RetainedNodes {
    let memory = RetainedNodes()
    Watchdog.Record.unwatched {
      memory.rebuild(
        RetainedNodes.Ground(root: root, available: available, fills: false, environment: environment, space: space))
    }
    return memory
  }
}
