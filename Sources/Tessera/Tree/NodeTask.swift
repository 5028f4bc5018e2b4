/// Work of a node that runs while the node is near enough to the screen, see `AnyNode.task(in:priority:_:then:)`. Any thread.
///
/// The node retains it until it has finished. If the node leaves the range, running work is cancelled and its result dropped. If the node returns,
/// the work begins again.
public final class NodeTask: Sendable {
  private struct State {
    var run: NodeTaskRun?
    var isOver = false
  }

  private let state = Locked(State())
  /// The lowest interface state in which the work runs.
  let range: InterfaceState
  /// Whether the work ends for good when the node leaves, instead of beginning again.
  let isOnce: Bool
  /// Begins the work; false if there is no stage.
  private let begin: @Sendable (AnyNode, NodeTask, NodeTaskRun) -> Bool

  init(range: InterfaceState, isOnce: Bool = false, _ begin: @escaping @Sendable (AnyNode, NodeTask, NodeTaskRun) -> Bool) {
    self.range = max(.measured, range)
    self.isOnce = isOnce
    self.begin = begin
  }

  deinit { state.withLock { $0.run }?.cancel() }

  /// Whether the work is running.
  public var isRunning: Bool { state.withLock { $0.run != nil } }

  /// Whether the work has finished, failed or been cancelled for good.
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

  /// Ends the work of `run`. Returns true, once, if its result is still valid.
  func finish(_ run: NodeTaskRun) -> Bool {
    state.withLock { state in
      guard state.run === run, !state.isOver else { return false }
      state.run = nil
      state.isOver = true
      return true
    }
  }

  /// Begins or cancels the work according to the node's state. Called after a change of the state, and after the task was added to the node.
  func update(for node: AnyNode) {
    var seen: InterfaceState
    repeat {
      seen = node.interfaceState
      move(node, isNear: seen >= range)
      // Another thread may have changed the node's state, and may have checked the task before this thread did.
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
    // There is no stage: the node's next step begins the work.
    state.withLock { state in
      if state.run === started { state.run = nil }
    }
  }
}
