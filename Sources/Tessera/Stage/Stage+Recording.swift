internal import TesseraGeometry

extension Stage {
  /// History that records every frame from now on; nil disables recording, at no cost. Any thread; takes effect in the next frame.
  public var frameHistory: FrameHistory? {
    get { shared.withLock { $0.history } }
    set { shared.withLock { $0.history = newValue } }
  }

  /// Starts tracing the work of the loop and the workers for this stage: frames and their phases, layouts, draws and bands. Any thread;
  /// takes effect in the next frame.
  ///
  /// - Parameter capacity: maximum number of events for each thread; further events replace the oldest. An event uses about 80 bytes.
  public func startTracing(capacity: Int = 1 << 16) {
    shared.withLock { $0.tracer = Tracer(capacity: capacity) }
  }

  /// Stops tracing. Returns the trace; empty if tracing was not started. Any thread.
  @discardableResult
  public func stopTracing() -> Trace {
    let tracer = shared.withLock { shared in
      defer { shared.tracer = nil }
      return shared.tracer
    }
    return tracer?.trace ?? Trace()
  }

  /// Begins a frame and determines whether it is recorded.
  func beginRecording() {
    let (history, tracer) = shared.withLock { ($0.history, $0.tracer) }
    loop.frames.recorder.begin(history: history, tracer: tracer)
  }

  /// Ends a frame, and publishes its statistics to other threads.
  func endRecording(painted: Bool) {
    let (count, used, spare) = (loop.tree?.count ?? 0, buffers.usedByteCount, buffers.byteCount)
    loop.frames.recorder.count { statistics in
      statistics.nodes = count
      statistics.contentsBytes = used
      statistics.pooledBytes = spare
    }
    let statistics = loop.frames.recorder.statistics
    shared.withLock {
      let wakeups = $0.statistics.wakeups
      $0.statistics = statistics
      $0.statistics.wakeups = wakeups
    }
    loop.frames.endRecord(painted: painted, jobs: loop.jobs.runningCount)
  }

  /// Adds or removes a node that shows frame statistics, when it appears or disappears.
  func watchFrames(_ node: AnyNode, _ watches: Bool) {
    if watches { loop.frames.recorder.addWatcher(node, history: frameHistory) } else { loop.frames.recorder.removeWatcher(node) }
  }

  /// Nodes that show frame statistics are painted in each frame that paints anything, and in no other.
  func damageFrameWatchers(_ tree: PaintTree) {
    for node in loop.frames.recorder.watchers {
      guard let i = tree.indexOf(node), tree.isSeen(i) else { continue }
      // Its previous context may have had no history.
      if case .direct(let contents) = tree.contents[i] { tree.contents[i] = .direct(contents.with(context(for: i, in: tree, flag: nil))) }
      loop.surface.damage(tree.seenOnScreen(tree.box(i), at: i))
    }
  }
}
