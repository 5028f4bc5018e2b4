public import TesseraGeometry
public import TesseraRender

/// What a node's content is in one box, and how it is drawn: the one answer that a draw works by.
///
/// ```swift
/// func drawPlan(in context: DrawContext) throws -> DrawPlan {
///   guard !marks.isEmpty else { return .nothing }
///   let path = outline(in: context.contentRect)
///   return .coverage(color, bounds: path.bounds) { $0.fill(path, .color(color)) }
/// }
/// ```
///
/// What takes long to work out, such as lines of text, is worked out once, here, and captured by the drawing. A plan is used for one box, once
/// (``direct(bounds:_:)``: as often as the area is painted), by one thread at a time.
public enum DrawPlan: Sendable {
  /// Draws into a canvas whose origin is the top left corner of the node's box, in logical units. Worker thread; ``direct(bounds:_:)`` also on the frame loop.
  public typealias Drawing = @Sendable (borrowing Canvas) throws -> Void

  /// Nothing is shown, and no buffer is kept.
  case nothing
  /// Nothing is shown yet: what is to be is still loading. The node's own placeholder stays meanwhile.
  case pending
  /// Premultiplied pixels that the drawing draws.
  ///
  /// - Parameters:
  ///   - bounds: the area that it touches, logical units, which may reach beyond the box or be a part of it: the buffer has this size; nil: the box.
  ///   - isOpaque: whether the whole box is covered with alpha 1, so that what lies beneath need not be painted.
  case pixels(bounds: Rect? = nil, isOpaque: Bool = false, Drawing)
  /// One coverage byte a pixel, painted in this colour: a quarter of the memory.
  case coverage(Color, bounds: Rect? = nil, Drawing)
  /// Nothing is kept: it is drawn into the frame whenever that part of it is painted, as content of a node that `drawsDirectly`. For what is drawn
  /// quickly, and what goes by what lies beneath, as letters on screens of one bit do.
  case direct(bounds: Rect? = nil, Drawing)
  /// Pixels that are the content as they are: shown where they lie, neither drawn nor copied.
  case shared(SharedPixels)
  /// The content of the plan within, which differs from what the node showed before in a part only: that part alone is painted again.
  indirect case changed(ContentChange, DrawPlan)
  /// The content of the plan within, which fades in over what the node showed before: other content, or its placeholder.
  indirect case fading(ContentFade, DrawPlan)
}

/// Pixels that several nodes may show.
public struct SharedPixels: Sendable {
  /// Premultiplied `argb8888`. Nobody writes to it any more.
  public var pixels: PixelBuffer
  /// Where its left column lies, device pixels from the left edge of the node's box.
  public var x: Int
  /// Where its top row lies, device pixels from the top edge of the node's box.
  public var y: Int
  /// Whether every pixel has alpha 1.
  public var isOpaque: Bool

  /// Makes the content.
  public init(_ pixels: PixelBuffer, x: Int = 0, y: Int = 0, isOpaque: Bool = false) {
    (self.pixels, self.x, self.y, self.isOpaque) = (pixels, x, y, isOpaque)
  }
}

extension DrawPlan {
  /// The area that it shows in a box of `size`, logical units; nil where that is nothing, or pixels whose place is in device pixels.
  func area(in size: Size) -> Rect? {
    switch self {
    case .nothing, .pending, .shared: nil
    case .pixels(let bounds, _, _), .coverage(_, let bounds, _), .direct(let bounds, _): bounds ?? Rect(size: size)
    case .changed(_, let plan), .fading(_, let plan): plan.area(in: size)
    }
  }

  /// Draws it into a canvas that others draw into as well: a type that draws a value of another type within its own draw. `scale` is that of the context that
  /// the plan was made for.
  public func paint(in canvas: borrowing Canvas, scale: Double) throws {
    switch self {
    case .nothing, .pending: break
    case .pixels(_, _, let draw), .direct(_, let draw): try draw(canvas)
    case .coverage(_, _, let draw): try draw(canvas)
    case .changed(_, let plan), .fading(_, let plan): try plan.paint(in: canvas, scale: scale)
    case .shared(let shared):
      canvas.draw(
        shared.pixels,
        in: Rect(
          Double(shared.x) / scale, Double(shared.y) / scale, Double(shared.pixels.width) / scale, Double(shared.pixels.height) / scale))
    }
  }
}
