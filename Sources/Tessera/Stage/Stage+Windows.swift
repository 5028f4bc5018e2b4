internal import TesseraGeometry

// Content that is too large for one buffer: drawn for what is near the screen, and anew when the screen comes near the end of that.

extension Stage {
  /// What is seen of node `i`, where its box is so large that its content may be drawn by parts.
  func contentWindow(of i: Int, in tree: SceneTree) -> ContentWindow? { tree.contentWindow(of: i, screen: framebufferBounds) }

  /// Pass: has content that is drawn by parts drawn anew where the screen comes near the end of a part.
  ///
  /// - Postcondition: of every node that is drawn by parts the part on the screen is drawn, or its draw is under way.
  func moveContentWindows() {
    guard loop.draws.hasPartial, let tree = loop.tree else { return }
    for node in loop.draws.partialNodes {
      guard let i = tree.indexOf(node), case .buffer(let contents) = tree.contents[i], let area = contents.partOf else {
        loop.draws.removePartial(node)
        continue
      }
      let drawn = PixelRect(x: contents.offsetX, y: contents.offsetY, width: contents.buffer.width, height: contents.buffer.height)
      guard tree.states[i].job == nil, tree.isShown(i), let window = contentWindow(of: i, in: tree), !window.isSeen(in: drawn, of: area)
      else { continue }
      tree.states[i].isDirty = true
      startDrawIfNeeded(i, in: tree)
    }
  }
}
