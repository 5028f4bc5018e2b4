internal import IconPlugin
internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Mark at the end of a row of a list. A node type for specs, not for scenes.
struct RowMark: AccessibleType {
  static let typeName = "list-row-mark"

  private var kind = ListRow.Accessory.none

  init() {}
  init(_ kind: ListRow.Accessory) { self.kind = kind }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let side = context.environment.iconSide(20)
    return range.clamp(Size(side, side))
  }

  func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan(beyond: .zero) { draw(in: $0, context: context) } }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(isEnabled: true, InteractionState(), in: context)
    let (theme, box) = (look.theme, context.contentRect)
    switch kind {
    case .none: break
    case .chevron: ControlMark.chevron.draw(in: box, look.mark(theme.inkFaint), turn: look.isRightToLeft ? 0.25 : -0.25, canvas)
    case .check:
      look.drawTick(at: box.center, side: look.environment.iconSide(24), width: 2.5, share: 1, look.mark(theme.accent), in: canvas)
    }
  }

  /// Screen readers skip the mark.
  static func semantics(of node: Node<RowMark>) -> NodeSemantics { NodeSemantics(SemanticsRole.none) }
}
