internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Read point of a chart: its numbers, and the bubble with them. A value.
struct ChartReading {
  /// Number of a series at the point.
  struct Row: Hashable {
    let index: Int
    let name: String
    let words: String
    let place: Point?
  }

  private let frame: ChartFrame
  /// Label or place of the point.
  let title: String
  let rows: [Row]
  private let anchor: Point
  private let hasLine: Bool

  /// Returns nil if there is no such point.
  init?(_ chart: Chart, _ frame: ChartFrame, _ index: Int) {
    self.frame = frame
    func words(_ number: Double, _ decimals: Int) -> String {
      let digits = ChartScale.words(number, atMost: decimals)
      return chart.unit.isEmpty || !number.isFinite ? digits : digits + "\u{a0}" + chart.unit
    }
    if chart.kind.hasParts {
      guard frame.content.parts.indices.contains(index) else { return nil }
      let part = frame.content.parts[index]
      title = part.name
      rows = [
        Row(index: index, name: "", words: words(part.number, frame.decimals) + ", \(Int((part.share * 100).rounded()))\u{a0}%", place: nil)
      ]
      (anchor, hasLine) = (ChartPie(chart, frame).middle(index), false)
      return
    }
    guard let first = frame.content.series.first, let point = first.series.data.point(index) else { return nil }
    let label = Int(exactly: point.x).flatMap { chart.labels.indices.contains($0) ? chart.labels[$0] : nil }
    // Places are whole in most charts.
    let time = chart.timeAxis(frame.content.span, count: 1, frame.look.environment)?.words(at: point.x)
    title = label ?? time ?? ChartScale.words(point.x, decimals: point.x == point.x.rounded() ? 0 : 2)
    let decimals = min(6, frame.decimals + 2)
    rows = frame.content.series.prefix(6).compactMap { item in
      guard let own = item.series.data.nearest(point.x)?.point else { return nil }
      let isBar = chart.kind.hasBars
      let place = own.y.isFinite && !isBar ? Point(frame.x(own.x), frame.y(own.y)) : nil
      return Row(index: item.index, name: item.series.name, words: words(own.y, decimals), place: place)
    }
    (anchor, hasLine) = (Point(frame.x(point.x), frame.plot.minY), true)
  }

  /// Words for screen readers.
  var spoken: String { title + ": " + rows.map { $0.name.isEmpty ? $0.words : $0.name + " " + $0.words }.joined(separator: ", ") }

  func draw(in canvas: borrowing Canvas) {
    let (look, theme, box) = (frame.look, frame.look.theme, frame.box)
    if hasLine {
      let x = look.aligned(min(frame.plot.maxX - look.pixel, max(frame.plot.minX, anchor.x)))
      canvas.fill(Rect(x, frame.plot.minY, look.pixel, frame.plot.height), .color(theme.ink))
      for row in rows {
        guard let place = row.place, frame.plot.inset(by: -4).contains(place) else { continue }
        let square = look.aligned(Rect(place.x - 4, place.y - 4, 8, 8))
        canvas.fill(RoundedRect(square, radius: 2), .color(look.color(row.index)))
        canvas.drawBorder(Border(width: max(1, look.pixel), color: theme.surface), of: RoundedRect(square, radius: 2))
      }
    }
    let lines =
      [look.words(title, theme[.micro], theme.onInverse)]
      + rows.map { look.words($0.name.isEmpty ? $0.words : $0.name + "  " + $0.words, theme[.small], theme.onInverse, weight: 700) }
    let height = lines.reduce(0) { $0 + $1.size.height } + theme[.space2]
    let width = min(box.width, (lines.map(\.size.width).max() ?? 0) + 2 * theme[.space2])
    let x = min(max(box.minX, anchor.x - width / 2), max(box.minX, box.maxX - width))
    let top = hasLine ? frame.plot.minY : min(max(box.minY, anchor.y - height - theme[.space1]), max(box.minY, box.maxY - height))
    // Beside the line, so that the points can be seen.
    let gap = theme[.space2]
    let left = !hasLine ? x : anchor.x + gap + width <= box.maxX ? anchor.x + gap : max(box.minX, anchor.x - gap - width)
    let bubble = look.aligned(Rect(left, top, width, height))
    canvas.fill(RoundedRect(bubble, radius: theme[.radius2]), .color(theme.inverse))
    canvas.save()
    canvas.clip(bubble)
    var y = bubble.minY + theme[.space1]
    for line in lines {
      let start = look.isRightToLeft ? bubble.maxX - theme[.space2] - line.size.width : bubble.minX + theme[.space2]
      canvas.draw(line, at: Point(start, y))
      y += line.size.height
    }
    canvas.restore()
  }
}
