internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Card of a dialog: title, text and buttons.
struct DialogCard: NodeType {
  static let typeName = "dialog-card"

  var title = ""
  var text = ""
  var buttons: [DialogButton] = []

  /// Creates an empty card.
  init() {}

  init(_ title: String, _ text: String, _ buttons: [DialogButton]) { (self.title, self.text, self.buttons) = (title, text, buttons) }

  /// Index of the button that gets the focus first: the least harmful one.
  private var firstFocus: Int? {
    buttons.firstIndex { $0.kind == .cancel } ?? buttons.firstIndex { $0.kind != .danger } ?? buttons.indices.first
  }

  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let theme = context.environment.theme
    let padding = context.environment.density == .compact ? theme[.space4] : theme[.space6]
    let (first, isOnly, isStacked) = (firstFocus, buttons.count == 1, buttons.count > 2)
    let row = ForEach(buttons.indices) { index in
      PanelButton(buttons[index].title, buttons[index].look(isOnly: isOnly), index: index)
        .style { ($0.minWidth, $0.maxWidth, $0.flexShrink) = (.points(0), .percent(100), 0) }
        .properties { $0.takesInitialFocus = index == first }
    }
    return Column {
      if !title.isEmpty { PanelLabel(title, .title, lineLimit: 2).style { $0.flexShrink = 0 } }
      if !text.isEmpty {
        PanelText(text).style { style in
          (style.minHeight, style.flexShrink) = (.points(0), 1)
          style.margin.top = .points(title.isEmpty ? 0 : theme[.space2])
        }
      }
      if isStacked {
        Column(gap: .points(theme[.space2])) { row }.style { ($0.margin.top, $0.flexShrink) = (.points(theme[.space6]), 0) }
      } else if !buttons.isEmpty {
        Row(gap: .points(theme[.space2]), justify: .end) { row }.style { style in
          (style.margin.top, style.flexShrink) = (.points(theme[.space6]), 0)
          style.wrap = .wrap
        }
      }
    }
    .padding(LayoutEdges(.points(padding)))
  }

  func drawPlan(in context: DrawContext) throws -> DrawPlan {
    context.plan(beyond: ControlLook.panelReach) { draw(in: $0, context: context) }
  }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(isEnabled: true, InteractionState(), in: context)
    let shape = RoundedRect(Rect(size: context.size), radius: look.theme[.radius5])
    // There is no scrim on 1-bit displays: a margin separates the card from the content below.
    if look.isBilevel {
      canvas.fill(RoundedRect(shape.rect.inset(by: -4), radius: look.theme[.radius5] + 4), .color(look.theme.ground))
    }
    look.drawPanel(shape, look.theme[.elevation3], in: canvas)
  }
}
