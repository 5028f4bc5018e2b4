internal import TesseraGeometry

// Start of a layout, and the end of a tree. Frame loop only.

extension Stage {
  /// Submits a layout if one is requested and none is running.
  ///
  /// - Postcondition: a requested layout is running. A layout that was running before continues.
  func startLayout() {
    guard loop.jobs.layouts.canStart else { return }
    loop.jobs.draws.layoutWillStart()
    recordTransitionsInLayout()
    observation.layoutWillStart()
    let (root, space, environment, nodeLimit) = shared.withLock {
      ($0.root, SafeAreaSpace(size: $0.size, insets: $0.coveredInsets), $0.environment, $0.nodeLimit)
    }
    let early = earlyDraws()
    let start = loop.jobs.layouts.start()
    let top = layoutRoot(root)
    let job = LayoutJob(
      root: top, held: top === root ? nil : root, space: space, environment: environment, viewport: framebufferBounds,
      memory: start.retained, changed: start.changed,
      previous: loop.tree, previousProperties: loop.tree?.properties ?? [], reaches: start.reaches, changedReaches: start.changedReaches,
      early: early, nodeLimit: nodeLimit)
    let inbox = self.inbox
    // Deallocating a tree costs about as much as visiting its nodes, so the worker does it.
    let retired = Retired(tree: start.retired)
    let tracer = loop.frames.recorder.tracer
    prepareFirstPicture()
    let progress = beginProgress(start.retained)
    // Weak, so that a pending job in a pool does not retain it.
    workers.submit(.layout) { [weak workers] in
      guard let tracer else {
        retired.drop()
        if let result = job.run(with: workers, progress) { inbox.post(result) }
        return
      }
      tracer.measure("drop tree") { retired.drop() }
      let result = tracer.measure("layout") { job.run(with: workers, progress) }
      if let result { inbox.post(result) }
    }
  }

  /// Makes a worker deallocate a tree. Draws that wait for its memory are then started by the next frame.
  func retire(_ tree: PaintTree) {
    let retired = Retired(tree: tree)
    let waiting = loop.jobs.draws.hasPostponed ? inbox : nil
    let tracer = loop.frames.recorder.tracer
    workers.submit(.offline) {
      if let tracer { tracer.measure("drop tree") { retired.drop() } } else { retired.drop() }
      waiting?.wake()
    }
  }
}

/// Holds the tree before the previous one until a worker releases it.
private final class Retired: @unchecked Sendable {
  // @unchecked: written when it is made and when the one job that has it drops what it holds.
  private var tree: PaintTree?
  init(tree: PaintTree?) { self.tree = tree }
  func drop() { tree = nil }
}
