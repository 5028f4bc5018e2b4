internal import TesseraGeometry

/// Finds the topmost node of a tree at a point. A value; reads the tree on the loop thread.
///
/// Subtrees with other bounds are skipped, and also runs of them (``RunBounds``). Nodes with slop are few and tested individually.
struct HitTest {
  private let tree: PaintTree
  /// Visited nodes and runs of nodes.
  private(set) var visited = 0

  init(_ tree: PaintTree) {
    self.tree = tree
    tree.runs.refresh(tree.subtreeBounds)
  }

  /// Returns the index of the node at `location` (logical units of the stage), or nil.
  ///
  /// A box precedes the slop around others, except around those inside it.
  /// - Complexity: nodes around the point and their ancestors, a 64th of their siblings, and nodes with slop.
  mutating func node(at location: Point) -> Int? {
    guard tree.count > 0 else { return nil }
    return hit(0, location) ?? hitSlop(below: -1, location)
  }

  private mutating func hit(_ i: Int, _ location: Point) -> Int? {
    visited += 1
    guard let inside = enter(i, location) else { return nil }
    for child in subnodes(of: i, near: inside).reversed() {
      if let found = hit(child, inside) { return found }
    }
    let slop = tree.properties[i].value.hitTestSlop
    let box = tree.shownFrame(i).inset(
      by: Insets(top: max(0, -slop.top), right: max(0, -slop.right), bottom: max(0, -slop.bottom), left: max(0, -slop.left)))
    guard box.contains(inside) else { return nil }
    // No descendant has its box here: a descendant whose slop contains the point precedes the box that contains it.
    return hitSlop(below: i, inside) ?? (isShape(of: i, at: inside) ? i : nil)
  }

  /// Returns whether a point in the space of node `i`'s box is in the shape in which the node's type is hit.
  private func isShape(of i: Int, at point: Point) -> Bool { tree.nodes[i].isHit(at: point - tree.shownFrame(i).origin) }

  /// Returns the topmost node below `i` whose slop contains a point in the space of `i`'s box. -1 means the whole tree, in the space of the
  /// stage.
  private mutating func hitSlop(below i: Int, _ location: Point) -> Int? {
    let range = i + 1..<(i < 0 ? tree.count : Int(tree.end[i]))
    for node in tree.nodesWithSlop.reversed() where range.contains(node) {
      visited += 1
      var chain: [Int] = []
      var at = node
      while at != i {
        chain.append(at)
        at = Int(tree.parent[at])
      }
      var inside: Point? = location
      for step in chain.reversed() { inside = inside.flatMap { enter(step, $0) } }
      let (frame, slop) = (tree.shownFrame(node), tree.properties[node].value.hitTestSlop)
      let near = Rect(
        left: frame.minX - slop.left, top: frame.minY - slop.top, right: frame.maxX + slop.right, bottom: frame.maxY + slop.bottom)
      if let inside, near.contains(inside), !frame.contains(inside) || isShape(of: node, at: inside) { return node }
    }
    return nil
  }

  /// Converts a point from the space of a node's parent to that of its box; nil if no part of the node can be hit there.
  private func enter(_ i: Int, _ location: Point) -> Point? {
    let p = tree.properties[i].value
    guard !p.isHidden, p.isInteractive, p.opacity > 0, tree.shown(i)?.opacity != 0, !tree.inert.contains(i) else { return nil }
    guard let inside = tree.untransform(location, i), !p.clipsToBounds || tree.shownFrame(i).contains(inside) else { return nil }
    return inside
  }

  /// Returns the subnodes of `i` whose bounds contain a point in the space of its box, in paint order.
  private mutating func subnodes(of i: Int, near point: Point) -> [Int] {
    let (end, pixel) = (Int(tree.end[i]), point * tree.environment.scale)
    var found: [Int] = []
    var child = i + 1
    var run = -1
    while child < end {
      if RunBounds.run(of: child) != run {
        run = RunBounds.run(of: child)
        visited += 1
        guard tree.runs.bounds[run].isNear(pixel) else {
          child = tree.subnode(of: i, behind: run, visited: &visited)
          continue
        }
      }
      visited += 1
      if tree.subtreeBounds[child].isNear(pixel) { found.append(child) }
      child = Int(tree.end[child])
    }
    guard found.count > 1, let order = tree.stacking[i] else { return found }
    let near = Set(found)
    return order.map(Int.init).filter(near.contains)
  }
}

extension PixelRect {
  /// Returns whether a point is inside the rectangle or at most a pixel outside, because boxes are rounded to pixels.
  fileprivate func isNear(_ point: Point) -> Bool {
    !isEmpty && point.x >= Double(x) - 1 && point.x <= Double(maxX) + 1 && point.y >= Double(y) - 1 && point.y <= Double(maxY) + 1
  }
}

extension PaintTree {
  /// Converts a point from the space of a node's parent to that of the node's box; nil if the node's transform is not invertible.
  func untransform(_ point: Point, _ i: Int) -> Point? {
    let scale = environment.scale
    var point = point
    if let shown = shown(i) { point = point - Point(Double(shown.x) / scale, Double(shown.y) / scale) }
    guard let transform = transform(i) else { return point }
    guard let inverse = transform.inverse else { return nil }
    return inverse.apply(point * scale) * (1 / scale)
  }

  /// Indices of the nodes with slop, ascending. Computed again after a layout and after a change of slop, if there are any.
  var nodesWithSlop: [Int] {
    if let known = slopNodes { return known }
    let found = nodes.indices.filter {
      let slop = properties[$0].value.hitTestSlop
      return max(slop.top, slop.right, slop.bottom, slop.left) > 0
    }
    slopNodes = found
    return found
  }

  /// Returns the first subnode of node `above` after those that begin in a run, and after their descendants; the end of `above` if there is
  /// none.
  /// - Parameter visited: counts the visited nodes.
  func subnode(of above: Int, behind run: Int, visited: inout Int) -> Int {
    let behind = (run + 1) << RunBounds.shift
    guard behind < Int(end[above]) else { return Int(end[above]) }
    var last = behind - 1
    while Int(parent[last]) != above {
      last = Int(parent[last])
      visited += 1
    }
    return Int(end[last])
  }
}
