internal import TesseraGeometry

// What gets the focus when the node that had it is gone. Frame loop.

extension Stage {
  /// What had the focus has left: in the innermost of what was around it where there is anything, the row that took its row's place in a list gets
  /// it, elsewhere what is nearest. Things count where the layout put them, wherever they are seen on their way there.
  func takePlace(_ place: FocusState.Place, _ tree: SceneTree, _ old: SceneTree?) {
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
      // It is seen; what scrolls goes on.
      return give(nearest.index, .next, from: nil, in: tree, reveals: false, asks: false)
    }
  }
}

extension SceneTree {
  /// Those of `candidates` in a list that are in the row that took the place of the one that `left` was in: the next after the row before it; where
  /// there is none, the last that there is; where no row before it stayed, the first in view.
  fileprivate func successors(_ candidates: [FocusCandidate], of left: AnyNode, below scope: Int, _ old: SceneTree) -> [FocusCandidate] {
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
      // What sticks to an edge is painted, and counts in the tree, after all rows.
      let edge = settledBox(before)
      chosen =
        inRows.first { $0.index >= Int(end[before]) && settledBox(row($0)).maxY > edge.y } ?? inRows.last { $0.index < Int(end[before]) }
        ?? chosen
    }
    guard let chosen else { return candidates }
    return inRows.filter { row($0) == row(chosen) }
  }
}
