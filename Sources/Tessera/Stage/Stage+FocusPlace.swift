internal import TesseraGeometry

// Replacement of a removed focused node. Frame loop.

extension Stage {
  /// Moves the focus from a removed node into the innermost former ancestor that contains a candidate. In a list this is the row that
  /// replaced its row, elsewhere the nearest node. Candidates are compared by their layout places, not by animated ones.
  func refocus(from place: FocusState.Place, _ tree: PaintTree, _ old: PaintTree?) {
    let top = activeTrap(tree) ?? 0
    for above in place.above {
      guard let node = above.node, let scope = tree.indexOf(node), scope >= top else { continue }
      var candidates = tree.focusCandidates(below: scope, settled: true) { _ in false }
      guard !candidates.isEmpty else { continue }
      if tree.nodes[scope].virtualizesSubnodes, let old, let left = place.node.node {
        candidates = tree.successors(candidates, of: left, below: scope, old)
      }
      func distance(_ area: Rect) -> Double {
        let (x, y) = (area.midX - place.area.midX, area.midY - place.area.midY)
        return x * x + y * y
      }
      guard let nearest = candidates.min(by: { distance($0.area) < distance($1.area) }) else { continue }
      // It is visible; scrolling content continues.
      return setFocus(nearest.index, .next, from: nil, in: tree, reveals: false, asks: false)
    }
  }
}

extension PaintTree {
  /// Returns the candidates in the list's row that replaced the row of `left`: the row after the closest kept one before it, else the last
  /// row. If no row before it was kept, the first visible one.
  fileprivate func successors(_ candidates: [FocusCandidate], of left: AnyNode, below scope: Int, _ old: PaintTree) -> [FocusCandidate] {
    guard let list = old.indexOf(nodes[scope]), let o = old.indexOf(left), o > list, o < Int(old.end[list]) else { return candidates }
    var before: Int?
    var child = list + 1
    while Int(old.end[child]) <= o {
      if let i = indexOf(old.nodes[child]), Int(parent[i]) == scope { before = i }
      child = Int(old.end[child])
    }
    func row(_ candidate: FocusCandidate) -> Int {
      var at = candidate.index
      while Int(parent[at]) != scope { at = Int(parent[at]) }
      return at
    }
    let inRows = candidates.filter { $0.index != scope }
    var chosen = inRows.first
    if let before {
      // Sticky elements are painted after all rows, and are after them in the tree.
      let edge = settledBox(before)
      chosen =
        inRows.first { $0.index >= Int(end[before]) && settledBox(row($0)).maxY > edge.y } ?? inRows.last { $0.index < Int(end[before]) }
        ?? chosen
    }
    guard let chosen else { return candidates }
    return inRows.filter { row($0) == row(chosen) }
  }
}
