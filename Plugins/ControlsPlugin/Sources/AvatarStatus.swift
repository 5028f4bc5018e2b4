internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Dot at the lower end of an avatar, a quarter of its side.
struct AvatarStatus: NodeType {
  static let typeName = "avatar-status"
  private var status = Avatar.Status.none

  init() {}
  init(_ status: Avatar.Status) { self.status = status }

  func drawPlan(in context: DrawContext) throws -> DrawPlan {
    context.plan(beyond: .zero) {
      draw(ControlLook(isEnabled: true, InteractionState(), in: context), in: context.contentRect, $0)
    }
  }

  func draw(_ look: ControlLook, in box: Rect, _ canvas: borrowing Canvas) {
    let (theme, side) = (look.theme, max(8, min(box.width, box.height) / 4))
    let color: Color =
      switch status {
      case .none: .clear
      case .good: theme.good
      case .warn: theme.warn
      case .danger: theme.danger
      case .neutral: theme.edge
      }
    let dot = look.aligned(look.placed(Rect(box.maxX - side, box.maxY - side, side, side), in: box.minX + box.maxX))
    canvas.fill(RoundedRect(dot, radius: side / 3), .color(theme.surface))
    canvas.fill(RoundedRect(dot.inset(by: 2), radius: max(1, side / 3 - 2)), .color(color))
  }
}
