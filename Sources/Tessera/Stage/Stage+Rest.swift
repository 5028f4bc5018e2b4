extension Stage {
  /// Whether nothing on the screen is on its way to an end: no layout, draw, fade, transition, animation with an end, throw or undecided gesture.
  ///
  /// Endless motion does not count: repeated keyframes, videos, carets, activity indicators. Neither does a gesture that a finger still holds, nor a
  /// load from the network. Loop thread.
  ///
  /// - Complexity: linear in the number of nodes in motion and of nodes that tick.
  public var isAtRest: Bool {
    checkLoop()
    return !hasWorkUnderWay && !loop.groups.isFading && !loop.transitions.isRunning && !loop.motions.isSettling
      && !loop.overlays.isFading(at: clock.now) && !(loop.focus.isRingMoving && displayIsReady) && !loop.touches.isUndecided
      && loop.hover.deadline == nil && groupDeadline == nil && !loop.ticks.owners.contains { $0.isSettling }
  }
}

extension PropertyMotions {
  /// Whether something ends after a time without further input.
  var isSettling: Bool { entries.contains { $0.index >= 0 && $0.tracks.contains(where: \.isSettling) } }
}

extension MotionTrack {
  /// Whether it ends after a time without further input.
  fileprivate var isSettling: Bool { run.isRunning && (run.isCycling ? run.end.isFinite : path.end.isFinite && !isOver) }
}
