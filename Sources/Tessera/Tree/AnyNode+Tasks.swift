extension AnyNode {
  @discardableResult
  func add(_ task: NodeTask) -> NodeTask {
    attach { $0.tasks.append(task) }
    task.update(for: self)
    return task
  }

  /// Begins and cancels the node's tasks after a change of its state. Any thread, no lock held.
  func moveTasks() {
    guard observed.contains(.task) else { return }
    for task in lock.withLock({ state.attachments?.tasks ?? [] }) {
      task.update(for: self)
      if task.isOver { remove(task) }
    }
  }

  func remove(_ task: NodeTask) { attach { $0.tasks.removeAll { $0 === task } } }
}
