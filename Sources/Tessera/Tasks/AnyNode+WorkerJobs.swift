extension AnyNode {
  /// Runs `job` on one of the stage's workers, for work of a node away from the loop. Until it is done the stage counts as busy
  /// (``Stage/hasWorkUnderWay``). Any thread.
  ///
  /// - Parameters:
  ///   - isSeen: whether the result is visible; otherwise the job waits for all visible work.
  ///   - job: the work; no lock is held.
  /// - Returns: Whether there is a stage to run it; if false, `job` is dropped.
  @discardableResult
  public func performOnWorker(isSeen: Bool = true, _ job: @escaping @Sendable () -> Void) -> Bool {
    guard let link = lock.withLock({ state.link }) else { return false }
    let job = StateScope.bound(job)
    link.perform(WorkerJob(self, nil), isSeen: isSeen) { _ in job() }
    return true
  }

  /// Runs `job` on one of the stage's workers as ``performOnWorker(isSeen:_:)`` does. If one step of it takes longer than ``Stage/drawLimit``, that
  /// is reported once, the hung worker is replaced, and `onOverdue` is called. Any thread.
  ///
  /// - Parameters:
  ///   - isSeen: whether the result is visible; otherwise the job waits for all visible work.
  ///   - onOverdue: called on the loop, no lock held, while the step is still running. The remaining work can be done in another job.
  ///   - job: the work; reports its current step to its argument (``WorkerJob/begin(_:)``); no lock is held.
  /// - Returns: Whether there is a stage to run it; if false, `job` is dropped.
  @discardableResult
  public func performOnWorker(
    isSeen: Bool = true, onOverdue: @escaping @Sendable () -> Void, _ job: @escaping @Sendable (WorkerJob) -> Void
  ) -> Bool {
    guard let link = lock.withLock({ state.link }) else { return false }
    link.perform(WorkerJob(self, onOverdue), isSeen: isSeen, StateScope.bound(job))
    return true
  }
}
