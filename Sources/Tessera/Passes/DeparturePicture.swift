internal import TesseraGeometry

/// What is painted of a node that left. Values and references that nobody writes to while it is in use.
struct DeparturePicture: Sendable {
  let scene: PaintScene
  let root: Int
  /// From its own space to that of its parent's box.
  let offset: (x: Int, y: Int)
  /// What it covers in its parent's space.
  let bounds: PixelRect
  /// Index of what is painted next after it, among its parent's subnodes or behind them.
  let position: Int
  /// How far around it backdrops are read that it shows blurred; 0: there are none.
  let blurReach: Int
}
