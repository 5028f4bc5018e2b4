internal import IconPlugin
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
  /// Whether the control is chosen, so that the words stand on `wash`; a title is bold then.
  private var isSelected = false

  package init() {}

  package init(_ words: String, _ style: Style, lineLimit: Int = 1, isEnabled: Bool = true, isSelected: Bool = false) {
    (self.words, self.style, self.lineLimit) = (words, style, lineLimit)
    (self.isEnabled, self.isSelected) = (isEnabled, isSelected)
  }

  private func text(_ environment: EnvironmentValues) -> ControlText {
    let theme = environment.theme
    return switch style {
    case .label: ControlText(words, theme[.small], environment, weight: 500)
    case .title: ControlText(words, theme[.body], environment, weight: isSelected ? 700 : nil)
    case .value, .affix: ControlText(words, theme[.body], environment)
    case .help, .error: ControlText(words, theme[.small], environment)
    case .heading: ControlText(words, theme[.heading], environment)
    case .large: ControlText(words, theme[.title], environment)
    }
  }

  /// Returns side and width with the gap of the icon before an error; zero for other words.
  private func sign(_ environment: EnvironmentValues) -> (side: Double, width: Double) {
    guard style == .error else { return (0, 0) }
    let side = environment.iconSide(16)
    return (side, side + environment.theme[.space2])
  }

  package func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let (text, sign) = (text(context.environment), sign(context.environment).width)
    guard lineLimit == 1 else {
      let size = text.size(width: max(0, range.max.width - sign))
      return range.clamp(Size(size.width + sign, size.height))
    }
    let size = text.layout().size
    return range.clamp(Size(min(range.max.width, size.width.rounded(.up)), size.height))
  }

  package func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan(beyond: .zero) { draw(in: $0, context: context) } }

  package func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(isEnabled: isEnabled, InteractionState(), in: context)
    let (theme, box) = (look.theme, context.contentRect)
    let own: Color =
      switch style {
      case .label, .title, .heading, .large: theme.ink
      case .value, .help, .affix: theme.inkSoft
      case .error: theme.danger
      }
    let color = isSelected && look.isEnabled ? theme.onWash : own
    let (side, sign) = sign(context.environment)
    let layout = text(context.environment).layout(look.mark(color), width: max(0, box.width - sign), lineLimit: lineLimit)
    let place = Rect(box.minX + sign, box.midY - layout.size.height / 2, layout.size.width, layout.size.height)
    canvas.draw(layout, at: look.placed(place, in: box.minX + box.maxX).origin)
    guard side > 0 else { return }
    // Color is not the only sign of an error.
    let line = layout.size.height / Double(max(1, layout.lineCount))
    let square = look.aligned(Rect(box.minX, place.minY + (line - side) / 2, side, side))
    try? Icon.draw("error", in: look.placed(square, in: box.minX + box.maxX), look.mark(color), context, canvas)
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
