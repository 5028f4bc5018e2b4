internal import TesseraGeometry
internal import TesseraRender

extension MapRenderer {
  /// Pen of a line.
  struct Pen: Equatable {
    var color: MapColor
    var opacity: Double
    var width: Double
    var gap: Double
    var offset: Double
    var blur: Double
    var style: StrokeStyle
  }

  func drawLines(_ batch: Batch, _ layer: MapStyleLayer, _ context: EvaluationContext, _ canvas: borrowing Canvas) {
    var path = Path()
    var current: Pen?
    var icons = 0
    for item in batch.items where item.kind == .line || item.kind == .polygon {
      context.feature = item.feature
      guard let pen = pen(layer, context) else { continue }
      if layer.has("line-pattern") {
        guard let icon = sprite?.icons[layer.string("line-pattern", context)], icons < Self.maximumIconsOnLines else { continue }
        let lines = item.parts.filter { $0.count >= 2 && $0.allSatisfy(\.isFinite) }
        icons += drawPattern(
          icon, along: item.kind == .polygon ? lines.map { $0 + $0.prefix(1) } : lines, width: pen.width, opacity: pen.opacity,
          limit: Self.maximumIconsOnLines - icons, canvas)
        continue
      }
      if let last = current, last != pen || path.pointCount > Self.maximumJoined || pen.color.alpha * pen.opacity < 1 {
        draw(path, last, canvas)
        path = Path()
      }
      current = pen
      for part in item.parts where part.count >= 2 { path.add(part, isClosed: item.kind == .polygon) }
    }
    if let current { draw(path, current, canvas) }
  }

  private func pen(_ layer: MapStyleLayer, _ context: EvaluationContext) -> Pen? {
    let width = layer.number("line-width", context)
    guard width > 0, width < 10_000, let color = layer.color("line-color", context) else { return nil }
    let opacity = min(max(layer.number("line-opacity", context), 0), 1)
    guard color.alpha * opacity > 0 else { return nil }
    var style = StrokeStyle(width: width, miterLimit: max(1, layer.number("line-miter-limit", context)))
    style.cap = LineCap(rawValue: layer.string("line-cap", context)) ?? .butt
    style.join = LineJoin(rawValue: layer.string("line-join", context)) ?? .miter
    let dashes = layer.numbers("line-dasharray", context)
    if dashes.count >= 2, dashes.count <= 64, dashes.allSatisfy({ $0 >= 0 }) { style.dashes = dashes.map { $0 * width } }
    return Pen(
      color: color, opacity: opacity, width: width, gap: max(0, layer.number("line-gap-width", context)),
      offset: layer.number("line-offset", context), blur: max(0, layer.number("line-blur", context)), style: style)
  }

  private func draw(_ path: Path, _ pen: Pen, _ canvas: borrowing Canvas) {
    guard !path.isEmpty else { return }
    let shifts = pen.gap > 0 ? [pen.offset - (pen.gap + pen.width) / 2, pen.offset + (pen.gap + pen.width) / 2] : [pen.offset]
    for shift in shifts {
      let line = shift == 0 ? path : OffsetLine.path(path, by: shift, miterLimit: pen.style.miterLimit)
      stroke(line, pen, canvas)
    }
  }

  private func stroke(_ path: Path, _ pen: Pen, _ canvas: borrowing Canvas) {
    let solid = Self.color(MapColor(pen.color.red, pen.color.green, pen.color.blue), 1)
    let opacity = pen.color.alpha * pen.opacity
    var style = pen.style
    if pen.blur > 0 { return strokeBlurred(path, pen, solid, opacity, canvas) }
    // Lines below a pixel keep an edge of half a pixel on both sides.
    let pixels = pen.width * scale
    if pixels < 1 { style.width = (pixels / 2 + 0.5) * (pixels / 2 + 0.5) / scale }
    var color = solid
    color.alpha = Float(opacity)
    canvas.stroke(path, .color(color), style)
  }

  /// Strokes of falling width add up to an edge that fades over the blur.
  private func strokeBlurred(_ path: Path, _ pen: Pen, _ color: Color, _ opacity: Double, _ canvas: borrowing Canvas) {
    let steps = 12
    guard (try? canvas.beginGroup(opacity: opacity)) != nil else { return }
    var covered = 0.0
    for step in 1...steps {
      let level = (Double(step) - 0.5) / Double(steps)
      let distance = pen.width / 2 + 0.5 / scale - level * (pen.blur + 1 / scale)
      guard distance > 0 else { break }
      let alpha = min(1, Double(step) / Double(steps))
      var style = pen.style
      style.width = distance * 2
      var layer = color
      layer.alpha = Float(1 - (1 - alpha) / max(1 - covered, 1e-6))
      covered = alpha
      canvas.stroke(path, .color(layer), style)
    }
    canvas.endGroup()
  }
}

/// Lines parallel to a line.
enum OffsetLine {
  /// Returns the path moved to the right of its direction.
  static func path(_ path: Path, by distance: Double, miterLimit: Double) -> Path {
    var result = Path()
    var line: [Point] = []
    func flush(isClosed: Bool) {
      if line.count >= 2 { result.add(moved(line, distance, isClosed), isClosed: isClosed) }
      line = []
    }
    for element in path.elements {
      switch element {
      case .move(let point):
        flush(isClosed: false)
        line = [point]
      case .line(let point): if point != line.last { line.append(point) }
      case .close: flush(isClosed: true)
      default: break
      }
    }
    flush(isClosed: false)
    return result
  }

  private static func moved(_ line: [Point], _ distance: Double, _ isClosed: Bool) -> [Point] {
    func normal(_ a: Point, _ b: Point) -> Point {
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let length = max((dx * dx + dy * dy).squareRoot(), 1e-9)
      return Point(-dy / length, dx / length)
    }
    var result: [Point] = []
    for (i, point) in line.enumerated() {
      let before = i > 0 ? line[i - 1] : isClosed ? line[line.count - 1] : nil
      let after = i + 1 < line.count ? line[i + 1] : isClosed ? line[0] : nil
      let first = before.map { normal($0, point) }
      let second = after.map { normal(point, $0) }
      guard let a = first ?? second, let b = second ?? first else { continue }
      let dot = a.x * b.x + a.y * b.y
      // Sharp corners get both ends instead of a long miter.
      if dot < -0.5 {
        result.append(Point(point.x + a.x * distance, point.y + a.y * distance))
        result.append(Point(point.x + b.x * distance, point.y + b.y * distance))
      } else {
        let factor = distance / (1 + dot)
        result.append(Point(point.x + (a.x + b.x) * factor, point.y + (a.y + b.y) * factor))
      }
    }
    return result
  }
}
