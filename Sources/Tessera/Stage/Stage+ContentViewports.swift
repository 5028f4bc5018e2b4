internal import TesseraGeometry

// Content that is too large for one buffer: the part near the screen is drawn, and again when the screen approaches its end.

extension Stage {
  /// Returns the visible part of node `i` if its box is so large that its content may be drawn partially.
  func contentViewport(of i: Int, in tree: PaintTree) -> ContentViewport? { tree.contentViewport(of: i, screen: framebufferBounds) }

  /// Pass: redraws partially drawn content if the screen approaches the end of the drawn part.
  ///
  /// - Postcondition: the visible part of each such node is drawn, or its draw is running.
  func moveContentViewports() {
    guard loop.jobs.draws.hasPartial, let tree = loop.tree else { return }
    for node in loop.jobs.draws.partialNodes {
      guard let i = tree.indexOf(node), case .buffer(let contents) = tree.contents[i], let area = contents.partOf else {
        loop.jobs.draws.removePartial(node)
        continue
      }
      let drawn = PixelRect(x: contents.offsetX, y: contents.offsetY, width: contents.width, height: contents.height)
      guard tree.states[i].job == nil, tree.isShown(i), let viewport = contentViewport(of: i, in: tree),
        !viewport.isSeen(in: drawn, of: area)
      else { continue }
      tree.states[i].isDirty = true
      startDrawIfNeeded(i, in: tree)
    }
  }
}
