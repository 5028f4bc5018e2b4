extension NodeReference {
  /// Calls `perform` every `seconds` of the stage's clock while the node is visible. Any thread.
  ///
  /// The first call is one interval after the node became visible. A node that is not visible causes no wakeup. Calls that a busy loop missed are skipped.
  ///
  /// - Parameters:
  ///   - seconds: interval, at least 0.016; smaller ones are 0.016.
  ///   - perform: called on the frame loop with the node, no lock held.
  /// - Returns: The task, which the node retains; use it to cancel.
  @discardableResult
  public func every(_ seconds: Double, perform: @escaping @Sendable (Self) -> Void) -> NodeTask {
    let scope = StateScope.current
    return add(
      NodeTask(range: .visible) { node, _, run in
        let times = Locked(RepeatedTimes(every: seconds))
        return node.begin(run, after: times.withLock { $0.first }) { [weak node] now in
          guard let node, !run.flag.isCancelled else { return nil }
          let next = times.withLock { $0.next(after: now) }
          (scope ?? StateScope(node)).run { perform(unsafeDowncast(node, to: Self.self)) }
          return run.flag.isCancelled ? nil : next
        }
      })
  }

  /// Calls `perform` once, when the node has been visible for `seconds` of the stage's clock. Any thread.
  ///
  /// If the node leaves the screen before, the time begins again when it returns.
  ///
  /// - Parameters:
  ///   - seconds: delay, at least 0.016; smaller ones are 0.016.
  ///   - perform: called on the frame loop with the node, no lock held.
  /// - Returns: The task, which the node retains until the call; use it to cancel.
  @discardableResult
  public func after(_ seconds: Double, perform: @escaping @Sendable (Self) -> Void) -> NodeTask {
    let scope = StateScope.current
    return add(
      NodeTask(range: .visible) { node, task, run in
        node.begin(run, after: RepeatedTimes(every: seconds).first) { [weak node, weak task] _ in
          guard let node, let task, task.finish(run) else { return nil }
          node.remove(task)
          (scope ?? StateScope(node)).run { perform(unsafeDowncast(node, to: Self.self)) }
          return nil
        }
      })
  }
}

extension NodeTask {
  /// Smallest interval and delay of a timer, seconds.
  public static let minimumInterval = RepeatedTimes.minimumInterval
}

extension AnyNode {
  /// Starts a timer that ends with `run`. Returns whether there is a stage.
  fileprivate func begin(_ run: NodeTaskRun, after seconds: Double, _ fire: @escaping @Sendable (Double) -> Double?) -> Bool {
    guard let link = lock.withLock({ state.link }) else { return false }
    let timer = StageTimer(fire)
    link.schedule(timer, after: seconds)
    run.whenCancelled { link.schedule(timer, after: nil) }
    return true
  }
}
