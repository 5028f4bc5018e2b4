internal import TesseraGeometry

/// Nodes of a tree that may be visible in the damage of one frame, in paint order. They are found in one walk for all rectangles.
///
/// The list contains all ancestors of its nodes, so that it is a tree itself. Runs of siblings outside of the damage are skipped as a
/// whole.
struct PaintCandidates: Sendable {
  /// Indices of nodes, ascending.
  private(set) var order: [Int32] = []
  /// For each of them the place after its last descendant.
  private(set) var end: [Int32] = []
  /// Nodes and runs of nodes that were visited.
  private(set) var visited = 0
  /// Maximum nesting of groups, each of which needs a layer.
  private(set) var groupDepth = 0
  /// Maximum nesting of nodes.
  private(set) var depth = 0

  /// Entered node, its end and place, the groups around its subnodes, and the offset of its subtree; nil means unknown.
  private struct Open {
    let node: Int
    let end: Int
    let place: Int
    let groups: Int
    let shift: (x: Int, y: Int)?
  }

  /// Number of nodes up to which each is visited without testing its run.
  private static let fewNodes = 8

  /// - Parameter rects: damage in pixels of the screen.
  init(_ scene: PaintScene, _ rects: [PixelRect]) {
    let tree = scene.tree
    guard tree.count > 0, var damage = Damage(rects) else { return }
    var open: [Open] = []
    /// Run that is visible as a whole under the node that was entered last.
    var touchedRun = -1
    var i = 0
    while i < tree.count {
      while let last = open.last, i >= last.end {
        end[last.place] = Int32(order.count)
        open.removeLast()
        touchedRun = -1
      }
      let above = open.last
      if let above, let shift = above.shift, above.end - i > Self.fewNodes, RunBounds.run(of: i) != touchedRun {
        visited += 1
        let run = RunBounds.run(of: i)
        if !damage.touches(scene.runs[run].moved(shift.x, shift.y)) {
          i = tree.subnode(of: above.node, behind: run, visited: &visited)
          continue
        }
        touchedRun = run
      }
      visited += 1
      var shift = above.map(\.shift) ?? (0, 0)
      if let shift, !damage.touches(scene.subtreeBounds[i].moved(shift.x, shift.y)) {
        i = Int(tree.end[i])
        continue
      }
      let shown = scene.presentation(i)
      let groups = (above?.groups ?? 0) + (scene.properties[i].value.opacity < 1 || scene.properties[i].value.blend != .normal ? 1 : 0)
      groupDepth = max(groupDepth, groups)
      if scene.properties[i].value.transform.isIdentity, shown?.scale ?? 1 == 1, scene.placedTransform(i) == nil {
        if let shown, let before = shift { shift = (before.x + shown.x, before.y + shown.y) }
      } else {
        shift = nil
      }
      if Int(tree.end[i]) > i + 1 { touchedRun = -1 }
      open.append(Open(node: i, end: Int(tree.end[i]), place: order.count, groups: groups, shift: shift))
      depth = max(depth, open.count)
      order.append(Int32(i))
      end.append(0)
      i += 1
    }
    for last in open { end[last.place] = Int32(order.count) }
  }

  /// Calls `body` with each subnode of node `i` that is in the list, in paint order.
  @inline(__always)
  func forEachSubnode(of i: Int, _ body: (Int) throws -> Void) rethrows {
    guard let at = place(of: i) else { return }
    var next = at + 1
    let last = Int(end[at])
    while next < last {
      try body(Int(order[next]))
      next = Int(end[next])
    }
  }

  func contains(_ i: Int) -> Bool { place(of: i) != nil }

  /// Returns the place of a node in the list; nil if it is not in it.
  private func place(of i: Int) -> Int? {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(order[middle]) < i { low = middle + 1 } else { high = middle }
    }
    return low < order.count && Int(order[low]) == i ? low : nil
  }
}

/// Rectangles of a frame's damage. A value.
private struct Damage {
  private let rects: [PixelRect]
  private let whole: PixelRect
  /// Rectangle that was touched last: successive nodes often touch the same one.
  private var newest = 0

  init?(_ rects: [PixelRect]) {
    guard let first = rects.first else { return nil }
    self.rects = rects
    whole = rects.dropFirst().reduce(first) { $0.union($1) }
  }

  mutating func touches(_ bounds: PixelRect) -> Bool {
    guard bounds.intersects(whole) else { return false }
    if rects.count == 1 || rects[newest].intersects(bounds) { return true }
    guard let found = rects.firstIndex(where: { $0.intersects(bounds) }) else { return false }
    newest = found
    return true
  }
}

/// Counters of a composite.
struct PaintCount {
  /// Nodes painted, groups counted once.
  var painted = 0
  /// Nodes visited.
  var visited = 0
  /// Pixels of layers of transformed nodes.
  var layerPixels = 0
}
