public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Line between parts of a screen, with an optional title.
public struct Divider: AccessibleType {
  public static let typeName = "divider"
  public static let summary = "Line between parts of a screen."

  /// Title in the line; empty means none.
  public var title = ""
  /// Distance of the line from the start edge, logical units.
  public var indent = 0.0
  /// Direction of the line.
  public var axis = Axis.horizontal

  /// Creates a horizontal line.
  public init() {}

  /// Creates a horizontal line with a title.
  public init(_ title: String) { self.title = title }

  public static let attributes: [NodeAttribute<Divider>] = [
    .text("title", \.title, help: "Title in a horizontal line."),
    .number("inset", \.indent, in: 0...10_000, affects: .display, help: "Inset of the line from the start edge, logical units."),
    .choice("axis", \.axis, help: "Direction of the line."),
  ]

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let scale = context.environment.scale
    let line = scale > 0 ? 1 / scale : 1
    guard axis == .horizontal else { return range.clamp(Size(line, 0)) }
    guard !title.isEmpty else { return range.clamp(Size(0, line)) }
    let text = ControlText(title, context.environment.theme[.small], context.environment).layout()
    return range.clamp(Size(min(text.size.width + 2 * 12, range.max.width), text.size.height))
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    context.plan(beyond: .zero) { draw(in: $0, context: context) }
  }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(isEnabled: true, InteractionState(), in: context)
    let (theme, box) = (look.theme, Rect(size: context.size))
    let indent = indent.isFinite ? max(0, indent) : 0
    func line(_ from: Double, _ to: Double) {
      guard to > from else { return }
      let rect = Rect(from, (box.midY * look.scale - 0.5).rounded(.up) / look.scale, to - from, look.pixel)
      drawLine(look.placed(rect, in: box.width), look, in: canvas)
    }
    guard axis == .horizontal else {
      return drawLine(
        Rect((box.midX * look.scale - 0.5).rounded(.up) / look.scale, indent, look.pixel, box.height - indent), look, in: canvas)
    }
    guard !title.isEmpty else { return line(indent, box.width) }
    let gap = theme[.space3]
    let text = ControlText(title, theme[.small], context.environment).layout(theme.inkSoft, width: max(0, box.width - indent))
    let start = indent + gap + (indent > 0 ? 0 : gap)
    let place = look.placed(Rect(start, box.midY - text.size.height / 2, text.size.width, text.size.height), in: box.width)
    line(indent, start - gap)
    line(start + text.size.width + gap, box.width)
    canvas.draw(text, at: place.origin)
  }

  /// Draws a line. It is dotted on 1-bit displays, where a solid line would be as strong as an edge.
  private func drawLine(_ rect: Rect, _ look: ControlLook, in canvas: borrowing Canvas) {
    guard look.isBilevel else { return canvas.fill(rect, .color(look.theme.line)) }
    var path = Path()
    path.move(to: axis == .horizontal ? Point(rect.minX, rect.midY) : Point(rect.midX, rect.minY))
    path.line(to: axis == .horizontal ? Point(rect.maxX, rect.midY) : Point(rect.midX, rect.maxY))
    canvas.stroke(path, .color(look.theme.ink), StrokeStyle(width: look.pixel, dashes: [look.pixel, 2 * look.pixel]))
  }

  public static func semantics(of node: Node<Divider>) -> NodeSemantics {
    let title = node.title
    return NodeSemantics(.separator, label: title.isEmpty ? nil : title)
  }
}

/// Node of a line between parts of a screen.
public typealias DividerNode = Node<Divider>
