internal import ControlsPlugin
internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Visible part of a tooltip.
struct TooltipPanel: AccessibleType {
  /// Type name in messages; not available in scene files.
  static let typeName = "tooltip-panel"

  private var text = ""

  /// Creates a panel without words.
  init() {}

  init(_ text: String) { self.text = text }

  /// Largest width and number of lines.
  private static let (width, lines) = (280.0, 4)

  private func layout(_ color: Color, _ environment: EnvironmentValues, width: Double) -> ControlLayout {
    let theme = environment.theme
    let inset = Size(theme[.space3], theme[.space2])
    let text = ControlText(text, theme[.small], environment)
    return ControlLayout(text: text.layout(color, width: min(width, Self.width) - 2 * inset.width, lineLimit: Self.lines), inset: inset)
  }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let layout = layout(.black, context.environment, width: range.max.width)
    return range.clamp(
      Size(layout.text.size.width.rounded(.up) + 2 * layout.inset.width, layout.text.size.height + 2 * layout.inset.height))
  }

  func drawPlan(in context: DrawContext) throws -> DrawPlan {
    context.plan(beyond: ControlLook.panelReach) { draw(in: $0, context: context) }
  }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(isEnabled: true, InteractionState(), in: context)
    let theme = look.theme
    let shape = RoundedRect(Rect(size: context.size), radius: theme[.radius2])
    if look.isBilevel { canvas.fill(RoundedRect(shape.rect.inset(by: -2), radius: theme[.radius2] + 2), .color(theme.ground)) }
    canvas.fill(shape, .color(theme.inverse))
    let layout = layout(theme.onInverse, context.environment, width: context.size.width + 1)
    let x = look.isRightToLeft ? context.size.width - layout.inset.width - layout.text.size.width : layout.inset.width
    canvas.draw(layout.text, at: Point(x, (context.size.height - layout.text.size.height) / 2))
  }

  static func semantics(of node: Node<TooltipPanel>) -> NodeSemantics { NodeSemantics(.tooltip, label: node.value.text) }

  /// Words with the distance to the edge of their panel.
  private struct ControlLayout {
    let text: TextLayout
    let inset: Size
  }
}
