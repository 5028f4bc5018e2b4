internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Button of a dialog or a toast. A press reaches the panel that contains it.
struct PanelButton: ControlType {
  typealias Storage = ControlStorage

  static let typeName = "panel-button"

  /// Look of a button.
  enum Look: Sendable, Hashable {
    /// Filled with `accent`, `well` or `danger`.
    case primary, normal, danger
    /// Letters without a ground; those of a toast have the color `inverseAccent`.
    case quiet, toast
  }

  var title = ""
  var look = Look.normal
  /// Number of the button in its panel.
  var index = 0
  var isEnabled = true

  /// Creates a button without a title.
  init() {}

  init(_ title: String, _ look: Look, index: Int) { (self.title, self.look, self.index) = (title, look, index) }

  /// By hand: its members are no attributes, and its size depends on the title only.
  static func invalidation(from old: PanelButton, to new: PanelButton) -> Invalidation {
    old.title == new.title ? .display : [.layout, .display]
  }

  static func activate(_ node: Node<PanelButton>) {
    let index = node.value.index
    if let dialog = node.supernode(of: DialogPanel.self) { return dialog.send(DialogPanel.press, index) }
    node.supernode(of: ToastPanel.self)?.send(ToastPanel.act, ())
  }

  static func focusArea(in node: Node<PanelButton>) -> RoundedRect? {
    RoundedRect(Rect(size: node.frame.size), radius: node.environmentValues.theme[.radius3])
  }

  /// Weight of the title; nil is that of other buttons. The action of a toast is bold, because it has no ground.
  private var weight: Double? { look == .toast ? 700 : nil }
  private var inset: ThemeToken<Double> { look == .toast ? .space2 : .space4 }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let (environment, theme) = (context.environment, context.environment.theme)
    let text = ControlText(title, theme[.label], environment, weight: weight).layout(width: 10_000)
    let width = text.size.width.rounded(.up) + 2 * theme[inset]
    let least = look == .toast ? theme[.controlSmall] : theme[.control]
    let height = max(least, theme[.label].line * environment.textScale + theme[.space2])
    return range.clamp(Size(look == .toast ? width : max(88, width), height))
  }

  func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan { draw(in: $0, context: context) } }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(self, in: context)
    let shape = RoundedRect(Rect(size: context.size), radius: look.theme[.radius3])
    var letters = colors(look)
    if look.isBilevel, look.isPressed {
      // Ground and letters change places.
      let isFilled = letters.ground != nil
      canvas.fill(shape, .color(isFilled ? look.theme.raised : look.theme.ink))
      if isFilled { look.edge(shape, look.theme.ink, in: canvas) }
      letters.ink = isFilled ? look.theme.ink : look.theme.raised
    } else {
      if let ground = letters.ground { canvas.fill(shape, .color(ground)) }
      if self.look != .primary, self.look != .danger { look.layer(shape, letters.ink, in: canvas) }
      if self.look == .normal, look.outlinesWells || look.isBilevel { look.edge(shape, look.mark(look.theme.edge), in: canvas) }
    }
    let text = ControlText(title, look.theme[.label], look.environment, weight: weight)
      .layout(letters.ink, width: max(0, context.size.width - 2 * look.theme[inset] + 1))
    canvas.draw(text, at: Point((context.size.width - text.size.width) / 2, (context.size.height - text.size.height) / 2))
  }

  private func colors(_ look: ControlLook) -> (ground: Color?, ink: Color) {
    let theme = look.theme
    switch self.look {
    case .primary: return (look.accent, theme.onAccent)
    case .normal: return (look.isBilevel ? nil : look.isPressed ? theme.wellPress : theme.well, theme.ink)
    case .danger: return (theme.danger, theme.onDanger)
    case .quiet: return (nil, theme.accent)
    case .toast: return (nil, theme.inverseAccent)
    }
  }

  static func semantics(of node: Node<PanelButton>) -> NodeSemantics {
    var semantics = NodeSemantics(.button, label: node.value.title)
    semantics.actions = [.activate]
    return semantics
  }
}
