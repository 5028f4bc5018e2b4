internal import Tessera

/// Performs actions at times of the stage's clock while the node is visible and the condition holds.
final class LiveTimer: DataDependent {
  let reads: [Expression.Read]
  private let timer: SceneNodeLive.Timer
  private let instance: SceneInstance
  private let scope: DataScope?
  private let node: LiveGroup.WeakNode
  /// Running timer; nil while the condition does not hold.
  private let task = Locked<NodeTask?>(nil)

  init(_ timer: SceneNodeLive.Timer, of node: AnyNode, _ instance: SceneInstance, _ scope: DataScope?) {
    (self.timer, self.instance, self.scope) = (timer, instance, scope)
    self.node = LiveGroup.WeakNode(node: node)
    reads = timer.condition?.reads ?? []
  }

  func update(_ data: DataValue) {
    guard let node = node.node, instance.holds(timer.condition, DataView(data: data, scope: scope)) else { return end() }
    guard task.withLock({ $0 }) == nil else { return }
    let perform: @Sendable (AnyNode) -> Void = { [actions = timer.actions, instance, scope] in
      instance.perform(actions, of: $0, .null, in: scope)
    }
    let begun = timer.repeats ? node.every(timer.seconds, perform: perform) : node.after(timer.seconds, perform: perform)
    task.withLock { $0 = begun }
  }

  /// Stops the timer until the next update.
  func end() {
    let former = task.withLock { task in
      defer { task = nil }
      return task
    }
    former?.cancel()
  }
}
