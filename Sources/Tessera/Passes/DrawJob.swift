internal import CTesseraSystem
internal import TesseraGeometry
internal import TesseraRender

/// Draw that is in two queues and runs when the first of them reaches it.
final class DrawTicket: Sendable {
  /// Released when it runs: the job retains the node's state, which retains the ticket.
  private let job: Locked<DrawJob?>
  private let tracer: Tracer?

  init(_ job: DrawJob, _ tracer: Tracer?) {
    self.job = Locked(job)
    self.tracer = tracer
  }

  /// Runs the draw on the calling worker unless it has been run, and posts its result.
  func run(_ post: (DrawJob.Result) -> Void) {
    let job = job.withLock { job in
      defer { job = nil }
      return job
    }
    if let job { post(tracer.map { job.run($0) } ?? job.run()) }
  }
}

/// Draws one node's content (or a rasterized subtree) into a buffer. Worker.
struct DrawJob: Sendable {
  let node: AnyNode
  let state: RenderState
  let generation: UInt64
  let flag: CancellationFlag
  let source: Source
  let box: PixelRect
  /// Visible part of a node whose content may be too large for one buffer.
  var viewport: ContentViewport?
  let pool: BufferPool
  /// Bytes of contents beyond which it waits for memory.
  var contentLimit = Int.max
  /// Watch for the draw's duration, by the stage's clock.
  var watch: (job: JobWatch, clock: any StageClock)?

  /// Content to draw.
  enum Source: Sendable {
    case content(any NodeDrawing, DrawContext)
    case subtree(RasterList)
  }

  /// Result of a draw.
  struct Result: Sendable {
    let node: AnyNode
    let state: RenderState
    let generation: UInt64
    let flag: CancellationFlag
    let outcome: Outcome
    /// Nodes of a rasterized subtree that could not be drawn, and the reasons.
    var failures: [(node: AnyNode, reason: String)] = []
    /// Duration, seconds.
    var seconds = 0.0
  }

  enum Outcome: Sendable {
    case finished(PaintContents)
    case failed(String)
    case cancelled
    /// Contents take too much memory.
    case postponed
  }

  /// There is no memory for a buffer before others are released.
  private struct ContentsExceedLimit: Error {}

  /// Maximum pixels of one content buffer: 64 million, a 256 MB buffer.
  static let maximumPixels = 64 << 20

  /// Runs the draw and records its duration.
  func run(_ tracer: Tracer) -> Result { tracer.measure("draw", node.description) { run() } }

  func run() -> Result {
    if let watch { watch.job.begin(at: watch.clock.now) }
    defer { watch?.job.end() }
    let start = ts_monotonic_ns()
    let outcome: Outcome
    var failures: [(node: AnyNode, reason: String)] = []
    if flag.isCancelled {
      outcome = .cancelled
    } else {
      do {
        let contents = try draw()
        if case .subtree(let list) = source {
          failures = list.scene.failures.withLock { $0 }.sorted { $0.key < $1.key }.map { (list.scene.tree.nodes[$0.key], $0.value) }
        }
        outcome = flag.isCancelled ? .cancelled : .finished(contents)
      } catch is ContentsExceedLimit {
        outcome = flag.isCancelled ? .cancelled : .postponed
      } catch {
        outcome = flag.isCancelled ? .cancelled : .failed("\(error)")
      }
    }
    return Result(
      node: node, state: state, generation: generation, flag: flag, outcome: outcome, failures: failures,
      seconds: Double(ts_monotonic_ns() - start) / 1e9)
  }

  private func draw() throws -> PaintContents {
    switch source {
    case .content(let drawing, let context): return try drawing.tracking { try contents(of: drawing.plan(in: context), drawing, context) }
    case .subtree(let list):
      guard !list.bounds.isEmpty else { return .none }
      let factor = list.factor
      var area = list.bounds
      if factor != 1 {
        area.width = Int((Double(area.width) * factor).rounded(.up))
        area.height = Int((Double(area.height) * factor).rounded(.up))
      }
      let buffer = try buffer(for: area, format: .argb8888)
      do {
        let canvas = try list.scene.tree.environment.canvas(over: buffer)
        var compositor = Compositor(scene: list.scene, originX: list.bounds.x, originY: list.bounds.y, screen: list.bounds)
        compositor.factor = factor
        if factor != 1 { canvas.concatenate(.scale(factor, factor)) }
        try compositor.paintRasterized(list.root, in: canvas, clip: list.bounds)
        if let failure = canvas.failure { throw failure }
      }
      return .buffer(
        NodeContents(
          picture: .pixels(buffer), offsetX: list.bounds.x - box.x, offsetY: list.bounds.y - box.y, tint: nil, isOpaque: false,
          showsSubtree: true,
          box: box, keepsSize: false, factor: factor, pool: pool))
    }
  }

