internal import TesseraGeometry

/// Painted picture of a removed node. Values and references that are not written while it is in use.
struct DeparturePicture: Sendable {
  let scene: PaintScene
  let root: Int
  /// Offset from its own space to that of its parent's box.
  let offset: (x: Int, y: Int)
  /// Bounds in its parent's space.
  let bounds: PixelRect
  /// Index of the next painted node, among its parent's subnodes or after them.
  let position: Int
  /// Distance around it at which its blurred backdrops are read; 0 means none.
  let blurReach: Int
}
