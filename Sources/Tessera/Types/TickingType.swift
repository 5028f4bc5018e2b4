/// A node type that acts at moments of the stage's clock: a video, a caret that blinks, content that is thrown.
public protocol TickingType: NodeType {
  /// Called on the frame loop when a tick asked for with ``AnyNode/requestTick(after:)`` is due; `time` in seconds of the stage's clock.
  /// Returns seconds until the next tick, or nil for no more.
  static func tick(_ node: Node<Self>, at time: Double) -> Double?
}

extension TickingType {
  static func tick(erased node: AnyNode, at time: Double) -> Double? { tick(typed(node), at: time) }
}

extension AnyNode {
  func tick(at time: Double) -> Double? {
    guard let ticking = hooks.ticking else { return nil }
    return StateOwners.with(self) { ticking.tick(erased: self, at: time) }
  }
}
