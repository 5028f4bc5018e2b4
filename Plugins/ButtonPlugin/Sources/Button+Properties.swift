public import Tessera
internal import TesseraGeometry
internal import TesseraRender

extension Button: PropertyAdjustingType {
  /// Rounds the node, and gives it background and border as its state has them: the compositor paints them, and nothing is drawn.
  public func adjust(_ properties: inout NodeProperties, storage: ButtonStorage) {
    if properties.cornerRadii.isZero { properties.cornerRadii = rounding }
    let state = state(isHighlighted: storage.isHighlighted)
    let (look, own) = (appearance(in: state), self[state])
    if let paint = properties.background { properties.background = toned(paint, own.background, in: state) }
    if let border = properties.border { properties.border?.color = toned(border.color, own.border, in: state) }
    if let paint = look.background {
      let toned = toned(paint, own.background, in: state)
      properties.background = properties.background.map(toned.over) ?? toned
    }
    if let border = look.border, properties.border == nil {
      properties.border = Border(width: border.width, color: toned(border.color, own.border, in: state))
    }
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

extension Paint {
  /// The paint that is seen where this one lies over `below`. Of two gradients this one is seen alone.
  fileprivate func over(_ below: Paint) -> Paint {
    switch (self, below) {
    case (_, .color(let color)): map { $0.over(color) }
    case (.color(let color), _): below.map { color.over($0) }
    case (.gradient, .gradient): self
    }
  }
}

extension Color {
  /// The colour that is seen where this one lies over `below`, in the scheme that either follows.
  fileprivate func over(_ below: Color) -> Color {
    guard alpha < 1 || isDynamic else { return self }
    if isDynamic || below.isDynamic {
      return .dynamic(
        light: resolved(in: .light).over(below.resolved(in: .light)), dark: resolved(in: .dark).over(below.resolved(in: .dark)))
    }
    let rest = below.alpha * (1 - alpha)
    let whole = alpha + rest
    guard whole > 0 else { return self }
    return Color(
      red: (red * alpha + below.red * rest) / whole, green: (green * alpha + below.green * rest) / whole,
      blue: (blue * alpha + below.blue * rest) / whole, alpha: whole)
  }

  /// The colour while it is pressed: darker, or lighter where it is nearly black.
  fileprivate var shaded: Color {
    let isDark = 0.3 * red + 0.59 * green + 0.11 * blue < 0.25
    let (share, to): (Float, Float) = (0.16, isDark ? 1 : 0)
    func mix(_ channel: Float) -> Float { channel + (to - channel) * share }
    return Color(red: mix(red), green: mix(green), blue: mix(blue), alpha: alpha)
  }
}
