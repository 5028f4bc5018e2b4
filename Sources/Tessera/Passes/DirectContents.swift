internal import TesseraGeometry
internal import TesseraRender

/// Content that is drawn during compositing. Any thread: several threads paint the bands of a picture.
final class DirectContents: Sendable {
  private let drawing: any NodeDrawing
  private let context: DrawContext
  private let plans = Locked(Plans())

  /// Cached plans: for the box of the layout and for the last other box in which it was shown.
  private struct Plans {
    var own: Result<DrawPlan, any Error>?
    var other: (size: Size, plan: Result<DrawPlan, any Error>)?
  }

  init(_ drawing: any NodeDrawing, _ context: DrawContext) {
    self.drawing = drawing
    self.context = context
  }

  /// Returns the same content for another context.
  func with(_ context: DrawContext) -> DirectContents { DirectContents(drawing, context) }

  /// Returns the pixels that the content covers if the node's box is at `box`; nil if there are none.
  func rect(at box: PixelRect) -> PixelRect? {
    guard let plan = try? plan(for: context.size) else { return nil }
    return area(of: plan, context.size)?.moved(box.x, box.y)
  }

  /// The same while the node is shown in another box than that of its layout.
  func rect(shownIn box: PixelRect) -> PixelRect? {
    let (size, origin) = placement(in: box)
    guard let plan = try? plan(for: size) else { return nil }
    return area(of: plan, size)?.moved(origin.x, origin.y)
  }

  /// Draws into `canvas`, whose device pixels begin at (`originX`, `originY`).
  func paint(at box: PixelRect, isElsewhere: Bool, originX: Int, originY: Int, in canvas: borrowing Canvas) throws {
    var (size, origin) = (context.size, (x: box.x, y: box.y))
    if isElsewhere { (size, origin) = placement(in: box) }
    // If the picture is drawn larger, the canvas is already scaled by that part.
    let scale = context.boxScale
    canvas.concatenate(.scale(scale, scale))
    canvas.translate(Double(origin.x - originX) / scale, Double(origin.y - originY) / scale)
    let plan = try plan(for: size)
    try drawing.tracking { try drawing.paint(in: canvas) { try plan.paint(in: $0, scale: context.scale) } }
  }

  /// Returns the size and origin for drawing in the box `shown`: of that box or, if it keeps its size, of its own at the leading corner.
  private func placement(in shown: PixelRect) -> (size: Size, origin: (x: Int, y: Int)) {
    guard drawing.keepsSize else {
      return (Size(Double(shown.width) / context.boxScale, Double(shown.height) / context.boxScale), (shown.x, shown.y))
    }
    let width = Int((context.size.width * context.boxScale).rounded())
    return (context.size, (context.environment.direction == .rtl ? shown.maxX - width : shown.x, shown.y))
  }

  private func area(of plan: DrawPlan, _ size: Size) -> PixelRect? {
    plan.placed ?? plan.area(in: size)?.covering(scale: context.boxScale)
  }

  /// Returns the cached plan for a box of `size`. Two threads may create it concurrently; both plans are equal.
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
