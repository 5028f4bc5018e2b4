import TesseraGeometry

/// What the root is laid out in.
enum RootSpace { case available(AvailableSize), range(SizeRange) }

enum LayoutEngine {
  static func run(_ tree: LayoutTree, root: RootSpace, direction: LayoutDirection) -> LayoutResult {
    LayoutResult(
      frames: tree.boxes.map { _ in .zero }, parent: tree.boxes.map(\.parent), frameParent: tree.boxes.map(\.parent), firstBaseline: nil,
      lastBaseline: nil, measureCount: 0, keys: tree.keys)
  }
}
