internal import Tessera

/// Keeps `env.time` current while a node that reads it, or whose subtree does, is visible. Any thread.
final class LiveClock: Sendable {
  private let task = Locked<NodeTask?>(nil)
  private let data: SceneData
  /// Interval in seconds.
  private let unit: Double

  init(every unit: Double, _ data: SceneData) { (self.unit, self.data) = (unit, data) }

  /// Begins with the next full interval of the wall clock.
  func begin(_ node: AnyNode) {
    let left = unit - data.wallTime.truncatingRemainder(dividingBy: unit)
    let next = node.after(left.isFinite ? min(unit, max(0, left)) : unit) { [weak self] (node: AnyNode) in
      guard let self else { return }
      data.refreshTime()
      begin(node)
    }
    task.withLock { $0 = next }
  }

  /// Updates the time of a node that appears: it may have been invisible for long.
  func interfaceStateDidChange(to new: InterfaceState) {
    if new == .visible { data.refreshTime() }
  }

  deinit { task.withLock { $0 }?.cancel() }
}
