package import Tessera
package import TesseraGeometry
package import TesseraRender

/// Words of a control that contains other nodes. A node type for specs, not for scenes.
package struct ControlLabel: AccessibleType {
  /// Type size and color.
  package enum Style: Sendable, Hashable { case label, title, value, help, error, affix, heading, large }

  package static let typeName = "control-label"

  private var words = ""
  private var style = Style.label
  /// Number of lines; 0 means unlimited.
  private var lineLimit = 1
  private var isEnabled = true

  package init() {}

  package init(_ words: String, _ style: Style, lineLimit: Int = 1, isEnabled: Bool = true) {
    (self.words, self.style, self.lineLimit, self.isEnabled) = (words, style, lineLimit, isEnabled)
  }

  private func text(_ environment: EnvironmentValues) -> ControlText {
    let theme = environment.theme
    return switch style {
    case .label: ControlText(words, theme[.small], environment, weight: 500)
    case .title, .value, .affix: ControlText(words, theme[.body], environment)
    case .help, .error: ControlText(words, theme[.small], environment)
    case .heading: ControlText(words, theme[.heading], environment)
    case .large: ControlText(words, theme[.title], environment)
    }
  }

  package func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let text = text(context.environment)
    guard lineLimit == 1 else { return range.clamp(text.size(width: range.max.width)) }
    let size = text.layout().size
    return range.clamp(Size(min(range.max.width, size.width.rounded(.up)), size.height))
  }

  package func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan(beyond: .zero) { draw(in: $0, context: context) } }

  package func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(isEnabled: isEnabled, InteractionState(), in: context)
    let (theme, box) = (look.theme, context.contentRect)
    let color: Color =
      switch style {
      case .label, .title, .heading, .large: theme.ink
      case .value, .help, .affix: theme.inkSoft
      case .error: theme.danger
      }
    let layout = text(context.environment).layout(look.mark(color), width: box.width, lineLimit: lineLimit)
    let place = Rect(box.minX, box.midY - layout.size.height / 2, layout.size.width, layout.size.height)
    canvas.draw(layout, at: look.placed(place, in: box.minX + box.maxX).origin)
  }

  /// Errors are announced, and headings are headings. Other words are part of the semantics of the control.
  package static func semantics(of node: Node<ControlLabel>) -> NodeSemantics {
    let value = node.value
    if value.style == .heading { return NodeSemantics(.heading, label: value.words) }
    guard value.style == .error else { return NodeSemantics(SemanticsRole.none) }
    return NodeSemantics(.alert, label: value.words)
  }
}

extension ControlLabel: LayoutDescribing {
  package func layoutDescription(in context: DrawContext) -> [(String, AttributeValue)] {
    CutWords.description { draw(in: $0, context: context) }
  }
}
