public import Tessera
internal import TesseraGeometry
public import TesseraRender

extension Chart {
  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    // Bubbles may be wider than the chart.
    let bounds = Rect(size: context.size).inset(by: Insets(-4))
    guard context.environment.textAntialiasing == .bilevel else { return .pixels(bounds: bounds) { draw(in: $0, context: context) } }
    return .direct(bounds: bounds) { draw(in: $0, context: context) }
  }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let state = context.storage(of: Chart.self).state.withLock { $0 }
    let box = context.contentRect
    guard box.width >= 1, box.height >= 1, box.width.isFinite, box.height.isFinite else { return }
    let look = ChartLook(context.environment, scale: context.scale)
    let content = ChartContent(self, hidden: state.hidden, height: box.height)
    let frame = ChartFrame(self, content, in: box, look)
    if !title.isEmpty, kind != .sparkline {
      let words = titleWords(look, in: box)
      canvas.draw(words, at: Point(look.isRightToLeft ? box.maxX - words.size.width : box.minX, box.minY))
    }
    guard !content.isEmpty else { return drawEmpty(frame, in: canvas) }
    drawLegend(frame, hidden: state.hidden, in: canvas)
    if kind.hasParts {
      ChartPie(self, frame).draw(reading: state.reading, in: canvas)
    } else {
      if kind != .sparkline { drawAxes(frame, in: canvas) }
      ChartPlot(self, frame, context).draw(in: canvas)
      if kind != .sparkline { drawPlaces(frame, in: canvas) }
    }
    if context.isCancelled { return }
    if let reading = state.reading { ChartReading(self, frame, reading)?.draw(in: canvas) }
  }

  func titleWords(_ look: ChartLook, in box: Rect) -> TextLayout {
    look.words(title, look.theme[.heading], look.theme.ink, width: box.width)
  }

  /// Note in place of the data.
  func emptyWords(_ frame: ChartFrame) -> (words: String, layout: TextLayout) {
    let words = emptyText ?? frame.look.environment.word(.noData)
    return (words, frame.look.words(words, frame.look.theme[.body], frame.look.theme.inkSoft, width: frame.box.width))
  }

  /// Name of an item of the legend, and its share if both have room: names are more important.
  func legendWords(_ item: ChartFrame.Item, _ frame: ChartFrame, isHidden: Bool) -> (name: TextLayout, share: TextLayout?) {
    let (look, theme) = (frame.look, frame.look.theme)
    var (width, shown): (Double, TextLayout?) = (max(0, item.frame.width - 20), nil)
    if kind.hasParts, frame.content.parts.indices.contains(item.index) {
      let share = look.words("\(Int((frame.content.parts[item.index].share * 100).rounded())) %", theme[.small], theme.inkSoft)
      let rest = width - share.size.width - theme[.space2]
      if rest >= 36 { (width, shown) = (rest, share) }
    }
    return (look.words(item.name, theme[.small], isHidden ? theme.inkFaint : theme.ink, width: width), shown)
  }

  private func drawEmpty(_ frame: ChartFrame, in canvas: borrowing Canvas) {
    guard kind != .sparkline else { return }
    let words = emptyWords(frame).layout
    canvas.draw(words, at: Point(frame.box.midX - words.size.width / 2, frame.box.midY - words.size.height / 2))
  }

  private func drawLegend(_ frame: ChartFrame, hidden: Set<Int>, in canvas: borrowing Canvas) {
    let (look, theme) = (frame.look, frame.look.theme)
    for item in frame.items {
      let isHidden = hidden.contains(item.index) && !kind.hasParts
      let left = look.isRightToLeft ? item.frame.maxX - 12 : item.frame.minX
      let square = look.aligned(Rect(left, item.frame.midY - 6, 12, 12))
      if isHidden {
        canvas.drawBorder(Border(width: max(1, look.pixel), color: theme.edge), of: RoundedRect(square, radius: 3))
      } else {
        look.fill(square, radii: CornerRadii(look.isBilevel ? 0 : 3), item.index, in: canvas)
      }
      let (words, share) = legendWords(item, frame, isHidden: isHidden)
      if let share {
        let x = look.isRightToLeft ? item.frame.minX : item.frame.maxX - share.size.width
        canvas.draw(share, at: Point(x, item.frame.midY - share.size.height / 2))
      }
      let x = look.isRightToLeft ? item.frame.maxX - 20 - words.size.width : item.frame.minX + 20
      canvas.draw(words, at: Point(x, item.frame.midY - words.size.height / 2))
    }
  }

  /// Draws lines at round numbers, with their numbers at the end side.
  private func drawAxes(_ frame: ChartFrame, in canvas: borrowing Canvas) {
    let (look, theme, plot) = (frame.look, frame.look.theme, frame.plot)
    if !unit.isEmpty {
      let words = look.words(unit, theme[.micro], theme.inkSoft, width: frame.box.width)
      canvas.draw(words, at: Point(look.isRightToLeft ? frame.box.minX : frame.box.maxX - words.size.width, frame.unitPlace.y))
    }
    let lines = frame.content.scale.lines
    // Large letters have room for the numbers of some lines only; 0 has its number.
    let distance = lines.count > 1 ? abs(frame.y(lines[0]) - frame.y(lines[1])) : plot.height
    let skip = max(1, Int(min(100, (look.line(theme[.micro]) / max(1, distance)).rounded(.up))))
    let origin = lines.firstIndex { abs($0) < frame.content.scale.step * 1e-6 } ?? 0
    for (index, line) in lines.enumerated() {
      let y = look.aligned(min(plot.maxY - look.pixel, frame.y(line)))
      let isZero = abs(line) < frame.content.scale.step * 1e-6
      if isZero {
        canvas.fill(Rect(plot.minX, y, plot.width, look.pixel), .color(theme.edge))
      } else {
        var path = Path()
        path.move(to: Point(plot.minX, y + look.pixel / 2))
        path.line(to: Point(plot.maxX, y + look.pixel / 2))
        let color = look.isBilevel ? theme.ink : theme.line
        canvas.stroke(path, .color(color), StrokeStyle(width: look.pixel, dashes: [look.pixel, 2 * look.pixel]))
      }
      guard (index - origin) % skip == 0 else { continue }
      let words = look.words(ChartScale.words(line, decimals: frame.decimals), theme[.micro], theme.inkSoft)
      let x = look.isRightToLeft ? plot.minX - theme[.space2] - words.size.width : frame.box.maxX - words.size.width
      canvas.draw(words, at: Point(x, y - words.size.height / 2))
    }
  }

  /// Returns the ticks of a time axis; nil for an axis of numbers.
  func timeAxis(_ span: ClosedRange<Double>, count: Int, _ environment: EnvironmentValues) -> ChartTime? {
    axis == .time ? ChartTime(span, count: count, offset: timeOffset, locale: environment.locale) : nil
  }

  /// Draws the words below the points, as many as there is room for.
  private func drawPlaces(_ frame: ChartFrame, in canvas: borrowing Canvas) {
    let (look, theme, plot, span) = (frame.look, frame.look.theme, frame.plot, frame.content.span)
    var places: [(Double, String)] = []
    if labels.isEmpty {
      guard !kind.hasBars else { return }
      var extent = ChartExtent()
      extent.add(frame.start)
      extent.add(frame.start + span.upperBound - span.lowerBound)
      let count = Int(max(1, min(8, plot.width / 60)))
      if let time = timeAxis(span, count: count, look.environment) {
        places = time.ticks
      } else {
        let scale = ChartScale(extent, lower: extent.lower, upper: extent.upper, includesZero: false, lines: count)
        places = scale.lines.map { ($0, ChartScale.words($0, decimals: scale.decimals)) }
      }
    } else {
      let first = Int(max(0, min(1e9, (frame.start - 0.001).rounded(.up))))
      let last = Int(min(Double(labels.count - 1), max(-1, min(1e9, span.upperBound))))
      guard first <= last else { return }
      // Labels are measured until the row is full: a long list costs no more.
      let room = Int(max(1, min(200, plot.width / 24)))
      let step = max(1, (last - first + room) / room)
      places = stride(from: first, through: last, by: step).map { (Double($0), labels[$0]) }
    }
    let layouts = places.map { ($0.0, look.words($0.1, theme[.micro], theme.inkSoft, width: max(24, plot.width / 2))) }
    let widest = layouts.map(\.1.size.width).max() ?? 0
    let distance = layouts.count > 1 ? abs(frame.x(layouts[1].0) - frame.x(layouts[0].0)) : plot.width
    let skip = max(1, Int(min(1000, ((widest + theme[.space2]) / max(1, distance)).rounded(.up))))
    for (place, words) in layouts.enumerated().filter({ $0.offset % skip == 0 }).map(\.element) {
      let middle = frame.x(place)
      guard middle >= plot.minX - 1, middle <= plot.maxX + 1 else { continue }
      let x = min(max(frame.box.minX, middle - words.size.width / 2), max(frame.box.minX, frame.box.maxX - words.size.width))
      canvas.draw(words, at: Point(x, plot.maxY + theme[.space1]))
    }
  }
}
