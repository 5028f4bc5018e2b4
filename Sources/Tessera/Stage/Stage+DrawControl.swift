internal import TesseraGeometry

// Settings of programs for drawing subtrees and keeping their content. Frame loop only.

extension Stage {
  /// Returns whether drawing of node `i` is suspended by it or an ancestor.
  func isDrawingSuspended(_ i: Int, in tree: PaintTree) -> Bool {
    var at = i
    while at >= 0 {
      if tree.properties[at].value.suspendsDrawing { return true }
      at = Int(tree.parent[at])
    }
    return false
  }

  /// Returns the priority of node `i`'s draws within their class.
  func drawPriority(of i: Int, in tree: PaintTree) -> Int {
    guard DrawControl.isUsed else { return 0 }
    var at = i
    while at >= 0 {
      if let priority = tree.properties[at].value.drawPriority { return priority }
      at = Int(tree.parent[at])
    }
    return 0
  }

  /// Stops or starts the draws of node `i`'s subtree after a change of its properties from `before`. Returns whether nothing else changed,
  /// so that nothing must be painted.
  @discardableResult
  func adoptDrawControl(_ i: Int, in tree: PaintTree, from before: SharedProperties) -> Bool {
    let new = tree.properties[i].value
    guard before !== tree.properties[i] else { return false }
    if before.value.suspendsDrawing != new.suspendsDrawing {
      for at in i..<Int(tree.end[i]) {
        if new.suspendsDrawing { suspendDraw(at, in: tree) } else { startDrawIfNeeded(at, in: tree) }
      }
    }
    var same = before.value
    same.copyDrawing(from: new)
    return same == new
  }

  /// Cancels the running draw of node `i`; it starts again when the node is drawn again.
  private func suspendDraw(_ i: Int, in tree: PaintTree) {
    let state = tree.states[i]
    guard let job = state.job, !job.isCancelled else { return }
    job.cancel()
    state.generation &+= 1
    state.isDirty = true
  }

  /// Carries out a request of a node for its subtree's content.
  func adopt(_ request: ContentRequest) {
    guard let tree = loop.tree, let i = tree.indexOf(request.node) else { return }
    // Callbacks may change the tree; the next layout commits such changes.
    for at in i..<Int(tree.end[i]) {
      switch request.kind {
      case .drop: dropUnseen(at, in: tree)
      case .preload: tree.nodes[at].notifyPreload()
      case .clearPreloaded: tree.nodes[at].notifyPreloadClear()
      }
    }
  }

  private func dropUnseen(_ i: Int, in tree: PaintTree) {
    let state = tree.states[i]
    guard state.hasContents || state.job != nil, !tree.isSeen(i) || isDrawingSuspended(i, in: tree) else { return }
    if let area = tree.contentArea(i) { loop.surface.damage(tree.seenOnScreen(area, at: i)) }
    dropContents(of: i, in: tree)
  }
}
