public import Tessera
internal import TesseraGeometry
public import TesseraRender

extension Dial {
  public func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan { draw(in: $0, context: context) } }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(self, in: context)
    let (theme, range) = (look.theme, range)
    let arc = DialArc(context.contentRect, tile: isEditable ? theme[.tileSide] : 0)
    guard arc.radius >= 8 else { return }
    let share = range.share(amount)
    // The line ends at a gap before the tile.
    let gap = isEditable ? theme[.tileSide] / 2 + 3 : share > 0 && share < 1 ? arc.radius * 0.0175 : 0
    drawPart(arc, 0, share, gap: (0, gap), color(look), look, in: canvas)
    drawPart(arc, share, 1, gap: (share > 0 || isEditable ? gap : 0, 0), nil, look, in: canvas)
    drawTicks(arc, look, in: canvas)
    drawWords(arc, look, in: canvas)
    guard isEditable else { return }
    let tile = look.tile(at: arc.point(share), isPressed: look.isPressed)
    look.drawTile(tile, in: canvas)
    look.drawTileMark(tile, axis: .horizontal, in: canvas)
  }

  private func color(_ look: ControlLook) -> Color {
    let theme = look.theme
    guard look.isEnabled else { return look.mark(theme.ink) }
    let number = range.nearest(amount)
    return switch zones.first(where: { number >= $0.from && number <= $0.to })?.role {
    case .good: theme.good
    case .warn: theme.warn
    case .danger: theme.danger
    case .info: theme.info
    case .accent, nil: look.accent
    }
  }

  /// Draws a part of the line; without a color it is the empty part.
  private func drawPart(
    _ arc: DialArc, _ from: Double, _ to: Double, gap: (Double, Double), _ color: Color?, _ look: ControlLook,
    in canvas: borrowing Canvas
  ) {
    guard let path = arc.path(from, to, gap: gap) else { return }
    if let color { return canvas.stroke(path, .color(color), StrokeStyle(width: arc.width)) }
    guard look.outlinesWells else { return canvas.stroke(path, .color(look.theme.well), StrokeStyle(width: arc.width)) }
    canvas.stroke(path, .color(look.mark(look.theme.edge)), StrokeStyle(width: arc.width))
    canvas.stroke(path, .color(look.theme.ground), StrokeStyle(width: max(0, arc.width - 2 * look.pixel)))
  }

  private func drawTicks(_ arc: DialArc, _ look: ControlLook, in canvas: borrowing Canvas) {
    let count = min(20, max(0, ticks))
    guard count > 0, arc.radius > 40 else { return }
    let inner = -arc.width / 2 - 6
    for i in 0...count {
      let share = Double(i) / Double(count)
      var path = Path()
      path.move(to: arc.point(share, out: inner))
      path.line(to: arc.point(share, out: inner - 8))
      canvas.stroke(path, .color(look.mark(look.theme.edge)), StrokeStyle(width: 2))
      guard count <= 10, arc.radius > 70 else { continue }
      let words = ControlRange(range.minimum, range.maximum, step: range.span / Double(count)).words(range.number(share), unit: "")
      let text = ControlText(words, look.theme[.micro], look.environment, isTabular: true).layout(look.mark(look.theme.inkSoft))
      let middle = arc.point(share, out: inner - 20)
      canvas.draw(text, at: Point(middle.x - text.size.width / 2, middle.y - text.size.height / 2))
    }
  }

  /// Draws name, number and unit in the middle, as large as they fit.
  private func drawWords(_ arc: DialArc, _ look: ControlLook, in canvas: borrowing Canvas) {
    let (theme, inside) = (look.theme, 2 * (arc.radius - arc.width) * (ticks > 0 ? 0.6 : 0.8))
    guard inside >= 24 else { return }
    let steps = [theme[.display], theme[.title], theme[.heading], theme[.body], theme[.micro]]
    let words = range.words(amount, unit: "")
    let layouts = steps.lazy.map { ControlText(words, $0, look.environment, weight: 700).layout(look.mark(theme.ink)) }
    guard let number = layouts.first(where: { $0.size.width <= inside && $0.size.height <= inside * 0.6 }) ?? layouts.last else { return }
    canvas.draw(number, at: Point(arc.center.x - number.size.width / 2, arc.center.y - number.size.height / 2))
    func line(_ words: String, _ color: Color, isAbove: Bool) {
      guard !words.isEmpty else { return }
      let text = ControlText(words, theme[.small], look.environment).layout(look.mark(color), width: inside)
      let y = isAbove ? arc.center.y - number.size.height / 2 - text.size.height : arc.center.y + number.size.height / 2
      guard abs(y - arc.center.y) + text.size.height <= arc.radius else { return }
      canvas.draw(text, at: Point(arc.center.x - text.size.width / 2, y))
    }
    line(title, theme.inkSoft, isAbove: true)
    line(unit, theme.inkSoft, isAbove: false)
  }
}
