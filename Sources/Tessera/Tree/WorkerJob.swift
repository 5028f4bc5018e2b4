/// A job of a node on a worker, as ``AnyNode/performOnWorker(isSeen:onOverdue:_:)`` gives it to whoever does it: says what is being done, so that a
/// step which does not end can be named. Any thread.
public final class WorkerJob: @unchecked Sendable {
  // @unchecked: `step` and `count` are only touched with `lock` held; `seen`, `since` and `isReported` are the loop's.
  private let lock = Lock()
  private var step: (any CustomStringConvertible & Sendable)?
  private var count = 0
  private(set) weak var node: AnyNode?
  let watch = JobWatch()
  let onOverdue: (@Sendable () -> Void)?
  private var seen = -1
  private var since = 0.0
  var isReported = false

  init(_ node: AnyNode, _ onOverdue: (@Sendable () -> Void)?) {
    self.node = node
    self.onOverdue = onOverdue
  }

  /// Notes what is done from now on, as `making the item at section 2, item 5`: errors begin with that. It is asked for its words only where it
  /// takes too long.
  public func begin(_ step: any CustomStringConvertible & Sendable) {
    lock.withLock {
      self.step = step
      count += 1
    }
  }

  /// What has been under way for `limit` seconds, as far as the looks at it say; nil where nothing has. Frame loop; says it once.
  func overdueStep(at now: Double, _ limit: Double) -> String? {
    let (step, count) = lock.withLock { (self.step, self.count) }
    guard count == seen else {
      (seen, since) = (count, now)
      return nil
    }
    guard now - since >= limit else { return nil }
    isReported = true
    return step.map { "\($0)" } ?? "a job of it on a worker"
  }
}
