internal import TesseraGeometry

/// Draws that a layout job runs itself as soon as sizes are known. A layout and its draws are then committed in one iteration of the loop
/// and painted once, so that new places never show old content. Worker.
struct EarlyDraws: Sendable {
  /// Node to draw and the generation of its last draw when the layout began.
  struct Entry: Sendable {
    let node: AnyNode
    let generation: UInt64
  }

  /// Draws of the job itself: few nodes, or none.
  let entries: [Entry]
  /// These and all other draws that wait for the layout: run immediately if other workers are idle. Empty if there are no others.
  var shared: [Entry] = []
  /// Seconds that the draws of `shared` took the last time.
  var sharedSeconds = 0.0
  let focused: AnyNode?
  /// Screen, device pixels.
  let viewport: PixelRect
  let pool: BufferPool

  /// Maximum number of nodes that one layout draws itself.
  static let limit = 16
  /// Maximum seconds that these draws took together the last time; slower draws do not delay the layout.
  static let budget = 0.001
  /// Maximum seconds that draws shared among idle workers may delay the layout: half a frame at 60 Hz. Otherwise they would begin when it
  /// is committed, and be visible one frame later.
  static let sharedBudget = 0.008
  /// Nodes that one worker draws at a time.
  static let portion = 16

  /// Draws the nodes into buffers of the sizes in `tree`, which is not committed yet.
  func run(in tree: PaintTree, with workers: WorkerPool?, _ progress: LayoutProgress?) -> [DrawJob.Result] {
    // Checked now, because idle workers may have received work since the layout began.
    guard let workers, !shared.isEmpty, case let free = workers.freeCount, free > 0,
      sharedSeconds <= Self.sharedBudget * Double(free + 1)
    else { return draw(entries[...], in: tree, progress) }
    let count = (shared.count + Self.portion - 1) / Self.portion
    let results = Locked([[DrawJob.Result]](repeating: [], count: count))
    workers.parallel(count, as: .layout) { number in
      let drawn = draw(shared[number * Self.portion..<min(shared.count, (number + 1) * Self.portion)], in: tree, progress)
      results.withLock { $0[number] = drawn }
    }
    // Removed, because a worker that is too late to help retains the rest for a while.
    let drawn = results.withLock { results in
      defer { results = [] }
      return results
    }
    return drawn.flatMap(\.self)
  }

  private func draw(_ entries: ArraySlice<Entry>, in tree: PaintTree, _ progress: LayoutProgress?) -> [DrawJob.Result] {
    if let progress { return progress.draw { entries.compactMap { job($0, in: tree) } } }
    return entries.compactMap { job($0, in: tree)?.run() }
  }

  private func job(_ entry: Entry, in tree: PaintTree) -> DrawJob? {
    guard let i = tree.indexOf(entry.node), tree.isOnScreen[i], tree.rasterizer[i] < 0,
      case let properties = tree.properties[i].value, !properties.rasterizesSubtree, !properties.drawsDirectly,
      let drawing = entry.node.makeDrawing()
    else { return nil }
    let flag = CancellationFlag()
    var context = DrawContext(
      size: tree.frames[i].size, insets: tree.insets[i], cornerRadii: properties.cornerRadii, environment: tree.environment(of: i),
      isFocused: focused === entry.node, cancellation: flag)
    context.frameTime = entry.node.frameTime
    return DrawJob(
      node: entry.node, state: tree.states[i], generation: entry.generation, flag: flag, source: .content(drawing, context),
      box: tree.boxes[i], viewport: tree.contentViewport(of: i, screen: viewport), pool: pool)
  }
}
