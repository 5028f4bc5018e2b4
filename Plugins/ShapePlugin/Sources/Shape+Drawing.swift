public import Tessera
public import TesseraGeometry
public import TesseraRender

extension Shape {
  /// Size of the view box; without one, of the box that contains the outline and the origin.
  ///
  /// Zero for an ellipse.
  var naturalSize: Size {
    if let viewBox { return viewBox.size }
    let bounds = outlineInItsUnits?.bounds ?? .zero
    return Size(max(0, bounds.maxX), max(0, bounds.maxY))
  }

  /// Outline before fitting; nil for the ellipse that fills the box.
  private var outlineInItsUnits: Path? {
    if hasPath { return outline ?? Path() }
    guard let first = points.first else { return nil }
    var polygon = Path()
    polygon.move(to: first)
    for point in points.dropFirst() { polygon.line(to: point) }
    polygon.close()
    return polygon
  }

  /// Returns the map of the view box into a box of `size`.
  func placement(in size: Size) -> Transform {
    guard let viewBox, viewBox.width > 0, viewBox.height > 0 else { return .identity }
    let target = contentMode.frame(of: viewBox.size, in: size)
    return Transform.translation(-viewBox.minX, -viewBox.minY)
      .then(.scale(target.width / viewBox.width, target.height / viewBox.height)).then(.translation(target.minX, target.minY))
  }

  /// Returns the line width in a box of `size`, scaled by the geometric mean of both scale factors.
  func lineWidth(in size: Size) -> Double {
    guard stroke != nil else { return 0 }
    let placed = placement(in: size)
    return strokeWidth * (abs(placed.a * placed.d)).squareRoot()
  }

  /// Returns the outline in a box of `size`.
  ///
  /// The line of an ellipse stays within the box.
  func placedOutline(in size: Size) -> Path {
    if let outline = outlineInItsUnits { return outline.transformed(placement(in: size)) }
    let inset = min(lineWidth(in: size), size.width, size.height) / 2
    var ellipse = Path()
    ellipse.addEllipse(in: Rect(inset, inset, size.width - 2 * inset, size.height - 2 * inset))
    return ellipse
  }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let natural = naturalSize
    guard viewBox != nil, contentMode != .stretch, natural.width > 0, natural.height > 0 else { return range.clamp(natural) }
    let shrink = min(1, range.max.width / natural.width, range.max.height / natural.height)
    let grow = max(range.min.width / natural.width, range.min.height / natural.height)
    let factor = min(max(shrink, grow), range.max.width / natural.width, range.max.height / natural.height)
    return range.clamp(Size(natural.width * factor, natural.height * factor))
  }

  /// Returns a mask and a colour if there is a single opaque colour, otherwise pixels, as large as the outline including its line; nothing
  /// without a paint.
  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    let bounds = paintedBounds(in: context.size)
    let draw: DrawPlan.Drawing = { self.draw(in: $0, context: context) }
    switch (fill, stroke) {
    case (nil, nil): return .nothing
    case (.color(let color)?, nil) where color.isOpaque, (nil, .color(let color)?) where color.isOpaque:
      return .coverage(color, bounds: bounds, draw)
    case (.color(let a)?, .color(let b)?) where a == b && a.isOpaque: return .coverage(a, bounds: bounds, draw)
    default: return .pixels(bounds: bounds, draw)
    }
  }

  /// Returns the bounds of the outline including its line in a box of `size`.
  private func paintedBounds(in size: Size) -> Rect {
    let bounds = placedOutline(in: size).bounds
    // A sharp corner extends at most the miter limit (4) times half the width beyond the outline, a square cap less.
    let reach = lineWidth(in: size) / 2 * (join == .miter ? StrokeStyle().miterLimit : 1.5)
    return Rect(left: bounds.minX - reach, top: bounds.minY - reach, right: bounds.maxX + reach, bottom: bounds.maxY + reach)
  }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let box = Rect(size: context.size)
    let outline = placedOutline(in: context.size)
    if let fill { canvas.fill(outline, fill.mapped(to: box), rule: rule == .nonZero ? .nonZero : .evenOdd) }
    let width = lineWidth(in: context.size)
    if let stroke, width > 0, trimStart < trimEnd {
      canvas.stroke(outline.trimmed(from: trimStart, to: trimEnd), stroke.mapped(to: box), StrokeStyle(width: width, cap: cap, join: join))
    }
  }
}
