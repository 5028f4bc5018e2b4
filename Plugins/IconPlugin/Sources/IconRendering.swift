internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// An icon at its final position, ready to be painted. A value; any thread.
struct IconRendering: Sendable {
  let drawing: IconDrawing
  /// Square of the icon, logical units; its edges are on whole pixels.
  let frame: Rect
  let color: Color
  let isSolid: Bool
  /// Whether pixels are either covered or not, without intermediate values.
  let isBilevel: Bool
  private let scale: Double
  private let fit: IconFit

  init(
    _ drawing: IconDrawing, frame: Rect, scale: Double, color: Color, isSolid: Bool = false, isMirrored: Bool = false,
    isBilevel: Bool = false
  ) {
    (self.drawing, self.frame, self.scale, self.color) = (drawing, frame, scale, color)
    (self.isSolid, self.isBilevel) = (isSolid, isBilevel)
    let pen = Self.stroke(side: frame.width) * scale
    fit = IconFit(
      drawing, side: frame.width * scale, stroke: isBilevel ? max(1, pen.rounded()) : pen, isMirrored: isMirrored, isBilevel: isBilevel)
  }

  /// Returns the width of the pen for an icon of `side`, both in logical units.
  static func stroke(side: Double) -> Double {
    let steps: [(side: Double, stroke: Double)] = [(16, 1.5), (20, 1.75), (24, 2), (32, 2.5), (48, 3)]
    guard let next = steps.firstIndex(where: { $0.side >= side }) else { return side * 3 / 48 }
    guard next > 0 else { return side * 1.5 / 16 }
    let (a, b) = (steps[next - 1], steps[next])
    return a.stroke + (b.stroke - a.stroke) * (side - a.side) / (b.side - a.side)
  }

  /// Paints the icon. Renders its coverage first if parts are cut out, on 1-bit displays, and for a translucent color, in which overlaps
  /// must not show.
  func paint(in canvas: borrowing Canvas) throws {
    guard isBilevel || !color.isOpaque || drawing.hasCuts(isSolid: isSolid) else { return try paintParts(in: canvas, color) }
    let side = Int((frame.width * scale).rounded())
    guard side > 0 else { return }
    let mask = try PixelBuffer(width: side, height: side, format: .coverage8)
    do {
      let inner = try Canvas(mask, scale: scale, origin: frame.origin, textAntialiasing: isBilevel ? .bilevel : .grayscale)
      try paintParts(in: inner, .black)
      if let failure = inner.failure { throw failure }
    }
    let place = canvas.transform.apply(frame)
    if place.width.rounded() == Double(side), place.height.rounded() == Double(side) {
      canvas.draw(mask, atPixel: Int(place.minX.rounded()), Int(place.minY.rounded()), tint: color, letters: isBilevel)
    } else {
      canvas.draw(mask, in: frame, tint: color)
    }
  }

  private func paintParts(in canvas: borrowing Canvas, _ color: Color) throws {
    let placing = Transform.scale(1 / scale, 1 / scale).then(.translation(frame.minX, frame.minY))
    let paint = Paint.color(color)
    for part in drawing.parts {
      let isCut = part.isGap || isSolid && part.isInner
      if isCut { try canvas.beginGroup(blend: .destinationOut) }
      switch part.kind {
      case .line:
        let path = fit.place(part.path).transformed(placing)
        if isSolid, part.isOutline { canvas.fill(path, paint) }
        canvas.stroke(path, paint, StrokeStyle(width: width(of: part) / scale, cap: .round, join: .round))
      case .area: canvas.fill(fit.place(part.path).transformed(placing), paint)
      case .tile:
        let tile = fit.place(part.rect, isWhole: isBilevel)
        canvas.fill(RoundedRect(placing.apply(tile.rect), radius: tile.radii.topLeft / scale), paint)
      }
      if isCut { canvas.endGroup() }
    }
  }

  /// Returns the width of a part's line, pixels.
  private func width(of part: IconDrawing.Part) -> Double {
    if part.isThin { return isBilevel ? max(1, (fit.stroke / 2).rounded(.down)) : fit.stroke / 2 }
    // A gap is two pen widths of the drawing's own size away from its line, and ends at that line.
    if part.isGap { return max(0, 2 * drawing.grid / 12 * frame.width * scale / drawing.grid - fit.stroke) }
    return fit.stroke
  }
}
