internal import TesseraGeometry

extension Stage {
  /// What the newest frames did, where somebody wants to know: from now on every frame is written down. nil: nothing is written down, at no cost.
  /// Any thread; takes effect with the next frame.
  public var frameHistory: FrameHistory? {
    get { shared.withLock { $0.history } }
    set { shared.withLock { $0.history = newValue } }
  }

  /// Writes down from now on what the loop and the workers do for this stage: every frame and its parts, every layout, draw and band. Any thread;
  /// takes effect with the next frame.
  ///
  /// - Parameter capacity: most events kept of one thread; then the oldest go. An event takes about 80 bytes.
  public func startTracing(capacity: Int = 1 << 16) {
    shared.withLock { $0.tracer = Tracer(capacity: capacity) }
  }

  /// Ends that. Returns what was written down; nothing where nothing was started. Any thread.
  @discardableResult
  public func stopTracing() -> Trace {
    let tracer = shared.withLock { shared in
      defer { shared.tracer = nil }
      return shared.tracer
    }
    return tracer?.trace ?? Trace()
  }

  /// Begins a frame: finds out whether it is to be written down.
  func beginRecording() {
    let (history, tracer) = shared.withLock { ($0.history, $0.tracer) }
    loop.recorder.begin(history: history, tracer: tracer)
  }

  /// Ends a frame, and tells other threads what was counted.
  func endRecording(painted: Bool) {
    let (count, used, spare) = (loop.tree?.count ?? 0, buffers.usedByteCount, buffers.byteCount)
    loop.recorder.count { statistics in
      statistics.nodes = count
      statistics.contentsBytes = used
      statistics.pooledBytes = spare
    }
    let statistics = loop.recorder.statistics
    shared.withLock {
      let wakeups = $0.statistics.wakeups
      $0.statistics = statistics
      $0.statistics.wakeups = wakeups
    }
    loop.recorder.end(
      painted: painted, interval: loop.pacing.interval, jobs: loop.draws.underWay + (loop.layouts.isRunning ? 1 : 0))
  }

  /// A node that shows what frames did comes near the screen, or goes.
  func watchFrames(_ node: AnyNode, _ watches: Bool) {
    if watches { loop.recorder.addWatcher(node, history: frameHistory) } else { loop.recorder.removeWatcher(node) }
  }

  /// What shows what frames did is painted with every frame that paints anything, and with no other.
  func damageFrameWatchers(_ tree: SceneTree) {
    for node in loop.recorder.watchers {
      guard let i = tree.indexOf(node), tree.isSeen(i) else { continue }
      // What it was drawn for before may have had no history.
      if case .direct(let contents) = tree.contents[i] { tree.contents[i] = .direct(contents.with(context(for: i, in: tree, flag: nil))) }
      loop.screen.damage(tree.seenOnScreen(tree.box(i), at: i))
    }
  }
}
