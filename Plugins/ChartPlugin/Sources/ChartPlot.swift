internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Lines, areas, bars and points of a chart. A value of one draw.
struct ChartPlot {
  private let chart: Chart
  private let frame: ChartFrame
  private let context: DrawContext
  private var look: ChartLook { frame.look }

  init(_ chart: Chart, _ frame: ChartFrame, _ context: DrawContext) { (self.chart, self.frame, self.context) = (chart, frame, context) }

  /// Number of points above which a series is drawn by columns of pixels.
  static let exactLimit = 2000

  func draw(in canvas: borrowing Canvas) {
    guard frame.plot.width >= 1, frame.plot.height >= 1 else { return }
    canvas.save()
    // Lines and marks at the ends are whole.
    canvas.clip(frame.plot.inset(by: chart.kind.hasBars ? 0 : -4))
    switch chart.kind {
    case .stackedBar: drawStacks(in: canvas)
    case .bar: for (order, item) in frame.content.series.enumerated() { drawBars(item.series.data, item.index, order, in: canvas) }
    default:
      for item in frame.content.series {
        if context.isCancelled { break }
        drawSeries(item.series.data, item.index, in: canvas)
      }
    }
    canvas.restore()
  }

  /// Range of places, without the half places next to bars.
  private var span: ClosedRange<Double> { min(frame.start, frame.content.span.lowerBound)...frame.content.span.upperBound }

  /// Coordinate of 0, or of the end that is nearer to it.
  private var base: Double { look.aligned(min(frame.plot.maxY, max(frame.plot.minY, frame.y(0)))) }

  private func drawSeries(_ data: ChartData, _ index: Int, in canvas: borrowing Canvas) {
    let limit = min(Self.exactLimit, max(64, frame.columns * 2))
    guard let points = data.points(span, limit: limit) else { return drawColumns(data, index, in: canvas) }
    let runs = points.split { !$0.y.isFinite }
    if chart.kind == .scatter {
      for point in runs.joined() { drawPoint(at: Point(frame.x(point.x), frame.y(point.y)), side: 6, index, in: canvas) }
      return
    }
    for run in runs {
      let places = run.map { Point(frame.x($0.x), frame.y($0.y)) }
      guard let first = places.first, let last = places.last else { continue }
      // A number between two gaps has no line.
      guard places.count > 1 else {
        drawPoint(at: first, side: 4, index, in: canvas)
        continue
      }
      var path = Path()
      path.move(to: first)
      for place in places.dropFirst() { path.line(to: place) }
      if chart.kind == .area {
        var area = path
        area.line(to: Point(last.x, base))
        area.line(to: Point(first.x, base))
        area.close()
        fillArea(area, index, in: canvas)
      }
      let style = StrokeStyle(
        width: chart.kind == .sparkline ? 1.5 : 2, cap: look.dashes(index).isEmpty ? .round : .butt, join: .round,
        dashes: look.dashes(index))
      canvas.stroke(path, .color(look.color(index)), style)
    }
  }

  private func fillArea(_ path: Path, _ index: Int, in canvas: borrowing Canvas) {
    if look.isBilevel { return look.fill(path, index % 3 + 1, in: canvas) }
    canvas.fill(path, .color(index == 0 ? look.theme.wash : look.color(index).opacity(0.2)))
  }

  private func drawPoint(at place: Point, side: Double, _ index: Int, in canvas: borrowing Canvas) {
    canvas.fill(look.aligned(Rect(place.x - side / 2, place.y - side / 2, side, side)), .color(look.color(index)))
  }

