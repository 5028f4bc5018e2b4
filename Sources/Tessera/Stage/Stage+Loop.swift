internal import TesseraGeometry

extension Stage {
  /// Turns the loop until nothing is under way, running waiting jobs on this thread as well. The clock is not moved, and nothing that comes from
  /// outside is waited for, as pictures from the network are not. Loop thread.
  ///
  /// - Parameter limit: turns after which it gives up: nodes that change each other without end.
  /// - Throws: ``StageError`` when the limit is reached; what ``frame()`` throws.
  public func settle(limit: Int = 10_000) throws {
    try turning {
      for _ in 0..<limit {
        try frame()
        if !hasWorkUnderWay {
          // What waits now only frees memory.
          if workers.threadCount == 0 { workers.runAll() }
          if lookAgainAtUnsettled() { continue }
          return
        }
        if workers.threadCount == 0 {
          workers.runAll()
        } else if loop.layouts.isRunning || loop.draws.underWay > 0 || inbox.hasJobs, !workers.runOne(from: .composite, through: .ahead) {
          inbox.waitForSignal()
        }
      }
      throw StageError(
        activity: .layout, node: "", reason: "the tree did not settle within \(limit) frames: some nodes change each other without end")
    }
  }

  /// Runs the loop on this thread until ``stop()``: frames while something happens, sleep without a timer while nothing does.
  /// With a pool of no threads it runs the jobs as well, one after another between frames.
  ///
  /// - Parameter framesPerSecond: most frames painted a second.
  /// - Throws: what ``frame()`` throws.
  public func run(framesPerSecond: Double = 60) throws {
    try turning { try runLoop(interval: 1 / min(1000, max(1, framesPerSecond))) }
  }

  private func runLoop(interval: Double) throws {
    loop.input.watchMemory(watchesMemoryPressure)
    if !watchesMemoryPressure { loop.pressure.stopListening() }
    loop.pacing.begin(interval: interval, at: clock.now, isFirst: statistics.paintedFrames == 0)
    while !shared.withLock({ $0.isStopped }) {
      if let end = loop.pacing.pause(at: clock.now) {
        runJobsWithoutWorkers(until: end)
        // A frame was painted a moment ago: what arrives meanwhile waits for the next.
        inbox.sleepThrough(end - clock.now)
      }
      let hasPainted = try frame()
      let (now, isIncomplete) = (clock.now, loop.pacing.isStarting && hasPainted && hasWorkUnderWay)
      loop.pacing.noteFrame(painted: hasPainted, ticked: loop.ticks.hasTicked, isIncomplete: isIncomplete, at: now)
      if loop.layouts.canStart || loop.screen.isDamaged && loop.tree != nil && displayIsReady { continue }
      // What it hands over comes with the next frame.
      if workers.threadCount == 0, workers.runOne() { continue }
      // A source may have stopped it before the frame took its mail, the wake-up with it.
      if shared.withLock({ $0.isStopped }) { break }
      let pause = nextDeadline.map { max(0, $0 - clock.now) }
      if try inbox.sleep(pause, or: loop.input.sources, watching: loop.input.memoryWatch) {
        shared.withLock { $0.statistics.wakeups += 1 }
      }
    }
    shared.withLock { $0.isStopped = false }
  }

  /// Runs waiting jobs on this thread where no other would, one at least, until `end` by the clock.
  private func runJobsWithoutWorkers(until end: Double) {
    guard workers.threadCount == 0 else { return }
    while workers.runOne(), clock.now < end {}
  }

  /// Ends ``run(framesPerSecond:)`` after the frame under way. Any thread.
  public func stop() {
    shared.withLock { $0.isStopped = true }
    inbox.wake()
  }
}
