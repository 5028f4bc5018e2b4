internal import ControlsPlugin
internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Old and new color side by side. A part of a color picker, not available in scenes.
struct ColorPreview: AccessibleType {
  static let typeName = "color-preview"

  private var old = Color.black
  private var new = Color.black

  init() {}

  init(old: Color, new: Color) { (self.old, self.new) = (old, new) }

  /// By hand: its members are no attributes, and its size depends on none of them.
  static func invalidation(from old: ColorPreview, to new: ColorPreview) -> Invalidation { .display }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { range.clamp(Size(72, 36)) }

  func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan { draw(in: $0, context: context) } }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(isEnabled: true, InteractionState(), in: context)
    let box = Rect(size: context.size)
    let shape = RoundedRect(box, radius: look.theme[.radius2])
    canvas.save()
    canvas.clip(shape)
    canvas.fill(box, .color(.white))
    let half = look.aligned(Rect(0, 0, box.width / 2, box.height))
    canvas.fill(look.placed(half, in: box.width), .color(old))
    canvas.fill(look.placed(Rect(half.maxX, 0, box.width - half.maxX, box.height), in: box.width), .color(new))
    canvas.restore()
    look.edge(shape, look.theme.edge, width: look.pixel, in: canvas)
  }

  static func semantics(of node: Node<ColorPreview>) -> NodeSemantics { NodeSemantics(SemanticsRole.none) }
}
