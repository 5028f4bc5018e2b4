internal import CTesseraSystem
internal import TesseraGeometry

/// What is written down of the frame under way. Frame loop only.
struct FrameTiming {
  var record = FrameRecord()
  var start: Int64 = 0
  var phase: FramePhase?
  var since: Int64 = 0
  var before = FrameStatistics()
}

extension Stage {
  /// What the newest frames did, where somebody wants to know: from now on every frame is written down. nil: nothing is written down, at no cost.
  /// Any thread; takes effect with the next frame.
  public var frameHistory: FrameHistory? {
    get { lock.withLock { shared.history } }
    set { lock.withLock { shared.history = newValue } }
  }

  /// Writes down from now on what the loop and the workers do for this stage: every frame and its parts, every layout, draw and band. Any thread;
  /// takes effect with the next frame.
  ///
  /// - Parameter capacity: most events kept of one thread; then the oldest go. An event takes about 80 bytes.
  public func startTracing(capacity: Int = 1 << 16) {
    lock.withLock { shared.tracer = Tracer(capacity: capacity) }
  }

  /// Ends that. Returns what was written down; nothing where nothing was started. Any thread.
  @discardableResult
  public func stopTracing() -> Trace {
    let tracer = lock.withLock {
      defer { shared.tracer = nil }
      return shared.tracer
    }
    return tracer?.trace ?? Trace()
  }

  /// Begins a frame: finds out whether it is to be written down.
  func beginRecording() {
    let (history, tracer) = lock.withLock { (shared.history, shared.tracer) }
    if tracer !== loop.tracer { tracer?.nameThread("loop") }
    loop.tracer = tracer
    loop.history = history ?? (loop.frameWatchers.isEmpty ? nil : loop.ownHistory)
    guard loop.tracer != nil || loop.history != nil else {
      loop.timing = nil
      return
    }
    var timing = FrameTiming()
    timing.start = ts_monotonic_ns()
    timing.before = loop.statistics
    loop.timing = timing
  }

  /// A part of the frame begins, and the one before ends.
  @inline(__always)
  func enter(_ phase: FramePhase?) {
    if loop.timing != nil { change(to: phase) }
  }

  private func change(to phase: FramePhase?) {
    guard var timing = loop.timing else { return }
    let now = ts_monotonic_ns()
    if let former = timing.phase {
      timing.record[former] += Double(now - timing.since) / 1e9
      // What took less than a microsecond did nothing.
      if now - timing.since >= 1000 { loop.tracer?.note(former.name, from: timing.since, to: now) }
    }
    (timing.phase, timing.since) = (phase, now)
    loop.timing = timing
  }

  /// Ends a frame.
  func endRecording(painted: Bool) {
    enter(nil)
    guard let timing = loop.timing else { return }
    let end = ts_monotonic_ns()
    var record = timing.record
    let (before, after) = (timing.before, loop.statistics)
    record.number = after.frames
    record.start = Double(timing.start) / 1e9
    record.seconds = Double(end - timing.start) / 1e9
    record.isMissed = record.seconds > loop.frameInterval
    record.isPainted = painted
    record.draws = after.draws - before.draws
    record.jobsUnderWay = loop.drawsUnderWay + (loop.layoutIsRunning ? 1 : 0)
    record.layouts = after.layouts - before.layouts
    record.damageRects = after.damageRects - before.damageRects
    record.damagedPixels = after.damagedPixels - before.damagedPixels
    record.paintedNodes = after.paintedNodes - before.paintedNodes
    record.nodes = after.nodes
    record.contentsBytes = after.contentsBytes
    record.pooledBytes = after.pooledBytes
    loop.history?.add(record)
    guard let tracer = loop.tracer else { return }
    tracer.note("frame", record.isMissed ? "missed" : "", from: timing.start, to: end)
    if painted { tracer.count("damaged pixels", record.damagedPixels) }
    tracer.count("jobs under way", record.jobsUnderWay)
  }

  /// A node that shows what frames did comes near the screen, or goes.
  func watchFrames(_ node: AnyNode, _ watches: Bool) {
    loop.frameWatchers.removeAll { $0 === node }
    if watches { loop.frameWatchers.append(node) }
    if watches, loop.history == nil { loop.history = lock.withLock { shared.history } ?? loop.ownHistory }
  }

  /// What shows what frames did is painted with every frame that paints anything, and with no other.
  func damageFrameWatchers(_ tree: SceneTree) {
    for node in loop.frameWatchers {
      guard let i = tree.indexOf(node), tree.isSeen(i) else { continue }
      // What it was drawn for before may have had no history.
      if case .direct(let contents) = tree.contents[i] { tree.contents[i] = .direct(contents.with(context(for: i, in: tree, flag: nil))) }
      loop.damage.add(tree.seenOnScreen(tree.box(i), at: i))
    }
  }
}

extension FramePhase {
  fileprivate var name: StaticString {
    switch self {
    case .input: "input"
    case .ticks: "ticks"
    case .changes: "changes"
    case .layout: "adopt layout"
    case .commit: "commit"
    case .motion: "motion"
    case .composite: "composite"
    case .present: "present"
    }
  }
}
