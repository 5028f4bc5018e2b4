internal import Glibc
public import Tessera
internal import TesseraGeometry
public import TesseraRender

extension Dial {
  public func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan { draw(in: $0, context: context) } }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(self, in: context)
    let (theme, range) = (look.theme, range)
    let arc = line(in: context.contentRect, context.environment)
    guard arc.radius >= 8 else { return }
    let share = range.share(amount)
    if kind == .needle {
      drawZones(arc, look, in: canvas)
    } else {
      // The line ends at a gap before the tile.
      let gap = isEditable ? theme[.tileSide] / 2 + 3 : share > 0 && share < 1 ? (kind == .linear ? 3 : arc.radius * 0.0175) : 0
      // The line is filled from the origin to the number; the rest is empty.
      let start = origin.map { range.share($0) } ?? 0
      let (low, high) = (min(start, share), max(start, share))
      if low > 0 { drawPart(arc, 0, low, gap: (0, low == share ? gap : 1), nil, look, in: canvas) }
      drawPart(
        arc, low, high, gap: (low == share && low < high ? gap : 0, high == share ? gap : 0), color(look), look, in: canvas)
      let gapAfter = high == share ? (share > 0 || isEditable ? gap : 0) : 1
      drawPart(arc, high, 1, gap: (gapAfter, 0), nil, look, in: canvas)
    }
    let words = kind == .linear ? [] : words(arc, look)
    drawTicks(arc, look, besides: words, in: canvas)
    if kind == .linear { drawWordsAbove(arc, look, context.contentRect, in: canvas) }
    for text in words { text.draw(in: canvas) }
    if kind == .needle { drawNeedle(arc, share, look, in: canvas) }
    guard isEditable else { return }
    let tile = look.tile(at: arc.point(share), isPressed: look.isPressed)
    look.drawTile(tile, in: canvas)
    look.drawTileMark(tile, axis: .horizontal, in: canvas)
  }

  private func color(_ look: ControlLook) -> Color {
    let theme = look.theme
    guard look.isEnabled else { return look.mark(theme.ink) }
    let number = range.nearest(amount)
    return color(zones.first { number >= $0.from && number <= $0.to }?.role, look)
  }

  private func color(_ role: Zone.Role?, _ look: ControlLook) -> Color {
    let theme = look.theme
    return switch role {
    case .good: theme.good
    case .warn: theme.warn
    case .danger: theme.danger
    case .info: theme.info
    case .accent, nil: look.accent
    }
  }

  /// Draws the whole line of a dial with a needle, with the colors of its zones.
  private func drawZones(_ arc: DialArc, _ look: ControlLook, in canvas: borrowing Canvas) {
    drawPart(arc, 0, 1, gap: (0, 0), nil, look, in: canvas)
    for zone in zones.prefix(64) {
      let (from, to) = (range.share(min(zone.from, zone.to)), range.share(max(zone.from, zone.to)))
      guard to > from, let path = arc.path(from, to, gap: (from > 0 ? 1 : 0, to < 1 ? 1 : 0)) else { continue }
      canvas.stroke(path, .color(look.isEnabled ? color(zone.role, look) : look.mark(look.theme.ink)), StrokeStyle(width: arc.width))
    }
  }

  private func drawNeedle(_ arc: DialArc, _ share: Double, _ look: ControlLook, in canvas: borrowing Canvas) {
    let color = look.mark(look.theme.ink)
    var needle = Path()
    needle.move(to: arc.center)
    needle.line(to: arc.point(share, out: -arc.width / 2 - 2))
    canvas.stroke(needle, .color(color), StrokeStyle(width: 3, cap: .round, join: .round))
    canvas.fill(RoundedRect(Rect(arc.center.x - 6, arc.center.y - 6, 12, 12), radius: 6), .color(color))
  }

  /// Draws a part of the line; without a color it is the empty part.
  private func drawPart(
    _ arc: DialArc, _ from: Double, _ to: Double, gap: (Double, Double), _ color: Color?, _ look: ControlLook,
    in canvas: borrowing Canvas
  ) {
    guard let path = arc.path(from, to, gap: gap) else { return }
    if look.isDotted {
      // Dots along both edges; the filled part has a line in its middle.
      let dots = StrokeStyle(width: arc.width, dashes: [look.pixel, 2 * look.pixel])
      canvas.stroke(path, .color(look.theme.ink), dots)
      canvas.stroke(path, .color(look.theme.ground), StrokeStyle(width: max(0, arc.width - 2 * look.pixel)))
      if let color { canvas.stroke(path, .color(color), StrokeStyle(width: arc.width / 3)) }
      return
    }
    if let color { return canvas.stroke(path, .color(color), StrokeStyle(width: arc.width)) }
    guard look.outlinesWells else { return canvas.stroke(path, .color(look.theme.well), StrokeStyle(width: arc.width)) }
    canvas.stroke(path, .color(look.mark(look.theme.edge)), StrokeStyle(width: arc.width))
    canvas.stroke(path, .color(look.theme.ground), StrokeStyle(width: max(0, arc.width - 2 * look.pixel)))
  }

  /// A text at its place.
  private struct PlacedText {
    let layout: TextLayout
    let origin: Point

    /// Frame without most of the space above and below the letters.
    var frame: Rect {
      Rect(origin.x, origin.y + layout.size.height * 0.15, layout.size.width, layout.size.height * 0.7)
    }

    func draw(in canvas: borrowing Canvas) { canvas.draw(layout, at: origin) }
  }

  private func drawTicks(_ arc: DialArc, _ look: ControlLook, besides words: [PlacedText], in canvas: borrowing Canvas) {
    let count = min(20, max(0, ticks))
    guard count > 0, arc.radius > 40 else { return }
    let isLinear = kind == .linear
    let inner = -arc.width / 2 - (isLinear ? 4 : 6)
    var labels: [PlacedText] = []
    for i in 0...count {
      let share = Double(i) / Double(count)
      var path = Path()
      path.move(to: arc.point(share, out: inner))
      path.line(to: arc.point(share, out: inner - 8))
      canvas.stroke(path, .color(look.mark(look.theme.edge)), StrokeStyle(width: 2))
      guard count <= 10, arc.radius > 70 else { continue }
      let words = ControlRange(range.minimum, range.maximum, step: range.span / Double(count)).words(range.number(share), unit: "")
      let text = ControlText(words, look.theme[.micro], look.environment, isTabular: true).layout(look.mark(look.theme.inkSoft))
      let middle =
        isLinear ? arc.point(share, out: inner - 8 - text.size.height / 2 - 2) : place(of: text, at: share, arc, below: inner - 8)
      labels.append(PlacedText(layout: text, origin: Point(middle.x - text.size.width / 2, middle.y - text.size.height / 2)))
    }
    // Labels that cover the number, or its name, say less than those: a small dial has only marks.
    guard !labels.contains(where: { label in words.contains { $0.frame.intersects(label.frame) } }) else { return }
    for label in labels { label.draw(in: canvas) }
  }

  /// Returns the middle of the words at a mark: their near side has the same distance from the mark, however wide they are.
  private func place(of text: TextLayout, at share: Double, _ arc: DialArc, below inner: Double) -> Point {
    let (mark, center) = (arc.point(share, out: inner), arc.center)
    let length = max(1e-6, hypot(mark.x - center.x, mark.y - center.y))
    let (across, along) = (abs(mark.x - center.x) / length, abs(mark.y - center.y) / length)
    // Figures fill about two thirds of their line.
    return arc.point(share, out: inner - 4 - across * text.size.width / 2 - along * text.size.height * 0.34)
  }

  /// Returns name, number and unit in the middle, as large as they fit.
  private func words(_ arc: DialArc, _ look: ControlLook) -> [PlacedText] {
    let (theme, inside) = (look.theme, 2 * (arc.radius - arc.width) * (ticks > 0 ? (kind == .half ? 0.4 : 0.6) : 0.8))
    guard inside >= 24 else { return [] }
    let steps = (kind == .needle ? [] : [theme[.display]]) + [theme[.title], theme[.heading], theme[.body], theme[.micro]]
    let words = range.words(amount, unit: "")
    let layouts = steps.lazy.map { ControlText(words, $0, look.environment, weight: 700).layout(look.mark(theme.ink)) }
    // The number gives way to its unit and its name.
    let lines =
      [title, unit].filter { !$0.isEmpty }.map { ControlText($0, theme[.small], look.environment).layout().size.height }.max() ?? 0
    func fits(_ number: TextLayout, besides height: Double) -> Bool {
      number.size.width <= inside && number.size.height <= inside * 0.6 && (kind != .arc || number.size.height / 2 + height <= arc.radius)
    }
    guard let number = layouts.first(where: { fits($0, besides: lines) }) ?? layouts.first(where: { fits($0, besides: 0) }) ?? layouts.last
    else { return [] }
    // The middle of a half circle is at its lower end, and the needle has the middle of an arc.
    let y =
      switch kind {
      case .arc, .linear: arc.center.y
      case .half: arc.center.y - number.size.height / 2
      case .needle: min(arc.center.y + arc.radius * 0.6, arc.center.y + arc.radius - number.size.height / 2)
      }
    var result = [PlacedText(layout: number, origin: Point(arc.center.x - number.size.width / 2, y - number.size.height / 2))]
    func line(_ words: String, _ color: Color, isAbove: Bool) {
      guard !words.isEmpty else { return }
      // Smaller letters rather than fewer.
      let isWide = ControlText(words, theme[.small], look.environment).layout().size.width > inside
      let text = ControlText(words, theme[isWide ? .micro : .small], look.environment, weight: isWide ? theme[.small].weight : nil)
        .layout(look.mark(color), width: inside)
      let top = isAbove ? y - number.size.height / 2 - text.size.height : y + number.size.height / 2
      guard kind != .arc || abs(top - arc.center.y) + text.size.height <= arc.radius else { return }
      result.append(PlacedText(layout: text, origin: Point(arc.center.x - text.size.width / 2, top)))
    }
    // A needle would cross the name.
    if kind != .needle { line(title, theme.inkSoft, isAbove: true) }
    line(unit, theme.inkSoft, isAbove: false)
    return result
  }

  /// Draws the name above the start of a straight line, and the number with its unit above its end, on one baseline.
  private func drawWordsAbove(_ arc: DialArc, _ look: ControlLook, _ content: Rect, in canvas: borrowing Canvas) {
    let theme = look.theme
    let box = Rect(arc.center.x - arc.radius, content.minY, 2 * arc.radius, content.height)
    let number = ControlText(range.words(amount, unit: unit), theme[.heading], look.environment, weight: 700)
      .layout(look.mark(theme.ink), width: box.width)
    let end = Rect(box.maxX - number.size.width, box.minY, number.size.width, number.size.height)
    canvas.draw(number, at: look.placed(end, in: box.minX + box.maxX).origin)
    let width = box.width - number.size.width - theme[.space3]
    guard !title.isEmpty, width > 16 else { return }
    let name = ControlText(title, theme[.small], look.environment).layout(look.mark(theme.inkSoft), width: width)
    let start = Rect(box.minX, box.minY + number.firstBaseline - name.firstBaseline, name.size.width, name.size.height)
    canvas.draw(name, at: look.placed(start, in: box.minX + box.maxX).origin)
  }
}
