internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Text of a dialog or a toast in a type size and a color of the theme. Without room for all lines the last visible one is truncated.
struct PanelLabel: AccessibleType {
  static let typeName = "panel-label"

  /// Use of a label, which determines type size, color and role.
  enum Use: Sendable, Hashable {
    /// Title and explanation of a dialog, message of a toast.
    case title, explanation, message
  }

  var words = ""
  var use = Use.explanation
  /// Largest number of lines; 0 means unlimited.
  var lineLimit = 0

  /// Creates an empty label.
  init() {}

  init(_ words: String, _ use: Use, lineLimit: Int = 0) { (self.words, self.use, self.lineLimit) = (words, use, lineLimit) }

  private func text(_ environment: EnvironmentValues) -> ControlText {
    ControlText(words, environment.theme[use == .title ? .heading : .body], environment)
  }

  private func color(_ theme: Theme) -> Color {
    switch use {
    case .title: theme.ink
    case .explanation: theme.inkSoft
    case .message: theme.onInverse
    }
  }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let text = text(context.environment)
    let size = text.layout(width: range.max.width, lineLimit: lineLimit).size
    return range.clamp(Size(size.width.rounded(.up), size.height))
  }

  func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan { draw(in: $0, context: context) } }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let text = text(context.environment)
    let lines = max(1, Int(min(1e6, (context.size.height / max(1, text.line) + 0.1).rounded(.down))))
    let layout = text.layout(color(context.environment.theme), width: context.size.width + 0.5, lineLimit: lines)
    let x = context.environment.direction == .rtl ? context.size.width - layout.size.width : 0
    canvas.draw(layout, at: Point(x, max(0, (context.size.height - layout.size.height) / 2)))
  }

  static func semantics(of node: Node<PanelLabel>) -> NodeSemantics {
    NodeSemantics(node.value.use == .title ? .heading : .text, label: node.value.words)
  }
}
