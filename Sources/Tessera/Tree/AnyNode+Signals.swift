/// Takes a handler away again.
public struct HandlerToken: Sendable {
  let signal: NodeSignal
  let number: Int
}

extension AnyNode {
  /// Calls `perform` whenever the node sends `signal`, on the frame loop, no lock held. Any thread.
  @discardableResult
  public func on(_ signal: NodeSignal, perform: @escaping @Sendable (AnyNode) -> Void) -> HandlerToken {
    lock.withLock {
      state.nextToken += 1
      state.handlers[signal, default: []].append((state.nextToken, perform))
      return HandlerToken(signal: signal, number: state.nextToken)
    }
  }

  /// Takes a handler away. Any thread.
  public func removeHandler(_ token: HandlerToken) {
    // The handler is let go of after the lock: what it holds may reach for this node when it goes.
    let former = lock.withLock {
      let former = state.handlers[token.signal]
      state.handlers[token.signal]?.removeAll { $0.token == token.number }
      return former
    }
    withExtendedLifetime(former) {}
  }

  /// Tells the program: calls the handlers of `signal` in the order they were added. Any thread; the handlers run on it.
  public func send(_ signal: NodeSignal) {
    let handlers = lock.withLock { state.handlers[signal] ?? [] }
    for handler in handlers {
      // One that a handler before it took away is called no more.
      let isThere = lock.withLock { state.handlers[signal]?.contains { $0.token == handler.token } ?? false }
      if isThere { handler.perform(self) }
    }
  }

  /// Asks for `tick` in `seconds` of the stage's clock. Does nothing outside of a stage. Any thread.
  public func requestTick(after seconds: Double) {
    let link = lock.withLock { state.link }
    link?.requestTick(self, after: max(0, seconds.isFinite ? seconds : 0))
  }

  /// Runs `job` on one of the stage's workers: what a node prepares away from the loop. Until it is done the stage counts as busy
  /// (``Stage/hasWorkUnderWay``). Any thread.
  ///
  /// - Parameters:
  ///   - isSeen: whether somebody waits to see the outcome; else it waits behind everything that is seen.
  ///   - job: what to do; no lock is held.
  /// - Returns: Whether there is a stage to do it; false: `job` is dropped.
  @discardableResult
  public func performOnWorker(isSeen: Bool = true, _ job: @escaping @Sendable () -> Void) -> Bool {
    guard let link = lock.withLock({ state.link }) else { return false }
    link.perform(WorkerJob(self, nil), isSeen: isSeen) { _ in job() }
    return true
  }

  /// Runs `job` on one of the stage's workers as ``performOnWorker(isSeen:_:)`` does. Where one step of it takes longer than ``Stage/drawLimit`` that is
  /// reported, once, another thread stands in for the worker, and `onOverdue` is called. Any thread.
  ///
  /// - Parameters:
  ///   - isSeen: whether somebody waits to see the outcome; else it waits behind everything that is seen.
  ///   - onOverdue: called on the loop, no lock held, while the step is still under way: what is left to do can be done in another job.
  ///   - job: what to do; says to what it is given which step it is at (``WorkerJob/begin(_:)``); no lock is held.
  /// - Returns: Whether there is a stage to do it; false: `job` is dropped.
  @discardableResult
  public func performOnWorker(
    isSeen: Bool = true, onOverdue: @escaping @Sendable () -> Void, _ job: @escaping @Sendable (WorkerJob) -> Void
  ) -> Bool {
    guard let link = lock.withLock({ state.link }) else { return false }
    link.perform(WorkerJob(self, onOverdue), isSeen: isSeen, job)
    return true
  }

  /// Reports through ``Stage/onError``, with the next frame, what went wrong with this node. Nobody hears of it outside of a stage. Any thread.
  ///
  /// - Parameters:
  ///   - activity: what was being done.
  ///   - reason: what went wrong and what would be right.
  public func report(_ activity: StageError.Activity, _ reason: String) {
    let (link, id) = lock.withLock { (state.link, state.id) }
    link?.report(StageError(activity: activity, node: typeName + (id.isEmpty ? "" : " `\(id)`"), reason: reason))
  }

  /// Whether the type gave a size that is none, for what the node shows now: 0 is taken for it. Any thread.
  public var hasUnusableSize: Bool { lock.withLock { state.unusableSize == state.measureGeneration } }

  /// Makes this the node that key and text events go to. Does nothing outside of a stage. Any thread.
  public func becomeFocused() {
    let link = lock.withLock { state.link }
    link?.requestFocus(self)
  }

  /// The node that the stage of this one gives keys to; nil outside of a stage. Any thread.
  public var focusedNode: AnyNode? { lock.withLock { state.link }?.focusedNode }

  /// Stops being the node that key and text events go to. Any thread.
  public func resignFocus() {
    let link = lock.withLock { state.link }
    link?.resignFocus(self)
  }
}
