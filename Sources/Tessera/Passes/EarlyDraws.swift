internal import TesseraGeometry

/// Draws that a layout job makes itself as soon as it knows the sizes: a layout and what it changed are then adopted in one turn of the
/// loop, painted once, and nobody sees the new places with the old content. Worker.
struct EarlyDraws: Sendable {
  /// A node to be drawn and the generation of its last draw when the layout began.
  struct Entry: Sendable {
    let node: AnyNode
    let generation: UInt64
  }

  /// What the job draws alone: few nodes, or none.
  let entries: [Entry]
  /// These and all others that wait for the layout: drawn at once where other workers have nothing to do. Empty where there are no others.
  var shared: [Entry] = []
  /// Seconds that the draws of `shared` took the last time.
  var sharedSeconds = 0.0
  let focused: AnyNode?
  /// The screen, device pixels.
  let viewport: PixelRect
  let pool: BufferPool

  /// Most nodes that one layout draws alone.
  static let limit = 16
  /// Most seconds that these draws took the last time, all together: what takes longer is not to keep the layout waiting.
  static let budget = 0.001
  /// Most seconds that draws shared among idle workers may keep the layout waiting: half a frame of 60 a second. They would begin when it is
  /// adopted, and be seen one frame later.
  static let sharedBudget = 0.008
  /// Nodes that are drawn by one worker at a time.
  static let portion = 16

  /// Draws the nodes into buffers of the sizes that `tree` gives them; the loop has not seen the tree yet.
  func run(in tree: SceneTree, with workers: WorkerPool?, _ progress: LayoutProgress?) -> [DrawJob.Result] {
    // Asked now: whoever had nothing to do when the layout began may have something else to do.
    guard let workers, !shared.isEmpty, case let free = workers.freeCount, free > 0,
      sharedSeconds <= Self.sharedBudget * Double(free + 1)
    else { return draw(entries[...], in: tree, progress) }
    let count = (shared.count + Self.portion - 1) / Self.portion
    let results = Locked([[DrawJob.Result]](repeating: [], count: count))
    workers.parallel(count, as: .layout) { number in
      let drawn = draw(shared[number * Self.portion..<min(shared.count, (number + 1) * Self.portion)], in: tree, progress)
      results.withLock { $0[number] = drawn }
    }
    // Taken out: a worker that comes too late to help holds on to the rest for a while.
    let drawn = results.withLock { results in
      defer { results = [] }
      return results
    }
    return drawn.flatMap(\.self)
  }

  private func draw(_ entries: ArraySlice<Entry>, in tree: SceneTree, _ progress: LayoutProgress?) -> [DrawJob.Result] {
    if let progress { return progress.draw { entries.compactMap { job($0, in: tree) } } }
    return entries.compactMap { job($0, in: tree)?.run() }
  }

  private func job(_ entry: Entry, in tree: SceneTree) -> DrawJob? {
    guard let i = tree.indexOf(entry.node), tree.isOnScreen[i], tree.rasterizer[i] < 0,
      case let properties = tree.properties[i].value, !properties.rasterizesSubtree, !properties.drawsDirectly,
      let drawing = entry.node.makeDrawing()
    else { return nil }
    let flag = CancellationFlag()
    let context = DrawContext(
      size: tree.frames[i].size, insets: tree.insets[i], cornerRadii: properties.cornerRadii, environment: tree.environment(of: i),
      isFocused: focused === entry.node, cancellation: flag)
    return DrawJob(
      node: entry.node, state: tree.states[i], generation: entry.generation, flag: flag, source: .content(drawing, context),
      box: tree.boxes[i], window: tree.contentWindow(of: i, screen: viewport), pool: pool)
  }
}