  private func contents(of plan: DrawPlan, _ drawing: any NodeDrawing, _ context: DrawContext) throws -> PaintContents {
    switch plan {
    case .nothing: return .none
    case .pending: return .pending
    case .direct: return .direct(DirectContents(drawing, context.lasting))
    case .shared(let shared):
      let tint = shared.pixels.format == .coverage8 ? shared.tint.map { $0.isDynamic ? drawing.resolved($0) : $0 } : nil
      return .buffer(contents(.pixels(shared.pixels), at: plan.placed, isOpaque: shared.isOpaque, tint: tint, keepsSize: drawing.keepsSize))
    case .planar(let planar, let place):
      guard !place.isEmpty else { return .none }
      let limit = PixelRect(x: -1 << 24, y: -1 << 24, width: 1 << 25, height: 1 << 25)
      guard limit.contains(place) else {
        throw RenderError.badArgument("planar pixels at \(place); all edges must be within 2^24 pixels of the box")
      }
      return .buffer(contents(.planar(planar), at: place, isOpaque: true, keepsSize: drawing.keepsSize))
    case .pixels(let bounds, let isOpaque, let draw):
      let made = try contents(
        in: bounds, isOpaque: isOpaque, keepsSize: drawing.keepsSize, context, { canvas in try drawing.paint(in: canvas, draw) })
      return made ?? .direct(DirectContents(drawing, context.lasting))
    case .coverage(let color, let bounds, let draw):
      let tint = color.isDynamic ? drawing.resolved(color) : color
      return try contents(in: bounds, tint: tint, keepsSize: drawing.keepsSize, context, { canvas in try drawing.paint(in: canvas, draw) })
        ?? PaintContents.none
    case .changed(let change, let plan):
      let made = try contents(of: plan, drawing, context)
      if case .buffer(let contents) = made { contents.change = change }
      return made
    case .fading(let fade, let plan):
      let made = try contents(of: plan, drawing, context)
      if case .buffer(let contents) = made { contents.fade = fade }
      return made
    }
  }

  /// Draws into a buffer of the pool, or into a mask if a tint is set. Returns nil if the appearance depends on the content below.
  private func contents(
    in bounds: Rect?, tint: Color? = nil, isOpaque: Bool = false, keepsSize: Bool, _ context: DrawContext, _ draw: DrawPlan.Drawing
  ) throws -> PaintContents? {
    let whole = try area(bounds, context)
    guard !whole.isEmpty else { return PaintContents.none }
    let area = if let viewport, ContentViewport.isTooLarge(whole) { viewport.part(of: whole) } else { whole }
    let scale = context.scale
    let buffer = try buffer(for: area, format: tint == nil ? .argb8888 : .coverage8)
    let hasLetters: Bool
    let needsBackdrop: Bool
    do {
      let canvas = try Canvas(
        buffer, scale: scale, origin: Point(Double(area.x) / scale, Double(area.y) / scale),
        textAntialiasing: context.environment.textAntialiasing, colorDepth: context.environment.colorDepth)
      try draw(canvas)
      if let failure = canvas.failure { throw failure }
      (hasLetters, needsBackdrop) = (canvas.hasLetters, canvas.needsBackdrop)
    }
    if needsBackdrop { return nil }
    return .buffer(
      NodeContents(
        picture: .pixels(buffer), offsetX: area.x, offsetY: area.y, tint: tint, hasLetters: hasLetters,
        isOpaque: isOpaque && whole == PixelRect(x: 0, y: 0, width: box.width, height: box.height),
        showsSubtree: false, box: box, keepsSize: keepsSize, partOf: area == whole ? nil : whole, pool: pool))
  }

  /// Returns the pixels that a plan's drawing touches, relative to the corner of the node's box.
  private func area(_ bounds: Rect?, _ context: DrawContext) throws -> PixelRect {
    let box = PixelRect(x: 0, y: 0, width: box.width, height: box.height)
    let size = Rect(size: context.size)
    let bounds = bounds ?? size
    guard bounds.isFinite else { throw RenderError.badArgument("a draw plan has bounds \(bounds); all four numbers must be finite") }
    let area = bounds.covering(scale: context.scale)
    // The box is snapped to whole pixels, so it may be a pixel larger than its logical size. A plan with smaller bounds keeps them.
    return bounds.contains(size) ? area.union(box) : area
  }

  /// Returns existing pixels at a place in the box.
  private func contents(
    _ picture: ContentPicture, at place: PixelRect?, isOpaque: Bool, tint: Color? = nil, keepsSize: Bool
  ) -> NodeContents {
    let whole = PixelRect(x: 0, y: 0, width: box.width, height: box.height)
    let place = place ?? whole
    return NodeContents(
      picture: picture, offsetX: place.x, offsetY: place.y, size: (place.width, place.height), tint: tint,
      isOpaque: isOpaque && place == whole, showsSubtree: false, box: box, keepsSize: keepsSize, pool: pool, isShared: true)
  }

  private func buffer(for area: PixelRect, format: PixelFormat) throws -> PixelBuffer {
    let (pixels, overflow) = area.width.multipliedReportingOverflow(by: area.height)
    guard !overflow, pixels <= Self.maximumPixels else {
      throw RenderError.badSize(
        width: area.width, height: area.height, reason: "content of a node may have at most \(Self.maximumPixels) pixels")
    }
    let held = contentLimit == .max ? 0 : pool.usedByteCount
    // One content is always drawn.
    guard held == 0 || held + pixels * (format == .coverage8 ? 1 : 4) <= contentLimit else { throw ContentsExceedLimit() }
    return try pool.acquire(width: area.width, height: area.height, format: format)
  }
}

/// Node and its subtree, with copies of everything that is needed to paint them.
struct RasterList: Sendable {
  let scene: PaintScene
  /// Index of the node in the scene.
  let root: Int
  /// Painted area, device pixels.
  let bounds: PixelRect
  /// Drawn pixels for each of these, along each axis.
  var factor = 1.0

  /// Returns the largest factor up to `wanted` that fits into a buffer.
  static func factor(_ wanted: Double, for bounds: PixelRect) -> Double {
    let most = 16_000_000.0
    let pixels = Double(max(1, bounds.width)) * Double(max(1, bounds.height))
    guard wanted > 1 else { return wanted }
    return max(1, min(wanted, (most / pixels).squareRoot()))
  }
}
