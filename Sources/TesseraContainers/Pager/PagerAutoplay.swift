internal import Tessera

/// Times at which a pager moves to the next page by itself. A value.
struct PagerAutoplay {
  /// Effect of a tick.
  enum Step: Equatable {
    /// No further ticks: off, stopped or not visible.
    case rest
    /// Next tick in these seconds.
    case wait(Double)
    /// Move to the next page; next tick in these seconds.
    case turn(Double)
  }

  /// Time of the next turn; nil if none is planned.
  private var due: Double?
  /// Whether the user changed the page.
  private var isStopped = false

  /// Whether autoplay could begin.
  var isIdle: Bool { due == nil && !isStopped }

  /// Ends autoplay: the user changed the page.
  mutating func stop() { isStopped = true }

  /// Returns the effect of a tick at `time`.
  ///
  /// - Parameters:
  ///   - interval: seconds between pages; 0 turns autoplay off.
  ///   - isHeld: whether the user drags the pages.
  ///   - isPaused: whether the pager is not visible or reduces motion.
  mutating func step(at time: Double, interval: Double, isHeld: Bool, isPaused: Bool) -> Step {
    if isHeld { isStopped = true }
    guard interval > 0, !isStopped else {
      due = nil
      return .rest
    }
    guard !isPaused else {
      // A visible pager looks again later; others are woken up when they become visible.
      due = nil
      return .rest
    }
    guard let planned = due else {
      due = time + interval
      return .wait(interval)
    }
    guard time >= planned else { return .wait(planned - time) }
    due = time + interval
    return .turn(interval)
  }
}

extension Node where Value == Pager {
  /// Moves to the next page when it is due. Loop, in a tick. Returns seconds until the next tick; nil: none is needed.
  func playPages(at time: Double) -> Double? {
    let (interval, physics) = (value.autoplay, physics)
    guard interval > 0 || !storage.autoplay.withLock({ $0.isIdle }) else { return nil }
    let isPaused = interfaceState != .visible || environmentValues.reducesMotion || pageCount < 2
    let step = storage.autoplay.withLock { $0.step(at: time, interval: interval, isHeld: physics.isDragging, isPaused: isPaused) }
    switch step {
    case .rest: return nil
    case .wait(let seconds): return seconds
    case .turn(let seconds):
      scroll(toPage: (currentPage + 1) % pageCount)
      return min(seconds, 0.004)
    }
  }
}
