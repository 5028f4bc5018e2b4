/// One execution of a task's work. Any thread.
final class NodeTaskRun: Sendable {
  let flag = CancellationFlag()
  private let onCancel = Locked<(@Sendable () -> Void)?>(nil)

  func cancel() {
    flag.cancel()
    onCancel.withLock { action in
      defer { action = nil }
      return action
    }?()
  }

  /// Runs `action` when the run is cancelled; immediately if it already is.
  func whenCancelled(_ action: @escaping @Sendable () -> Void) {
    onCancel.withLock { $0 = action }
    if flag.isCancelled { cancel() }
  }
}
