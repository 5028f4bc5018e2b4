internal import Tessera

/// Node that follows the drag of scrolling content inside it when the content is at its bounds. Loop.
protocol Pullable: AnyNode {
  /// Moves upwards by up to `distance`. Returns the remaining distance.
  func pull(_ distance: Double, from node: AnyNode) -> Double
  /// Ends the drag. Returns whether it moved the node.
  func endPull(velocity: Double) -> Bool
}
