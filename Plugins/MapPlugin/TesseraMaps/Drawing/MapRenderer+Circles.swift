internal import TesseraGeometry
internal import TesseraRender

extension MapRenderer {
  func drawCircles(_ batch: Batch, _ layer: MapStyleLayer, _ context: EvaluationContext, _ canvas: borrowing Canvas) {
    for item in batch.items where item.kind != .unknown {
      context.feature = item.feature
      let radius = layer.number("circle-radius", context)
      let stroke = max(0, layer.number("circle-stroke-width", context))
      guard radius >= 0, radius < 4096, stroke < 4096, radius + stroke > 0 else { continue }
      let opacity = layer.number("circle-opacity", context)
      let color = layer.color("circle-color", context).map { Self.color($0, opacity) }
      let ring = layer.color("circle-stroke-color", context).map { Self.color($0, layer.number("circle-stroke-opacity", context)) }
      let blur = layer.number("circle-blur", context)
      for part in item.parts {
        for point in part where point.isFinite && isOwn(point, batch) {
          drawCircle(at: point, radius, stroke, color, ring, blur: blur, canvas)
        }
      }
    }
  }

  /// Whether a point belongs to the tile itself, not to the border that neighbors repeat.
  func isOwn(_ point: Point, _ batch: Batch) -> Bool {
    guard let border = batch.border, let inverse = border.inverse else { return true }
    func isInside(_ own: Point, _ side: Double) -> Bool { own.x >= 0 && own.y >= 0 && own.x < side && own.y < side }
    guard isInside(inverse.apply(point), batch.extent) else { return false }
    return batch.parts.isEmpty || batch.parts.contains { $0.inverse.map { isInside($0.apply(point), 1) } ?? false }
  }

  private func drawCircle(
    at center: Point, _ radius: Double, _ stroke: Double, _ color: Color?, _ ring: Color?, blur: Double, _ canvas: borrowing Canvas
  ) {
    // The edge fades inwards over a pixel.
    let inset = 0.5 / scale
    if blur > 0, let color {
      let outer = radius + stroke
      let stops = (0...16).map { step -> GradientStop in
        let t = min(1, (1 - Double(step) / 16) / blur)
        var faded = color
        faded.alpha *= Float(t * t * (3 - 2 * t))
        return GradientStop(Double(step) / 16, faded)
      }
      var path = Path()
      path.addEllipse(in: Rect(center.x - outer, center.y - outer, outer * 2, outer * 2))
      canvas.fill(path, .gradient(.radial(center: center, radius: outer, stops: stops)))
      return
    }
    let inner = max(0, radius - inset)
    if let color, inner > 0 {
      var path = Path()
      path.addEllipse(in: Rect(center.x - inner, center.y - inner, inner * 2, inner * 2))
      canvas.fill(path, .color(color))
    }
    guard stroke > 0, let ring else { return }
    let outer = max(0, radius + stroke - inset)
    var path = Path()
    path.addEllipse(in: Rect(center.x - outer, center.y - outer, outer * 2, outer * 2))
    path.addEllipse(in: Rect(center.x - inner, center.y - inner, inner * 2, inner * 2))
    canvas.fill(path, .color(ring), rule: .evenOdd)
  }
}
