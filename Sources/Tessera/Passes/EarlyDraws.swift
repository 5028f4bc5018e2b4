internal import TesseraGeometry

/// Draws that a layout job makes itself as soon as it knows the sizes: a layout and what it changed are then adopted in one turn of the
/// loop, painted once, and nobody sees the new places with the old content. Worker.
struct EarlyDraws: Sendable {
  /// A node to be drawn and the generation of its last draw when the layout began.
  struct Entry: Sendable {
    let node: AnyNode
    let generation: UInt64
  }

  let entries: [Entry]
  let focused: AnyNode?
  /// The screen, device pixels.
  let viewport: PixelRect
  let pool: BufferPool

  /// Most nodes that one layout draws.
  static let limit = 16
  /// Most seconds that these draws took the last time, all together: what takes longer is not to keep the layout waiting.
  static let budget = 0.001

  /// Draws the nodes into buffers of the sizes that `tree` gives them; the loop has not seen the tree yet.
  func run(in tree: SceneTree) -> [DrawJob.Result] {
    var results: [DrawJob.Result] = []
    for entry in entries {
      guard let i = tree.indexOf(entry.node), tree.isOnScreen[i], tree.rasterizer[i] < 0,
        case let properties = tree.properties[i].value, !properties.rasterizesSubtree, !properties.drawsDirectly,
        let drawing = entry.node.makeDrawing()
      else { continue }
      let flag = CancellationFlag()
      let context = DrawContext(
        size: tree.frames[i].size, insets: tree.insets[i], cornerRadii: properties.cornerRadii, environment: tree.environment(of: i),
        isFocused: focused === entry.node, cancellation: flag)
      let job = DrawJob(
        node: entry.node, state: tree.states[i], generation: entry.generation, flag: flag, source: .content(drawing, context),
        box: tree.boxes[i], window: tree.contentWindow(of: i, screen: viewport), pool: pool)
      results.append(job.run())
    }
    return results
  }
}
