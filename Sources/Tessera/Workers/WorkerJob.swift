/// A job of a node on a worker, passed to its closure by ``AnyNode/performOnWorker(isSeen:onOverdue:_:)``. The closure reports its current step, so
/// that errors can name a hung step. Any thread.
public final class WorkerJob: Sendable {
  private struct Progress {
    var step: (any CustomStringConvertible & Sendable)?
    var count = 0
    /// Count of steps at the loop's last check that found a new step, and the time of that check, seconds of the stage's clock.
    var seen = -1
    var since = 0.0
    var isReported = false
  }

  private let progress = Locked(Progress())
  /// The node whose job it is.
  weak let owner: (any AnyObject & Sendable)?
  let watch = JobWatch()
  let onOverdue: (@Sendable () -> Void)?

  init(_ owner: any AnyObject & Sendable, _ onOverdue: (@Sendable () -> Void)?) {
    self.owner = owner
    self.onOverdue = onOverdue
  }

  /// Sets the current step, such as `making the item at section 2, item 5`: errors begin with it. Its description is only evaluated if it takes too
  /// long.
  public func begin(_ step: any CustomStringConvertible & Sendable) {
    // The former step is released after the lock.
    let former = progress.withLock { progress in
      defer { progress.step = step }
      progress.count += 1
      return progress.step
    }
    withExtendedLifetime(former) {}
  }

  /// Whether ``overdueStep(at:_:)`` has returned a step.
  var isReported: Bool { progress.withLock { $0.isReported } }

  /// Returns, once, the step that has been running for `limit` seconds according to the loop's checks; nil if there is none. Frame loop.
  func overdueStep(at now: Double, _ limit: Double) -> String? {
    let (isOverdue, step) = progress.withLock { progress in
      guard progress.count == progress.seen else {
        (progress.seen, progress.since) = (progress.count, now)
        return (false, progress.step)
      }
      guard now - progress.since >= limit else { return (false, progress.step) }
      progress.isReported = true
      return (true, progress.step)
    }
    guard isOverdue else { return nil }
    // The description is evaluated with no lock held.
    return step.map { "\($0)" } ?? "a job of it on a worker"
  }
}
