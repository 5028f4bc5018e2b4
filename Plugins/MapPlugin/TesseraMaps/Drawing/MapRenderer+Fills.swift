internal import TesseraGeometry
internal import TesseraRender

extension MapRenderer {
  /// Maximum number of points of a path that joins features.
  static let maximumJoined = 20_000

  /// Style of a fill.
  private struct Fill: Equatable {
    var color: MapColor
    var opacity: Double
    var outline: MapColor?
    var isSmooth: Bool
  }

  func drawFills(
    _ batch: Batch, _ layer: MapStyleLayer, _ context: EvaluationContext, _ patterns: PatternBlocks, _ canvas: borrowing Canvas
  ) {
    let isSmooth = layer.flag("fill-antialias", context)
    for item in batch.items where item.kind == .polygon || item.kind == .line {
      context.feature = item.feature
      if layer.has("fill-pattern") {
        guard let block = patterns.block(layer.string("fill-pattern", context)) else { continue }
        var path = Path()
        for ring in item.parts where ring.count >= 3 { path.add(ring, isClosed: true) }
        guard !path.isEmpty else { continue }
        canvas.save()
        canvas.clip(path, rule: .evenOdd)
        fill(path.bounds, with: block, opacity: min(max(layer.number("fill-opacity", context), 0), 1), canvas)
        canvas.restore()
        continue
      }
      guard let color = layer.color("fill-color", context) else { continue }
      let outline = layer.has("fill-outline-color") ? layer.color("fill-outline-color", context) : nil
      var path = Path()
      for ring in item.parts where ring.count >= 3 { path.add(ring, isClosed: true) }
      draw(path, Fill(color: color, opacity: layer.number("fill-opacity", context), outline: outline, isSmooth: isSmooth), canvas)
    }
  }

  private func draw(_ path: Path, _ fill: Fill, _ canvas: borrowing Canvas) {
    guard !path.isEmpty else { return }
    let opacity = fill.color.alpha * min(max(fill.opacity, 0), 1)
    guard opacity > 0 else { return }
    let solid = MapColor(fill.color.red, fill.color.green, fill.color.blue)
    // Edges reach half a pixel outwards, so that neighboring areas have no seam.
    let pen = StrokeStyle(width: 1 / scale, join: .bevel)
    if !fill.isSmooth { canvas.setAliased(true) }
    if opacity >= 1 || !fill.isSmooth {
      canvas.fill(path, .color(Self.color(solid, opacity)), rule: .evenOdd)
      if fill.isSmooth, fill.outline == nil { canvas.stroke(path, .color(Self.color(solid, 1)), pen) }
    } else if (try? canvas.beginGroup(opacity: opacity)) != nil {
      canvas.fill(path, .color(Self.color(solid, 1)), rule: .evenOdd)
      if fill.outline == nil { canvas.stroke(path, .color(Self.color(solid, 1)), pen) }
      canvas.endGroup()
    }
    if let outline = fill.outline, fill.isSmooth { canvas.stroke(path, .color(Self.color(outline, fill.opacity)), pen) }
    if !fill.isSmooth { canvas.setAliased(false) }
  }
}

extension Path {
  /// Adds a line or ring.
  mutating func add(_ points: [Point], isClosed: Bool) {
    guard let first = points.first, points.allSatisfy(\.isFinite) else { return }
    move(to: first)
    for point in points.dropFirst() { line(to: point) }
    if isClosed { close() }
  }
}
