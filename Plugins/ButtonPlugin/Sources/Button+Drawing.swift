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
    let rounding = context.cornerRadii.isZero ? rounding : context.cornerRadii
    let shape = RoundedRect(box, radii: rounding)
    if let background = look.background {
      let isFaded = state == .disabled && disabled == ButtonAppearance()
      canvas.fill(shape, isFaded ? background.mapped(to: box).faded(by: 0.4) : background.mapped(to: box))
      if state == .highlighted, highlighted.background == nil { canvas.fill(shape, .color(Color(white: 0, alpha: 0.16))) }
    }
    if let border = look.border { canvas.drawBorder(border, of: shape) }
  }

  private func state(in context: DrawContext) -> ControlState {
    state(isHighlighted: context.storage(of: Button.self).isHighlighted)
  }
}

extension Paint {
  /// The paint with its opacity multiplied by `share`.
  fileprivate func faded(by share: Float) -> Paint {
    func fade(_ stops: [GradientStop]) -> [GradientStop] { stops.map { GradientStop($0.offset, $0.color.opacity(share)) } }
    switch self {
    case .color(let color): return .color(color.opacity(share))
    case .gradient(.linear(let from, let to, let stops)): return .gradient(.linear(from: from, to: to, stops: fade(stops)))
    case .gradient(.radial(let center, let radius, let stops)):
      return .gradient(.radial(center: center, radius: radius, stops: fade(stops)))
    case .gradient(.conic(let center, let angle, let stops)): return .gradient(.conic(center: center, angle: angle, stops: fade(stops)))
    }
  }
}
