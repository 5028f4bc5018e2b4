internal import IconPlugin
internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Button of a navigation bar that leads back. A node type for specs, not for scenes.
struct BackButton: ControlType {
  typealias Storage = ControlStorage

  static let typeName = "back-button"

  private var label: String?
  var isEnabled = true

  init() {}
  init(_ label: String?) { self.label = label }

  static func activate(_ node: Node<BackButton>) { node.supernode(of: NavigationBar.self)?.send(NavigationBar.back, ()) }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let side = context.environment.theme[.control]
    return range.clamp(Size(side, side))
  }

  func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan(beyond: .zero) { draw(in: $0, context: context) } }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(self, in: context)
    let (theme, box) = (look.theme, Rect(size: context.size))
    if look.isEnabled { look.layer(RoundedRect(box, radius: theme[.radius3]), theme.ink, in: canvas) }
    let side = max(theme[.icon], min(look.environment.iconSide(), box.width - theme[.space2]))
    // The name is one of the set.
    try? Icon.draw("back", in: Rect(box.midX - side / 2, box.midY - side / 2, side, side), look.mark(theme.ink), context, canvas)
  }

  static func focusArea(in node: Node<BackButton>) -> RoundedRect? {
    RoundedRect(Rect(size: node.frame.size).inset(by: 2), radius: node.environmentValues.theme[.radius2])
  }

  static func focusRingReach(in node: Node<BackButton>) -> Double? { 0 }

  static func semantics(of node: Node<BackButton>) -> NodeSemantics {
    var semantics = NodeSemantics(.button, label: node.value.label ?? node.environmentValues.word(.back))
    semantics.actions = [.activate]
    return semantics
  }
}
