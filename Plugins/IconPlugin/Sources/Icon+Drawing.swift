public import Tessera
public import TesseraGeometry
public import TesseraRender

extension Icon {
  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let wanted = validSide ?? context.environment.iconSide()
    let side = min(wanted, range.max.width, range.max.height)
    return range.clamp(Size(side, side))
  }

  /// Returns a mask and a color, pixels if the color is translucent, or nothing without a name and a path.
  ///
  /// - Throws: ``IconError`` for an unknown name and for an invalid path.
  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    guard let rendering = try rendering(in: context) else { return .nothing }
    guard rendering.color.isOpaque else { return .pixels(bounds: rendering.frame) { try rendering.paint(in: $0) } }
    return .coverage(rendering.color, bounds: rendering.frame) { try rendering.paint(in: $0) }
  }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) throws {
    try drawPlan(in: context).paint(in: canvas, scale: context.scale)
  }

  /// Side set by the program, if it is valid.
  private var validSide: Double? { side.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } }

  private func rendering(in context: DrawContext) throws -> IconRendering? {
    guard !name.isEmpty || !path.isEmpty else { return nil }
    let box = context.contentRect
    let room = min(box.width, box.height)
    let side = min(validSide ?? room, room)
    guard side.isFinite, side * context.scale >= 1 else { return nil }
    let source = name.isEmpty ? IconSource(path) : IconSet.drawing(of: name, side: side, isSolid: isSolid)
    guard let source else { throw IconError.unknown(name) }
    let environment = context.environment
    return IconRendering(
      try IconDrawing(source), frame: Self.frame(side: side, in: box, scale: context.scale), scale: context.scale,
      color: (tint ?? environment.tint ?? .theme(.ink)).resolved(in: environment), isSolid: isSolid,
      isMirrored: source.isMirrored && environment.direction == .rtl, isBilevel: environment.textAntialiasing == .bilevel)
  }

  /// Returns the square in the middle of a box, on whole pixels.
  static func frame(side: Double, in box: Rect, scale: Double) -> Rect {
    let pixels = max(1, (side * scale).rounded())
    func start(_ middle: Double) -> Double { (middle * scale - pixels / 2 + 1e-6).rounded(.down) / scale }
    return Rect(start(box.midX), start(box.midY), pixels / scale, pixels / scale)
  }
}
