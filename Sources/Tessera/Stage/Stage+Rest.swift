extension Stage {
  /// Whether no finite work is visible on the screen: no layout, draw, fade, transition, finite animation, fling, press that is shown for a
  /// minimum time, or undecided gesture.
  ///
  /// Endless motion is ignored: repeated keyframes, videos, carets, activity indicators. A gesture that a finger still holds and a load
  /// from the network are ignored too. Loop thread.
  ///
  /// - Complexity: linear in the number of animated nodes and of nodes that tick.
  public var isAtRest: Bool {
    checkLoop()
    return !hasWorkUnderWay && !loop.animations.areSettling
      && !loop.overlays.isFading(at: clock.now) && !isShiftMoving && !(loop.focus.isRingMoving && displayIsReady)
      && !loop.pointing.isSettling && groupDeadline == nil && loop.jobs.supervisor.drawDeadline() == nil && !loop.schedule.isSettling
  }
}

extension PropertyMotions {
  /// Whether any animation ends without further input.
  var isSettling: Bool { entries.contains { $0.index >= 0 && $0.tracks.contains(where: \.isSettling) } }
}

extension MotionTrack {
  /// Whether it ends without further input.
  fileprivate var isSettling: Bool { run.isRunning && (run.isCycling ? run.end.isFinite : path.end.isFinite && !isOver) }
}