  /// Draws the range of each column of pixels.
  private func drawColumns(_ data: ChartData, _ index: Int, in canvas: borrowing Canvas) {
    let width = frame.pixelLength
    let columns = data.columns(from: frame.start, width: width, count: frame.columns)
    let (color, thickness) = (look.color(index), max(look.pixel, look.aligned(chart.kind == .scatter ? 3 : 1.5)))
    var before: (top: Double, bottom: Double)?
    for (column, extent) in columns.enumerated() {
      guard !extent.isEmpty else {
        before = nil
        continue
      }
      let x = frame.plot.minX + Double(column) * look.pixel
      let own = (top: frame.y(extent.upper), bottom: frame.y(extent.lower))
      var (top, bottom) = own
      // Columns next to each other touch, as a line does.
      if let before, chart.kind != .scatter {
        if before.bottom < top { top = before.bottom }
        if before.top > bottom { bottom = before.top }
      }
      before = own
      if chart.kind == .area {
        let (high, low) = (min(top, base), max(bottom, base))
        let rect = look.aligned(Rect(left: x, top: high, right: x + look.pixel, bottom: low))
        if look.isBilevel {
          if column % 3 == 0 {
            for y in stride(from: high, to: low, by: 3 * look.pixel) {
              canvas.fill(Rect(x, look.aligned(y), look.pixel, look.pixel), .color(look.theme.ink))
            }
          }
        } else {
          canvas.fill(rect, .color(index == 0 ? look.theme.wash : look.color(index).opacity(0.2)))
        }
      }
      let rect = look.aligned(Rect(left: x, top: top - thickness / 2, right: x + look.pixel, bottom: max(bottom, top) + thickness / 2))
      canvas.fill(rect, .color(color))
    }
  }

  // MARK: bars

  /// Width of the room for the bars of a place.
  private var slot: Double { frame.plot.width / Double(max(1, frame.content.places)) }

  private func drawBars(_ data: ChartData, _ index: Int, _ order: Int, in canvas: borrowing Canvas) {
    let count = Double(frame.content.series.count)
    let room = slot * 2 / 3
    let width = room / count
    guard width * look.scale >= 2, let points = data.points(span, limit: Self.exactLimit) else {
      return drawBarColumns(data, index, in: canvas)
    }
    for point in points where point.y.isFinite {
      let left = frame.x(point.x) - room / 2 + Double(order) * width
      drawBar(left: left, right: left + width - (count > 1 ? look.pixel : 0), from: base, to: frame.y(point.y), index, in: canvas)
    }
  }

  private func drawBar(
    left: Double, right: Double, from: Double, to: Double, isOuter: Bool = true, _ index: Int, in canvas: borrowing Canvas
  ) {
    let rect = look.aligned(Rect(left: left, top: min(from, to), right: max(left + look.pixel, right), bottom: max(from, to)))
    guard rect.width > 0, rect.height > 0 else { return }
    let radius = isOuter ? min(look.theme[.radius1], rect.width / 2, rect.height) : 0
    let radii =
      to < from
      ? CornerRadii(topLeft: radius, topRight: radius, bottomRight: 0, bottomLeft: 0)
      : CornerRadii(topLeft: 0, topRight: 0, bottomRight: radius, bottomLeft: radius)
    look.fill(rect, radii: radii, index, in: canvas)
  }

  private func drawBarColumns(_ data: ChartData, _ index: Int, in canvas: borrowing Canvas) {
    for (column, extent) in data.columns(from: frame.start, width: frame.pixelLength, count: frame.columns).enumerated()
    where !extent.isEmpty {
      let x = frame.plot.minX + Double(column) * look.pixel
      let (top, bottom) = (min(base, frame.y(extent.upper)), max(base, frame.y(extent.lower)))
      canvas.fill(look.aligned(Rect(left: x, top: top, right: x + look.pixel, bottom: bottom)), .color(look.color(index)))
    }
  }

  private func drawStacks(in canvas: borrowing Canvas) {
    let (first, count) = ((frame.content.span.lowerBound + 0.5).rounded(), min(Self.exactLimit, frame.content.places))
    guard count > 0 else { return }
    var up = Array(repeating: 0.0, count: count)
    var down = up
    let width = max(look.pixel, slot * 2 / 3)
    let series = frame.content.series
    for (order, item) in series.enumerated() {
      guard let points = item.series.data.points(span, limit: Self.exactLimit) else { continue }
      for point in points where point.y.isFinite && point.y != 0 {
        let place = (point.x - first).rounded()
        guard place >= 0, place < Double(count) else { continue }
        let isUp = point.y > 0
        let from = isUp ? up[Int(place)] : down[Int(place)]
        let to = from + point.y
        if isUp { up[Int(place)] = to } else { down[Int(place)] = to }
        let left = frame.x(point.x) - width / 2
        drawBar(
          left: left, right: left + width, from: frame.y(from), to: frame.y(to), isOuter: order == series.count - 1, item.index, in: canvas)
      }
    }
  }
}
