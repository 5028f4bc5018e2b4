internal import TesseraGeometry
internal import TesseraRender

/// Content that is drawn while compositing. Any thread: the bands of one picture are painted by several.
final class DirectContents: Sendable {
  private let drawing: any NodeDrawing
  private let context: DrawContext
  private let plans = Locked(Plans())

  /// Plans that were made, for the box that the node was laid out in and for the last other one that it was shown in.
  private struct Plans {
    var own: Result<DrawPlan, any Error>?
    var other: (size: Size, plan: Result<DrawPlan, any Error>)?
  }

  init(_ drawing: any NodeDrawing, _ context: DrawContext) {
    self.drawing = drawing
    self.context = context
  }

  /// The same for another context.
  func with(_ context: DrawContext) -> DirectContents { DirectContents(drawing, context) }

  /// The pixels that the content covers when the node's box lies at `box`; nil where there are none.
  func rect(at box: PixelRect) -> PixelRect? {
    guard let plan = try? plan(for: context.size) else { return nil }
    return area(of: plan, context.size)?.moved(box.x, box.y)
  }

  /// The same while the node is shown in another box than it was laid out in.
  func rect(shownIn box: PixelRect) -> PixelRect? {
    let (size, origin) = placement(in: box)
    guard let plan = try? plan(for: size) else { return nil }
    return area(of: plan, size)?.moved(origin.x, origin.y)
  }

  /// Draws into `canvas`, in which device pixels begin at (`originX`, `originY`).
  func paint(at box: PixelRect, isElsewhere: Bool, originX: Int, originY: Int, in canvas: borrowing Canvas) throws {
    var (size, origin) = (context.size, (x: box.x, y: box.y))
    if isElsewhere { (size, origin) = placement(in: box) }
    // Where the picture is drawn larger, the canvas has that part of the scale already.
    let scale = context.boxScale
    canvas.concatenate(.scale(scale, scale))
    canvas.translate(Double(origin.x - originX) / scale, Double(origin.y - originY) / scale)
    let plan = try plan(for: size)
    try drawing.tracking { try drawing.paint(in: canvas) { try plan.paint(in: $0, scale: context.scale) } }
  }

  /// How it is drawn in the box `shown`: anew for its size, or as for its own at the corner where lines start.
  private func placement(in shown: PixelRect) -> (size: Size, origin: (x: Int, y: Int)) {
    guard drawing.keepsSize else {
      return (Size(Double(shown.width) / context.boxScale, Double(shown.height) / context.boxScale), (shown.x, shown.y))
    }
    let width = Int((context.size.width * context.boxScale).rounded())
    return (context.size, (context.environment.direction == .rtl ? shown.maxX - width : shown.x, shown.y))
  }

  private func area(of plan: DrawPlan, _ size: Size) -> PixelRect? {
    if case .changed(_, let plan) = plan { return area(of: plan, size) }
    if case .fading(_, let plan) = plan { return area(of: plan, size) }
    if case .shared(let shared) = plan {
      return PixelRect(x: shared.x, y: shared.y, width: shared.pixels.width, height: shared.pixels.height)
    }
    return plan.area(in: size)?.covering(scale: context.boxScale)
  }

  /// The plan for a box of `size`, made once. Two threads may make it at once; both are of the same value.
  private func plan(for size: Size) throws -> DrawPlan {
    let isOwn = size == context.size
    if let known = plans.withLock({ isOwn ? $0.own : $0.other.flatMap { $0.size == size ? $0.plan : nil } }) { return try known.get() }
    let made = Result { try drawing.tracking { try drawing.plan(in: isOwn ? context : context.resized(to: size)) } }
    plans.withLock { plans in
      if isOwn { plans.own = made } else { plans.other = (size, made) }
    }
    return try made.get()
  }
}
