/// Protocol of ``AnyNode`` by which a function can use the concrete type that it is called on.
public protocol NodeReference: AnyNode {}
extension AnyNode: NodeReference {}

extension NodeReference {
  /// Runs work of the node on one of its stage's workers, and passes the result to `then` on the frame loop. Any thread.
  ///
  /// ```swift
  /// photo.task { isCancelled in try decode(file, while: { !isCancelled() }) } then: { photo, picture in photo.picture = picture }
  /// ```
  ///
  /// The work begins when the node is in `range`, immediately if it is already. If the node leaves the range or the stage, the work is cancelled. It
  /// begins again when the node returns, until it has finished once. Until then the stage counts as busy. Errors are reported through
  /// ``Stage/onError``.
  ///
  /// - Parameters:
  ///   - range: required distance from the screen.
  ///   - priority: higher ones begin first among waiting work; work of nodes on the screen precedes all other.
  ///   - work: no lock held; calls its argument regularly to find out whether it was cancelled.
  ///   - then: called with the node and the result, no lock held; not called if the work was cancelled.
  /// - Returns: The task, which the node retains; use it to cancel.
  @discardableResult
  public func task<Result: Sendable>(
    in range: InterfaceState = .preload, priority: Int = 0,
    _ work: @escaping @Sendable (_ isCancelled: @Sendable () -> Bool) throws -> Result,
    then: @escaping @Sendable (Self, Result) -> Void = { (_: Self, _: Result) in }
  ) -> NodeTask {
    let scope = StateScope.current
    return add(
      NodeTask(range: range) { node, task, run in
        let scope = scope ?? StateScope(node)
        return node.beginOnWorker(task, run, priority, { isCancelled in try scope.run { try work(isCancelled) } }) { node, result in
          scope.run { then(Self.own(node), result) }
        }
      })
  }

  /// Runs asynchronous work of the node in a Swift task, and passes the result to `then` on the frame loop. Any thread.
  ///
  /// Begins, is cancelled (`Task.isCancelled`) and begins again like work on workers; the stage does not count as busy.
  ///
  /// - Parameters:
  ///   - range: required distance from the screen.
  ///   - work: runs on Swift's own threads.
  ///   - then: called with the node and the result, no lock held; not called if the work was cancelled.
  /// - Returns: The task, which the node retains; use it to cancel.
  @discardableResult
  public func task<Result: Sendable>(
    in range: InterfaceState = .preload, _ work: @escaping @Sendable () async throws -> Result,
    then: @escaping @Sendable (Self, Result) -> Void = { (_: Self, _: Result) in }
  ) -> NodeTask {
    let scope = StateScope.current
    return add(
      NodeTask(range: range) { node, task, run in
        let scope = scope ?? StateScope(node)
        // A task begins in the scope of the code that starts it.
        return scope.run { node.beginAsync(task, run, work) { node, result in scope.run { then(Self.own(node), result) } } }
      })
  }

  /// - Precondition: `node` is the one that the task was made for, which is of this type.
  private static func own(_ node: AnyNode) -> Self { unsafeDowncast(node, to: Self.self) }
}

extension AnyNode {
  /// Runs work of the node on one of its stage's workers and returns the result. Any thread.
  ///
  /// - Parameters:
  ///   - range: required distance from the screen; the work waits for it.
  ///   - priority: higher ones begin first among waiting work.
  ///   - work: no lock held; calls its argument regularly to find out whether it was cancelled.
  /// - Throws: The error of `work`; `CancellationError` if the node left the range or the stage or is released, or if the caller's task is
  ///   cancelled.
  public func runOnWorker<Result: Sendable>(
    in range: InterfaceState = .preload, priority: Int = 0,
    _ work: @escaping @Sendable (_ isCancelled: @Sendable () -> Bool) throws -> Result
  ) async throws -> Result {
    let answer = AwaitedAnswer<Result>()
    let task = NodeTask(range: range, isOnce: true) { node, task, run in
      run.whenCancelled { answer.deliver(.failure(CancellationError())) }
      return node.beginOnWorker(task, run, priority, { isCancelled in Swift.Result { try work(isCancelled) } }) { answer.deliver($1) }
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        answer.wait(continuation)
        add(task)
      }
    } onCancel: {
      task.cancel()
      answer.deliver(.failure(CancellationError()))
    }
  }

  fileprivate func beginOnWorker<Result: Sendable>(
    _ task: NodeTask, _ run: NodeTaskRun, _ priority: Int, _ work: @escaping @Sendable (@Sendable () -> Bool) throws -> Result,
    _ then: @escaping @Sendable (AnyNode, Result) -> Void
  ) -> Bool {
    guard let link = lock.withLock({ state.link }) else { return false }
    link.perform(WorkerJob(self, nil), isSeen: interfaceState == .visible, priority: priority) { [weak self] _ in
      guard !run.flag.isCancelled else { return }
      let flag = run.flag
      let result = Swift.Result { try work({ flag.isCancelled }) }
      self?.finish(task, run, result, link, then)
    }
    return true
  }

  fileprivate func beginAsync<Result: Sendable>(
    _ task: NodeTask, _ run: NodeTaskRun, _ work: @escaping @Sendable () async throws -> Result,
    _ then: @escaping @Sendable (AnyNode, Result) -> Void
  ) -> Bool {
    guard let link = lock.withLock({ state.link }) else { return false }
    let running = Task { [weak self] in
      let result: Swift.Result<Result, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      self?.finish(task, run, result, link, then)
    }
    run.whenCancelled { running.cancel() }
    return true
  }

  /// Passes the result to the loop. Only the loop changes the node's state, so the task's validity is decided there.
  private func finish<Result: Sendable>(
    _ task: NodeTask, _ run: NodeTaskRun, _ result: Swift.Result<Result, any Error>, _ link: StageLink,
    _ then: @escaping @Sendable (AnyNode, Result) -> Void
  ) {
    link.callOnLoop { [weak self] in
      guard let self, task.finish(run) else { return }
      remove(task)
      switch result {
      case .success(let value): then(self, value)
      case .failure(let error): report(.task, "\(error)")
      }
    }
  }
}

/// An awaited result, delivered once. If it is released without a result, the wait is cancelled. Any thread.
private final class AwaitedAnswer<Value: Sendable>: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Value, any Error>?
    var early: Result<Value, any Error>?
  }
  private let state = Locked(State())

  func wait(_ continuation: CheckedContinuation<Value, any Error>) {
    let early = state.withLock { state in
      if state.early == nil { state.continuation = continuation }
      return state.early
    }
    if let early { continuation.resume(with: early) }
  }

  func deliver(_ result: Result<Value, any Error>) {
    let waiting = state.withLock { state in
      defer { state.continuation = nil }
      if state.early == nil { state.early = result }
      return state.continuation
    }
    waiting?.resume(with: result)
  }

  deinit { deliver(.failure(CancellationError())) }
}
