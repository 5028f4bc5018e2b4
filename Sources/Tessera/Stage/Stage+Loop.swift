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
    while !lock.withLock({ shared.isStopped }) {
      let now = clock.now
      if now < earliest {
        // A frame was painted a moment ago: what arrives meanwhile waits for the next.
        _ = try inbox.sleepThrough(earliest - now)
      }
      // Ticks are paced like frames that were painted: a node that asks for one after another gets one a frame.
      if try frame() || loop.hasTicked { earliest = clock.now + interval }
      if loop.needsLayout && !loop.layoutIsRunning || !loop.damage.isEmpty && loop.tree != nil && displayIsReady { continue }
      // A source may have stopped it before the frame took its mail, the wake-up with it.
      if lock.withLock({ shared.isStopped }) { break }
      let next = min(nextDeadline ?? .infinity, pressureDeadline ?? .infinity)
      let pause = next < .infinity ? max(0, next - clock.now) : nil
      if try inbox.sleep(pause, or: loop.sources, watching: loop.memoryWatch) { lock.withLock { shared.statistics.wakeups += 1 } }
    }
    lock.withLock { shared.isStopped = false }
  }

  /// Ends ``run(framesPerSecond:)`` after the frame under way. Any thread.
  public func stop() {
    lock.withLock { shared.isStopped = true }
    inbox.wake()
  }
}
