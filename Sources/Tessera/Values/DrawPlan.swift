public import TesseraGeometry
public import TesseraRender

/// Content of a node in one box and how to draw it. Each draw follows one plan.
///
/// ```swift
/// func drawPlan(in context: DrawContext) throws -> DrawPlan {
///   guard !marks.isEmpty else { return .nothing }
///   let path = outline(in: context.contentRect)
///   return .coverage(color, bounds: path.bounds) { $0.fill(path, .color(color)) }
/// }
/// ```
///
/// Do slow work, such as breaking lines, once in the plan and capture its result in the drawing. A plan is used for one box, once
/// (``direct(bounds:_:)``: each time the area is painted), by one thread at a time.
public enum DrawPlan: Sendable {
  /// Draws into a canvas whose origin is the top left corner of the node's box, in logical units. Worker thread; ``direct(bounds:_:)`` also on the frame loop.
  public typealias Drawing = @Sendable (borrowing Canvas) throws -> Void

  /// Nothing is shown, and no buffer is kept.
  case nothing
  /// Content is still loading; the node's placeholder stays.
  case pending
  /// Premultiplied pixels painted by the drawing.
  ///
  /// - Parameters:
  ///   - bounds: touched area and size of the buffer, logical units. It may extend beyond the box or be a part of it. Nil: the box.
  ///   - isOpaque: whether the whole box is covered with alpha 1, so that content below it need not be painted.
  case pixels(bounds: Rect? = nil, isOpaque: Bool = false, Drawing)
  /// One coverage byte per pixel, painted in this colour; needs a quarter of the memory.
  case coverage(Color, bounds: Rect? = nil, Drawing)
  /// Content without a buffer: drawn into the frame each time that part of it is painted, as for a node that `drawsDirectly`. For content that is
  /// drawn quickly or that depends on the content below it, such as letters on 1-bit screens.
  case direct(bounds: Rect? = nil, Drawing)
  /// Existing pixels, shown from their buffer without a draw or copy.
  case shared(SharedPixels)
  /// A picture of video in luma and chroma, opaque, scaled to a rectangle of the node's box in device pixels. It is converted as it is painted, without a draw
  /// or copy; a shrunk picture should keep half of its size at least.
  case planar(PlanarPixels, in: PixelRect)
  /// Content of the nested plan that differs only in part from the content shown before. Only that part is painted again.
  indirect case changed(ContentChange, DrawPlan)
  /// Content of the nested plan that fades in over the content or placeholder shown before.
  indirect case fading(ContentFade, DrawPlan)
}

/// Pixels that several nodes may show.
public struct SharedPixels: Sendable {
  /// Pixels in any format, which the compositor converts as it paints; premultiplied `argb8888` needs no conversion. Must not be written to.
  public var pixels: PixelBuffer
  /// Position of the left column, device pixels from the left edge of the node's box.
  public var x: Int
  /// Position of the top row, device pixels from the top edge of the node's box.
  public var y: Int
  /// Whether every pixel has alpha 1; always true for formats without alpha.
  public var isOpaque: Bool
  /// Color of a `coverage8` buffer, which is white without it. Ignored for other formats.
  public var tint: Color?

  /// Makes the content.
  public init(_ pixels: PixelBuffer, x: Int = 0, y: Int = 0, isOpaque: Bool = false, tint: Color? = nil) {
    (self.pixels, self.x, self.y) = (pixels, x, y)
    self.isOpaque = isOpaque || !pixels.format.hasAlpha
    self.tint = tint
  }
}

extension DrawPlan {
  /// Position in the node's box of content that exists already, device pixels; nil for content that is drawn.
  var placed: PixelRect? {
    switch self {
    case .shared(let shared): PixelRect(x: shared.x, y: shared.y, width: shared.pixels.width, height: shared.pixels.height)
    case .planar(_, let place): place
    case .changed(_, let plan), .fading(_, let plan): plan.placed
    case .nothing, .pending, .pixels, .coverage, .direct: nil
    }
  }

  /// Returns the painted area in a box of `size`, logical units; nil for no content, and for pixels positioned in device pixels.
  func area(in size: Size) -> Rect? {
    switch self {
    case .nothing, .pending, .shared, .planar: nil
    case .pixels(let bounds, _, _), .coverage(_, let bounds, _), .direct(let bounds, _): bounds ?? Rect(size: size)
    case .changed(_, let plan), .fading(_, let plan): plan.area(in: size)
    }
  }

  /// Draws the plan into a canvas shared with other drawing, for a type that draws a value of another type in its own draw. `scale` is the scale of
  /// the context that the plan was created for.
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
          Double(shared.x) / scale, Double(shared.y) / scale, Double(shared.pixels.width) / scale, Double(shared.pixels.height) / scale),
        tint: shared.pixels.format == .coverage8 ? shared.tint : nil)
    case .planar(let planar, let place): canvas.draw(planar, in: Rect(place, scale: scale))
    }
  }
}
