public import Tessera
internal import TesseraGeometry
public import TesseraRender

extension Button {
  /// Pixels, where there is a background or a border.
  public func drawPlan(in context: DrawContext) throws -> DrawPlan {
    let look = appearance(in: state(in: context))
    return look.background == nil && look.border == nil ? .nothing : .pixels { draw(in: $0, context: context) }
  }

  /// Draws background and border; title and picture are subnodes above them.
  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let state = state(in: context)
    let look = appearance(in: state)
    let box = Rect(size: context.size)
    let shape = RoundedRect(box, radii: context.cornerRadii.isZero ? rounding : context.cornerRadii)
    if let background = look.background { canvas.fill(shape, toned(background.mapped(to: box), self[state].background, in: state)) }
    if let border = look.border {
      canvas.drawBorder(Border(width: border.width, color: toned(border.color, self[state].border, in: state)), of: shape)
    }
  }

  private func state(in context: DrawContext) -> ControlState {
    state(isHighlighted: context.storage(of: Button.self).isHighlighted)
  }
}

extension Button: PropertyAdjustingType {
  /// Rounds the node's background and border, and has them look as the state does.
  public func adjust(_ properties: inout NodeProperties, storage: ButtonStorage) {
    if properties.cornerRadii.isZero { properties.cornerRadii = rounding }
    let state = state(isHighlighted: storage.isHighlighted)
    if let paint = properties.background { properties.background = toned(paint, self[state].background, in: state) }
    if let border = properties.border { properties.border?.color = toned(border.color, self[state].border, in: state) }
  }

  /// What is painted in a state that has `own` in its place: shaded while held, faded while disabled; as it is where there is one of its own.
  private func toned<Own>(_ paint: Paint, _ own: Own?, in state: ControlState) -> Paint { paint.map { toned($0, own, in: state) } }

  private func toned<Own>(_ color: Color, _ own: Own?, in state: ControlState) -> Color {
    switch state {
    case .normal, .selected: return color
    case .highlighted: return own == nil ? color.map(\.shaded) : color
    case .disabled: return disabled == ButtonAppearance() ? color.opacity(0.4) : color
    }
  }
}

extension Color {
  /// The colour while it is pressed: darker, or lighter where it is nearly black.
  fileprivate var shaded: Color {
    let isDark = 0.3 * red + 0.59 * green + 0.11 * blue < 0.25
    let (share, to): (Float, Float) = (0.16, isDark ? 1 : 0)
    func mix(_ channel: Float) -> Float { channel + (to - channel) * share }
    return Color(red: mix(red), green: mix(green), blue: mix(blue), alpha: alpha)
  }
}
