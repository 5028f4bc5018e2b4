internal import TesseraGeometry

extension Stage {
  /// Turns the loop until nothing is under way, running waiting jobs on this thread as well. The clock is not moved. Loop thread.
  ///
  /// - Parameter limit: turns after which it gives up: nodes that change each other without end.
  /// - Throws: ``StageError`` when the limit is reached; what ``frame()`` throws.
  public func settle(limit: Int = 10_000) throws {
    for _ in 0..<limit {
      try frame()
      if !hasWorkUnderWay {
        // What waits now only frees memory.
        if workers.threadCount == 0 { workers.runAll() }
        return
      }
      if workers.threadCount == 0 {
        workers.runAll()
      } else if loop.layoutIsRunning || loop.drawsUnderWay > 0 || inbox.hasJobs, !workers.runOne(from: .composite, through: .ahead) {
        inbox.waitForMail()
      }
    }
    throw StageError(
      activity: .layout, node: "", reason: "the tree did not settle within \(limit) frames: some nodes change each other without end")
  }

  /// Runs the loop on this thread until ``stop()``: frames while something happens, sleep without a timer while nothing does.
  /// With a pool of no threads it runs the jobs as well, one after another between frames.
  ///
  /// - Parameter framesPerSecond: most frames painted a second.
  /// - Throws: what ``frame()`` throws.
  public func run(framesPerSecond: Double = 60) throws {
    let interval = 1 / min(1000, max(1, framesPerSecond))
    loop.frameInterval = interval
    if !watchesMemoryPressure {
      (loop.memoryWatch, loop.kernelPressure) = (nil, .none)
    } else if loop.memoryWatch == nil {
      loop.memoryWatch = MemoryWatch()
    }
    var earliest = 0.0
    // The first picture is shown as soon as it is complete: nothing has been seen that frames would have to keep pace with.
    let started = clock.now
    var isStarting = statistics.paintedFrames == 0
    while !lock.withLock({ shared.isStopped }) {
      let now = clock.now
      if now < earliest {
        runJobsWithoutWorkers(until: earliest)
        // A frame was painted a moment ago: what arrives meanwhile waits for the next.
        inbox.sleepThrough(earliest - clock.now)
      }
      // Ticks are paced like frames that were painted: a node that asks for one after another gets one a frame.
      let hasPainted = try frame()
      if hasPainted, isStarting, !loop.hasTicked {
        isStarting = hasWorkUnderWay && clock.now < started + 0.1
      } else if hasPainted || loop.hasTicked {
        isStarting = false
        earliest = clock.now + interval
      }
      if loop.needsLayout && !loop.layoutIsRunning || !loop.damage.isEmpty && loop.tree != nil && displayIsReady { continue }
      // What it hands over comes with the next frame.
      if workers.threadCount == 0, workers.runOne() { continue }
      // A source may have stopped it before the frame took its mail, the wake-up with it.
      if lock.withLock({ shared.isStopped }) { break }
      let next = min(nextDeadline ?? .infinity, pressureDeadline ?? .infinity)
      let pause = next < .infinity ? max(0, next - clock.now) : nil
      if try inbox.sleep(pause, or: loop.sources, watching: loop.memoryWatch) { lock.withLock { shared.statistics.wakeups += 1 } }
    }
    lock.withLock { shared.isStopped = false }
  }

  /// Runs waiting jobs on this thread where no other would, one at least, until `end` by the clock.
  private func runJobsWithoutWorkers(until end: Double) {
    guard workers.threadCount == 0 else { return }
    while workers.runOne(), clock.now < end {}
  }

  /// Ends ``run(framesPerSecond:)`` after the frame under way. Any thread.
  public func stop() {
    lock.withLock { shared.isStopped = true }
    inbox.wake()
  }
}
