internal import TesseraGeometry
internal import TesseraLayout

/// One layout of a stage: looks at the nodes that changed, lays out what depends on them, and builds the tree to adopt. Worker.
struct LayoutJob: Sendable {
  let root: AnyNode
  /// The root of the stage where `root` only holds it, beneath overlays.
  var held: AnyNode?
  let space: SafeAreaSpace
  let environment: EnvironmentValues
  let viewport: PixelRect
  /// What the layout before left.
  let memory: RetainedNodes
  /// Nodes that asked for layout, or for their areas to be found anew.
  let changed: [AnyNode]
  let previous: SceneTree?
  /// The properties that `previous` is painted with, copied as the loop may change them while the job runs.
  let previousProperties: [SharedProperties]
  /// Nodes whose content reaches beyond their boxes.
  let reaches: [ObjectIdentifier: Reach]
  /// Nodes whose content reaches otherwise than when the layout before began.
  let changedReaches: Set<ObjectIdentifier>
  /// What is drawn with it.
  var early: EarlyDraws?

  struct Result: Sendable {
    let tree: SceneTree
    let measureCount: Int
    let leftOut: Int
    let collectedCount: Int
    let visitCount: Int
    /// Puts in place what nodes worked out for it.
    var adoptions: [@Sendable () -> Void] = []
    var draws: [DrawJob.Result] = []
    /// The draw that was begun with it and does not end.
    var endless: DrawJob?
  }

  /// Nodes that are measured by one worker at a time.
  private static let portion = 16

  /// Does it. Where many nodes changed, `workers` measure them before they are asked one by one. Returns nil where the loop gave up waiting for one of
  /// them (`progress`), and the layout with it.
  func run(with workers: WorkerPool? = nil, _ progress: LayoutProgress? = nil) -> Result? {
    progress?.job.begin()
    defer { progress?.job.end() }
    return memory.record.watching { perform(with: workers, progress) }
  }

  private func perform(with workers: WorkerPool?, _ progress: LayoutProgress?) -> Result? {
    let ground = RetainedNodes.Ground(
      root: root, held: held, available: AvailableSize(space.size), fills: true, environment: environment, space: space)
    var changes: LayoutChanges?
    measureAhead(with: workers, progress) { changes = findChanges(ground) }
    guard let made = changes.flatMap({ change($0) }) ?? rebuild(ground) else { return nil }
    let tree = SceneTree(made)
    memory.scene = made
    memory.tree = tree
    let counts = memory.counts
    var result = Result(
      tree: tree, measureCount: counts.measures, leftOut: memory.leftOut, collectedCount: counts.collected, visitCount: counts.visits)
    result.adoptions = memory.arrangements.compactMap { $0.measured?.adopted }
    if let early {
      progress?.place(result)
      result.draws = early.run(in: tree, with: workers, progress)
    }
    return progress?.finish() ?? true ? result : nil
  }

  /// Has several workers measure the nodes that changed, portion by portion; the calling one looks at them first. Where there is but one worker, or
  /// little to measure, it is left to whoever asks.
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

  /// Looks at everything; nil where the loop gave up.
  private func rebuild(_ ground: RetainedNodes.Ground) -> SceneTreeBuilder? {
    guard !memory.record.flag.isCancelled else { return nil }
    memory.rebuild(ground)
    // What was found of the tree before is the next layout's to compare with.
    guard !memory.record.flag.isCancelled else { return nil }
    return SceneTreeBuilder(memory, ground, self)
  }

  /// Looks at what changed; nil where everything has to be looked at again.
  private func findChanges(_ ground: RetainedNodes.Ground) -> LayoutChanges? {
    guard memory.holds(ground), let previous, memory.tree === previous, let scene = memory.scene, scene.viewport == viewport else {
      return nil
    }
    memory.beginCounting()
    var changes = LayoutChanges(memory, index: previous.index, inUse: memory.adoptProperties(previousProperties, over: scene.properties))
    changes.collectChanges(of: changed)
    return changes
  }

  /// Changes what is remembered; nil where everything has to be looked at again.
  private func change(_ looked: LayoutChanges) -> SceneTreeBuilder? {
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
    guard !memory.record.flag.isCancelled else { return nil }
    if let splice { return scene.spliced(splice, memory, changes, self) }
    return scene.changed(memory, changes, self)
  }

  /// Lays out `root` in `available`, outside of any stage.
  static func layout(_ root: AnyNode, available: AvailableSize, environment: EnvironmentValues, space: SafeAreaSpace) -> RetainedNodes {
    let memory = RetainedNodes()
    Watchdog.Record.unwatched {
      memory.rebuild(
        RetainedNodes.Ground(root: root, available: available, fills: false, environment: environment, space: space))
    }
    return memory
  }
}
