/// Numbers of nodes that a layout leaves out, by cause.
struct LayoutOmissions: Sendable, Equatable {
  /// Nodes nested too deeply, or contained twice in the tree.
  var misplaced = 0
  /// Nodes beyond ``Stage/nodeLimit``.
  var excess = 0

  var isEmpty: Bool { misplaced + excess == 0 }

  /// Reports for the causes that `reported` does not have, in plain words.
  func reasons(beyond reported: LayoutOmissions, nodeLimit: Int) -> [String] {
    var result: [String] = []
    if misplaced > 0, reported.misplaced == 0 {
      result.append("\(misplaced) nodes are not laid out: nested deeper than \(LayoutCollector.maximumDepth) levels, or twice in the tree")
    }
    if excess > 0, reported.excess == 0 {
      result.append(
        "nodes beyond the limit of \(nodeLimit) are not laid out (`Stage.nodeLimit`); a `table` or `collection` has nodes only near the viewport"
      )
    }
    return result
  }
}
