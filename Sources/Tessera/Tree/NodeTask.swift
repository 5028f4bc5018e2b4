/// Work of a node that goes on while the node is near enough to the screen, see `AnyNode.task(in:priority:_:then:)`. Any thread.
///
/// The node holds it until it has finished. Where the node leaves the range, what is under way is cancelled and its result dropped; where the node comes
/// back, the work begins anew.
public final class NodeTask: Sendable {
  private struct State {
    var run: NodeTaskRun?
    var isOver = false
  }

  private let state = Locked(State())
  /// The state from which on the node is near enough.
  let range: InterfaceState
  /// Whether the work is given up, not begun anew, where the node leaves.
  let isOnce: Bool
  /// Begins the work; false where the stage is gone.
  private let begin: @Sendable (AnyNode, NodeTask, NodeTaskRun) -> Bool

  init(range: InterfaceState, isOnce: Bool = false, _ begin: @escaping @Sendable (AnyNode, NodeTask, NodeTaskRun) -> Bool) {
    self.range = max(.measured, range)
    self.isOnce = isOnce
    self.begin = begin
  }

  deinit { state.withLock { $0.run }?.cancel() }

  /// Whether the work is under way.
  public var isRunning: Bool { state.withLock { $0.run != nil } }

  /// Whether the work has finished, failed or was cancelled for good.
  public var isOver: Bool { state.withLock { $0.isOver } }

  /// Cancels the work for good. Its result is dropped.
  public func cancel() {
    let run = state.withLock { state in
      defer { state.run = nil }
      state.isOver = true
      return state.run
    }
    run?.cancel()
  }

  /// The work of `run` has an outcome. Returns whether it is still wanted; says so once.
  func finish(_ run: NodeTaskRun) -> Bool {
    state.withLock { state in
      guard state.run === run, !state.isOver else { return false }
      state.run = nil
      state.isOver = true
      return true
    }
  }

  /// Begins or cancels the work as the node's state wants. Called by whoever changed the state, and after the task came to the node.
  func follow(_ node: AnyNode) {
    var seen: InterfaceState
    repeat {
      seen = node.interfaceState
      move(node, isNear: seen >= range)
      // Another thread may have moved the node, and may have looked here before this one did.
    } while node.interfaceState != seen
  }

  private func move(_ node: AnyNode, isNear: Bool) {
    let (started, left): (NodeTaskRun?, NodeTaskRun?) = state.withLock { state in
      guard !state.isOver else { return (nil, nil) }
      if isNear, state.run == nil {
        let run = NodeTaskRun()
        state.run = run
        return (run, nil)
      }
      guard !isNear, let run = state.run else { return (nil, nil) }
      state.run = nil
      state.isOver = isOnce
      return (nil, run)
    }
    left?.cancel()
    guard let started, !begin(node, self, started) else { return }
    // The stage is gone: the node's next step begins it.
    state.withLock { state in
      if state.run === started { state.run = nil }
    }
  }
}

/// One time that the work of a task is done. Any thread.
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

  /// Has `action` done when the run is cancelled; at once where it is already.
  func whenCancelled(_ action: @escaping @Sendable () -> Void) {
    onCancel.withLock { $0 = action }
    if flag.isCancelled { cancel() }
  }
}
