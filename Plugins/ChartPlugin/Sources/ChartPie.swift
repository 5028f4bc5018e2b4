internal import Glibc
internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Parts of a pie or ring. A value of one draw.
struct ChartPie {
  private let chart: Chart
  private let frame: ChartFrame
  let center: Point
  let radius: Double
  /// Radius of the hole; 0 for a pie.
  let hole: Double

  /// Distance of parts, logical units.
  private static let gap = 2.0

  init(_ chart: Chart, _ frame: ChartFrame) {
    (self.chart, self.frame) = (chart, frame)
    center = frame.plot.center
    radius = max(0, min(frame.plot.width, frame.plot.height) / 2)
    hole = chart.kind == .ring ? radius * 0.62 : 0
  }

  /// Returns the angles of a part: clockwise from the top.
  func angles(_ index: Int) -> (from: Double, to: Double) {
    let parts = frame.content.parts
    let before = parts[..<index].reduce(0) { $0 + $1.share }
    return (-.pi / 2 + before * 2 * .pi, -.pi / 2 + (before + parts[index].share) * 2 * .pi)
  }

  /// Returns the part at a point; nil outside.
  func part(at point: Point) -> Int? {
    let (x, y) = (point.x - center.x, point.y - center.y)
    let distance = (x * x + y * y).squareRoot()
    guard distance <= radius, distance >= hole * 0.8 else { return nil }
    var angle = atan2(y, x) + .pi / 2
    if angle < 0 { angle += 2 * .pi }
    var sum = 0.0
    for (index, part) in frame.content.parts.enumerated() {
      sum += part.share * 2 * .pi
      if angle <= sum { return index }
    }
    return frame.content.parts.indices.last
  }

  /// Returns the middle of a part.
  func middle(_ index: Int) -> Point {
    let (from, to) = angles(index)
    let distance = hole > 0 ? (hole + radius) / 2 : radius * 0.65
    return Point(center.x + cos((from + to) / 2) * distance, center.y + sin((from + to) / 2) * distance)
  }

  func draw(reading: Int?, in canvas: borrowing Canvas) {
    guard radius >= 2 else { return }
    for index in frame.content.parts.indices { frame.look.fill(path(index), index, in: canvas) }
    guard chart.kind == .ring, hole >= 20 else { return }
    let (look, theme) = (frame.look, frame.look.theme)
    let sum = frame.content.parts.reduce(0) { $0 + $1.number }
    let words = ChartScale.words(sum, decimals: frame.decimals)
    let number = [theme[.title], theme[.heading], theme[.body], theme[.micro]].lazy.map { look.words(words, $0, theme.ink, weight: 700) }
      .first { $0.size.width <= hole * 1.6 }
    guard let number else { return }
    let unit = chart.unit.isEmpty ? nil : look.words(chart.unit, theme[.small], theme.inkSoft, width: hole * 1.5)
    let height = number.size.height + (unit?.size.height ?? 0)
    canvas.draw(number, at: Point(center.x - number.size.width / 2, center.y - height / 2))
    if let unit { canvas.draw(unit, at: Point(center.x - unit.size.width / 2, center.y - height / 2 + number.size.height)) }
  }

  private func path(_ index: Int) -> Path {
    var path = Path()
    let (from, to) = angles(index)
    guard frame.content.parts.count > 1 else {
      path.addEllipse(in: Rect(center.x - radius, center.y - radius, 2 * radius, 2 * radius))
      guard hole > 0 else { return path }
      // The hole turns the other way.
      path.move(to: Point(center.x + hole, center.y))
      path.arc(center: center, radius: hole, from: 2 * .pi, to: 0, clockwise: false)
      path.close()
      return path
    }
    let half = (to - from) / 2
    let inset = min(half * 0.9, Self.gap / 2 / radius)
    path.arc(center: center, radius: radius, from: from + inset, to: to - inset)
    if hole > 0 {
      let inner = min(half * 0.9, Self.gap / 2 / hole)
      path.arc(center: center, radius: hole, from: to - inner, to: from + inner, clockwise: false)
    } else {
      // The edges of parts are parallel.
      let distance = min(radius * 0.9, Self.gap / 2 / max(0.02, sin(min(half, .pi / 2))))
      path.line(to: Point(center.x + cos(from + half) * distance, center.y + sin(from + half) * distance))
    }
    path.close()
    return path
  }
}
