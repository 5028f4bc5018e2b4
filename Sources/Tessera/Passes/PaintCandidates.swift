internal import TesseraGeometry

/// The nodes of a tree that may be seen in the damage of one frame, in paint order: found by one walk, whatever the number of rectangles.
///
/// With a node all those above it are in the list, so that it is a tree of its own.
struct PaintCandidates: Sendable {
  /// Indices of nodes.
  private(set) var order: [Int32] = []
  /// For each of them the place behind the last that is below it.
  private(set) var end: [Int32] = []
  /// The place of each node of the tree in `order`, or -1.
  private var place: [Int32]
  /// Nodes that were looked at to find them.
  private(set) var visited = 0
  /// Most groups in one another, each of which needs a layer.
  private(set) var groupDepth = 0
  /// Most nodes in one another.
  private(set) var depth = 0

  /// - Parameter rects: the damage, in pixels of the screen.
  init(_ scene: PaintScene, _ rects: [PixelRect]) {
    let tree = scene.tree
    place = [Int32](repeating: -1, count: tree.count)
    guard tree.count > 0, let first = rects.first else { return }
    let whole = rects.dropFirst().reduce(first) { $0.union($1) }
    /// What is entered: the end of the node, its place, and how far what is below it is moved; nil: anywhere.
    var open: [(end: Int, place: Int, groups: Int, shift: (x: Int, y: Int)?)] = []
    // What follows in the tree often lies in the same rectangle.
    var newest = 0
    func isTouched(_ bounds: PixelRect) -> Bool {
      guard bounds.intersects(whole) else { return false }
      if rects.count == 1 || rects[newest].intersects(bounds) { return true }
      guard let found = rects.firstIndex(where: { $0.intersects(bounds) }) else { return false }
      newest = found
      return true
    }
    var i = 0
    while i < tree.count {
      while let last = open.last, i >= last.end {
        end[last.place] = Int32(order.count)
        open.removeLast()
      }
      visited += 1
      let above = open.last
      var shift = above.map(\.shift) ?? (0, 0)
      if let shift, !isTouched(scene.subtreeBounds[i].moved(shift.x, shift.y)) {
        i = Int(tree.end[i])
        continue
      }
      let shown = scene.presentation(i)
      let groups = (above?.groups ?? 0) + (scene.properties[i].value.opacity < 1 || scene.properties[i].value.blend != .normal ? 1 : 0)
      groupDepth = max(groupDepth, groups)
      if scene.properties[i].value.transform.isIdentity, shown?.scale ?? 1 == 1 {
        if let shown, let before = shift { shift = (before.x + shown.x, before.y + shown.y) }
      } else {
        shift = nil
      }
      place[i] = Int32(order.count)
      open.append((Int(tree.end[i]), order.count, groups, shift))
      depth = max(depth, open.count)
      order.append(Int32(i))
      end.append(0)
      i += 1
    }
    for last in open { end[last.place] = Int32(order.count) }
  }

  /// Calls `body` with each subnode of node `i` that is in the list, bottom of the picture first.
  @inline(__always)
  func forEachSubnode(of i: Int, _ body: (Int) throws -> Void) rethrows {
    let at = Int(place[i])
    guard at >= 0 else { return }
    var next = at + 1
    let last = Int(end[at])
    while next < last {
      try body(Int(order[next]))
      next = Int(end[next])
    }
  }
}

/// What compositing did.
struct PaintCount {
  /// Nodes painted, groups counted once.
  var painted = 0
  /// Nodes looked at.
  var visited = 0
  /// Pixels of layers of transformed nodes.
  var layerPixels = 0
}
