internal import TesseraGeometry

extension Stage {
  /// Runs frames until no work is pending; pending jobs run on this thread too. The clock is not advanced, and external work such as
  /// network images is not awaited. Loop thread.
  ///
  /// - Parameter limit: maximum number of iterations, for nodes that change each other endlessly.
  /// - Throws: ``StageError`` if the limit is reached; errors of ``frame()``.
  public func settle(limit: Int = 10_000) throws {
    try turning {
      for _ in 0..<limit {
        try frame()
        if !hasWorkUnderWay {
          // Pending jobs now only free memory.
          if workers.threadCount == 0 { workers.runAll() }
          if reevaluateUnsettled() { continue }
          return
        }
        if workers.threadCount == 0 {
          workers.runAll()
        } else if loop.jobs.areRunning || inbox.hasJobs, !workers.runOne(from: .composite, through: .ahead) {
          inbox.waitForSignal()
        }
      }
      throw StageError(
        activity: .layout, node: "", reason: "the tree did not settle within \(limit) frames: some nodes change each other endlessly")
    }
  }

  /// Runs the loop on this thread until ``stop()``. It runs frames while there is work, and otherwise sleeps without a timer. With a manual
  /// pool it also runs the jobs, one after another between frames.
  ///
  /// - Parameter framesPerSecond: maximum painted frames a second.
  /// - Throws: errors of ``frame()``.
  public func run(framesPerSecond: Double = 60) throws {
    try turning { try runLoop(interval: 1 / min(1000, max(1, framesPerSecond))) }
  }

  private func runLoop(interval: Double) throws {
    loop.input.watchMemory(watchesMemoryPressure)
    if !watchesMemoryPressure { loop.pressure.stopListening() }
    loop.frames.pacing.begin(interval: interval, at: clock.now, isFirst: statistics.paintedFrames == 0)
    while !shared.withLock({ $0.isStopped }) {
      if let end = loop.frames.pacing.pause(at: clock.now) {
        runJobsWithoutWorkers(until: end)
        // A frame was just painted: messages that arrive now wait for the next.
        inbox.sleepThrough(end - clock.now)
      }
      let hasPainted = try frame()
      let now = clock.now
      // Work matters for the first picture only.
      let hasWork = loop.frames.pacing.isStarting && hasWorkUnderWay
      loop.frames.endIteration(painted: hasPainted, ticked: loop.schedule.hasTicked, hasWork: hasWork, at: now)
      if loop.jobs.layouts.canStart || loop.surface.isDamaged && loop.tree != nil && canPaint { continue }
      // Its result is part of the next frame.
      if workers.threadCount == 0, workers.runOne() { continue }
      // A source may have stopped the loop before the frame drained the inbox, which also cleared the wakeup.
      if shared.withLock({ $0.isStopped }) { break }
      let pause = nextDeadline.map { max(0, $0 - clock.now) }
      if try inbox.sleep(pause, or: loop.input.sources, watching: loop.input.memoryWatch) {
        shared.withLock { $0.statistics.wakeups += 1 }
      }
    }
    shared.withLock { $0.isStopped = false }
  }

  /// Runs pending jobs on this thread if the pool is manual, at least one, until `end` by the clock.
  private func runJobsWithoutWorkers(until end: Double) {
    guard workers.threadCount == 0 else { return }
    while workers.runOne(), clock.now < end {}
  }

  /// Ends ``run(framesPerSecond:)`` after the running frame. Any thread.
  public func stop() {
    shared.withLock { $0.isStopped = true }
    inbox.wake()
  }
}
