internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Signs above a key: the touched letter, or the variants of a key of which one is chosen.
struct KeyBubble: HitShapedType {
  /// Type name in messages; not available in scene files.
  static let typeName = "keyboard-bubble"

  var labels: [String] = []
  /// Number of the chosen variant; nil for a single letter.
  var chosen: Int?
  /// Size of a sign, logical units.
  var cell = Size(0, 0)

  /// By hand: its members are no attributes, and its size depends on the number of labels.
  static func invalidation(from old: KeyBubble, to new: KeyBubble) -> Invalidation {
    old.labels.count == new.labels.count && old.cell == new.cell ? .display : [.layout, .display]
  }

  /// Touches reach the keys below.
  static func isHit(at point: Point, in node: Node<KeyBubble>) -> Bool { false }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    Size(cell.width * Double(max(1, labels.count)), cell.height)
  }

  func drawPlan(in context: DrawContext) throws -> DrawPlan {
    if labels.isEmpty { return .nothing }
    let draw: DrawPlan.Drawing = { self.draw(in: $0, context: context) }
    let bounds = Rect(size: context.size).inset(by: -16)
    return context.environment.textAntialiasing == .bilevel ? .direct(bounds: bounds, draw) : .pixels(bounds: bounds, draw)
  }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = KeyLook(context)
    let shape = RoundedRect(Rect(size: context.size), radius: look.theme[.radius2])
    let elevation = look.theme[.elevation2]
    if elevation.radius > 0, !look.isBilevel {
      canvas.drawShadow(Shadow(color: look.theme[.shadow], offset: Point(0, elevation.y), radius: elevation.radius), of: shape)
    }
    canvas.fill(shape, .color(look.theme.raised))
    canvas.drawBorder(Border(width: look.pixel, color: look.hasEdges ? look.theme.edge : look.theme.line), of: shape)
    let width = context.size.width / Double(max(1, labels.count))
    for (number, label) in labels.enumerated() {
      let frame = Rect(Double(number) * width, 0, width, context.size.height)
      let isChosen = number == chosen
      if isChosen { canvas.fill(RoundedRect(frame.inset(by: 3), radius: 4), .color(look.theme.accent)) }
      let text = look.letter(label, isChosen ? look.theme.onAccent : look.theme.ink, room: frame.size, factor: chosen == nil ? 1.3 : 1)
      canvas.draw(text, at: Point(frame.midX - text.size.width / 2, frame.midY - text.size.height / 2))
    }
  }
}
