public import Tessera
public import TesseraGeometry
public import TesseraRender

extension Button {
  /// Distance from the edge to the focus ring, and the ring's width, logical units.
  private static let ringGap = 2.0
  private static let ringWidth = 2.0
  private static let ringColor = Color(red: 0.20, green: 0.48, blue: 0.95)

  /// Pixels, where there is a background, a border or a focus ring.
  public func contents(in context: DrawContext) -> ContentsKind {
    let look = appearance
    return look.background == nil && look.border == nil && !context.isFocused ? .none : .pixels
  }

  /// The box, and the focus ring around it.
  public func drawingBounds(in context: DrawContext) -> Rect {
    let box = Rect(size: context.size)
    return context.isFocused ? box.inset(by: -(Self.ringGap + Self.ringWidth)) : box
  }

  /// Draws background, border and focus ring; title and picture are subnodes above them.
  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = appearance
    let box = Rect(size: context.size)
    let rounding = context.cornerRadii.isZero ? rounding : context.cornerRadii
    let shape = RoundedRect(box, radii: rounding)
    if let background = look.background {
      let isFaded = state == .disabled && disabled == ButtonAppearance()
      canvas.fill(shape, isFaded ? background.mapped(to: box).faded(by: 0.4) : background.mapped(to: box))
      if state == .highlighted, highlighted.background == nil { canvas.fill(shape, .color(Color(white: 0, alpha: 0.16))) }
    }
    if let border = look.border { canvas.drawBorder(border, of: shape) }
    if context.isFocused {
      let reach = Self.ringGap + Self.ringWidth
      func grow(_ radius: Double) -> Double { radius > 0 ? radius + reach : 0 }
      let radii = CornerRadii(
        topLeft: grow(rounding.topLeft), topRight: grow(rounding.topRight), bottomRight: grow(rounding.bottomRight),
        bottomLeft: grow(rounding.bottomLeft))
      canvas.drawBorder(Border(width: Self.ringWidth, color: Self.ringColor), of: RoundedRect(box.inset(by: -reach), radii: radii))
    }
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
