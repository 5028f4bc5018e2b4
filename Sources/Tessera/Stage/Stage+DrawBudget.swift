internal import TesseraGeometry

// Draws that wait for memory. Frame loop only.

extension Stage {
  /// Maximum bytes of contents together: one and a half times the memory budget, or of the default one if that is larger.
  var contentLimit: Int {
    let screen = framebufferBounds
    let budget = max(min(memoryBudget, Int.max / 2), Stage.defaultBudget(pixels: screen.width * screen.height))
    return budget + budget / 2
  }

  /// Keeps a draw for the time when contents are released. The first one is reported.
  func postponeDraw(of i: Int, in tree: PaintTree) {
    tree.states[i].isDirty = true
    tree.states[i].drawnFor = nil
    guard loop.jobs.draws.postpone(tree.nodes[i], held: buffers.usedByteCount) else { return }
    reportDraw(
      of: tree.nodes[i],
      "the contents of visible nodes take more than \(contentLimit >> 20) MiB, one and a half times `Stage.memoryBudget`; draws wait until others are released"
    )
  }

  /// Pass: starts draws that waited for memory, if there is room now.
  ///
  /// - Postcondition: no draw waits, or contents take more than three quarters of the limit, or no less than when it was tried last.
  func startPostponedDraws() {
    guard loop.jobs.draws.hasPostponed, let tree = loop.tree,
      buffers.usedByteCount < min(contentLimit / 4 * 3, loop.jobs.draws.heldWhenPostponed)
    else { return }
    for node in loop.jobs.draws.removePostponed() {
      if let i = tree.indexOf(node) { startDrawIfNeeded(i, in: tree) }
    }
  }
}
