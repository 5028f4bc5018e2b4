/// A job of a node on a worker, as ``AnyNode/performOnWorker(isSeen:onOverdue:_:)`` gives it to whoever does it: says what is being done, so that a
/// step which does not end can be named. Any thread.
public final class WorkerJob: Sendable {
  private struct Progress {
    var step: (any CustomStringConvertible & Sendable)?
    var count = 0
    /// The count of steps at the loop's last look that found another step, and when that was, seconds of the stage's clock.
    var seen = -1
    var since = 0.0
    var isReported = false
  }

  private let progress = Locked(Progress())
  weak let node: AnyNode?
  let watch = JobWatch()
  let onOverdue: (@Sendable () -> Void)?

  init(_ node: AnyNode, _ onOverdue: (@Sendable () -> Void)?) {
    self.node = node
    self.onOverdue = onOverdue
  }

  /// Notes what is done from now on, as `making the item at section 2, item 5`: errors begin with that. It is asked for its words only where it
  /// takes too long.
  public func begin(_ step: any CustomStringConvertible & Sendable) {
    // What was noted before is let go of after the lock.
    let former = progress.withLock { progress in
      defer { progress.step = step }
      progress.count += 1
      return progress.step
    }
    withExtendedLifetime(former) {}
  }

  /// Whether ``overdueStep(at:_:)`` said something.
  var isReported: Bool { progress.withLock { $0.isReported } }

  /// What has been under way for `limit` seconds, as far as the looks at it say; nil where nothing has. Frame loop; says it once.
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
    // Asked for its words with no lock held.
    return step.map { "\($0)" } ?? "a job of it on a worker"
  }
}
