/// A node type that acts at times of the stage's clock: a video, a blinking caret, a fling.
public protocol TickingType: NodeType {
  /// Called on the frame loop when a tick requested with ``AnyNode/requestTick(after:)`` is due; `time` in seconds of the stage's clock.
  /// Returns seconds until the next tick, or nil to stop. ``AnyNode/frameTime`` has the time at which the frame will be seen.
  static func tick(_ node: Node<Self>, at time: Double) -> Double?

  /// Whether its ticks end soon, as those of a fling; false (default) for a blinking caret or a video. Loop thread.
  static func isSettling(_ node: Node<Self>) -> Bool
}

extension TickingType {
  public static func isSettling(_ node: Node<Self>) -> Bool { false }

  static func tick(erased node: AnyNode, at time: Double) -> Double? { tick(typed(node), at: time) }
  static func isSettling(erased node: AnyNode) -> Bool { isSettling(typed(node)) }
}

extension AnyNode {
  func tick(at time: Double) -> Double? {
    guard let ticking = hooks.ticking else { return nil }
    return StateOwners.with(self) { ticking.tick(erased: self, at: time) }
  }

  /// Whether its ticks end soon.
  var isSettling: Bool { hooks.ticking?.isSettling(erased: self) ?? false }
}
