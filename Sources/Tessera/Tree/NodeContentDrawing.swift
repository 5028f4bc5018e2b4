public import TesseraGeometry
public import TesseraRender

/// Drawing of the program around the content of one node, of any type: below it, above it, through a clip, a group or a filter. A value.
///
/// ```swift
/// Image(file: "toucan.jpg").drawing { canvas, context, content in
///   canvas.save()
///   canvas.clip(RoundedRect(Rect(size: context.size), radius: context.size.width / 2))
///   try content(canvas)
///   canvas.restore()
///   canvas.fill(Rect(0, context.size.height - 4, context.size.width, 4), .color(.red))
/// }
/// ```
public struct NodeContentDrawing: Sendable, Equatable {
  /// Draws a node's content and more. Worker thread; the frame loop for content that is drawn directly.
  ///
  /// - Parameters:
  ///   - canvas: origin at the top left corner of the node's box, logical units.
  ///   - context: the context of the node's own drawing. Values of models and of the environment that the closure reads are tracked.
  ///   - content: draws the content of the node's type. It may be called with a state of the canvas, never, or more than once.
  public typealias Body =
    @Sendable (
      _ canvas: borrowing Canvas, _ context: DrawContext, _ content: DrawPlan.Drawing
    ) throws -> Void

  /// Distinguishes drawings, because closures cannot be compared: a drawing with another id is drawn again.
  public let id: any Hashable & Sendable
  /// Area outside of the box that the closure draws into, logical units.
  public let reach: Insets
  let body: Body

  /// Makes a drawing. Negative and non-finite sides of `reach` count as 0.
  public init(id: any Hashable & Sendable = 0, reach: Insets = .zero, _ body: @escaping Body) {
    func side(_ length: Double) -> Double { length.isFinite ? max(0, length) : 0 }
    self.id = id
    self.reach = Insets(top: side(reach.top), right: side(reach.right), bottom: side(reach.bottom), left: side(reach.left))
    self.body = body
  }

  public static func == (a: Self, b: Self) -> Bool { AnyHashable(a.id) == AnyHashable(b.id) && a.reach == b.reach }

  /// Returns the plan that draws `plan` through the closure. It needs a buffer of pixels, or none if `plan` needs none.
  func around(_ plan: DrawPlan, in context: DrawContext) -> DrawPlan {
    if case .pending = plan { return plan }
    if case .fading(let fade, let plan) = plan { return .fading(fade, around(plan, in: context)) }
    let body = self.body
    let content: DrawPlan.Drawing = { try plan.paint(in: $0, scale: context.scale) }
    let draw: DrawPlan.Drawing = { try body($0, context, content) }
    let own = Rect(size: context.size).inset(
      by: Insets(top: -reach.top, right: -reach.right, bottom: -reach.bottom, left: -reach.left))
    let bounds = plan.content(in: context).map { $0.isEmpty ? own : $0.union(own) } ?? own
    return plan.isDirect ? .direct(bounds: bounds, draw) : .pixels(bounds: bounds, draw)
  }
}

extension DrawPlan {
  /// Returns the painted area, logical units; nil for no content.
  fileprivate func content(in context: DrawContext) -> Rect? {
    placed.map { Rect($0, scale: context.scale) } ?? area(in: context.size)
  }

  /// Whether the content has no buffer, because it is drawn with each frame.
  fileprivate var isDirect: Bool {
    switch self {
    case .direct: true
    case .changed(_, let plan), .fading(_, let plan): plan.isDirect
    case .nothing, .pending, .pixels, .coverage, .shared, .planar: false
    }
  }
}

/// Drawing of a node's content through a closure of the program.
struct SurroundedDrawing: NodeDrawing {
  let base: any NodeDrawing
  let drawing: NodeContentDrawing

  func plan(in context: DrawContext) throws -> DrawPlan { drawing.around(try base.plan(in: context), in: base.context(from: context)) }
  func tracking<Answer>(_ body: () throws -> Answer) throws -> Answer { try base.tracking(body) }
  func context(from context: DrawContext) -> DrawContext { base.context(from: context) }
  var colorScheme: ColorScheme { base.colorScheme }
  func resolved(_ color: Color) -> Color { base.resolved(color) }
  var keepsSize: Bool { base.keepsSize }
}

extension AnyNode {
  /// Drawing of the program around the content of the node's type; nil: none. It replaces none of the type's drawing unless it leaves it out. A node
  /// whose type draws nothing, such as `box`, draws the closure only. Any thread.
  public var contentDrawing: NodeContentDrawing? {
    get { lock.withLock { state.attachments?.contentDrawing } }
    set {
      // The former closure is released, and ids are compared, after the lock: both may run code of the program.
      let former = attach { attachments in
        defer { attachments.contentDrawing = newValue }
        return attachments.contentDrawing
      }
      if former != newValue { setNeedsDisplay() }
    }
  }
}
