public import Tessera
internal import TesseraGeometry
internal import TesseraRender

extension Button: PropertyAdjustingType {
  /// Sets corners, background and border of the current state on the node. The compositor paints them, so the button draws nothing.
  public func adjust(_ properties: inout NodeProperties, storage: ButtonStorage, in environment: EnvironmentValues) {
    shown(in: environment, storage).resolvingPaints(in: environment).dress(&properties, storage, in: environment.theme)
    guard shownKind(storage) != .unstyled, properties.hitTestSlop == .zero else { return }
    // A finger hits the theme's `touch` height.
    let slop = (environment.theme[.touch] - environment.theme[controlSize == .small ? .controlSmall : .control]) / 2
    // A button with words is wider.
    let isSquare = (normal.title ?? "").isEmpty
    if slop > 0 { properties.hitTestSlop = Insets(horizontal: isSquare ? slop : 0, vertical: slop) }
  }

  /// Returns the value with backgrounds and borders resolved in an environment, so that they can be mixed.
  private func resolvingPaints(in environment: EnvironmentValues) -> Button {
    var button = self
    for look in [\Button.normal, \.highlighted, \.selected, \.disabled] {
      if let paint = button[keyPath: look].background, paint.isDynamic {
        button[keyPath: look].background = paint.resolved(in: environment)
      }
      if let color = button[keyPath: look].border?.color { button[keyPath: look].border?.color = color.resolved(in: environment) }
    }
    return button
  }

  private func dress(_ properties: inout NodeProperties, _ storage: ButtonStorage, in theme: Theme) {
    if properties.cornerRadii.isZero { properties.cornerRadii = rounding }
    let isRound = ButtonMark.leaves(properties.cornerRadii, in: theme)
    storage.isRound.withLock { $0 = isRound }
    let now = storage.looks
    let shown = self.look(now.isHighlighted, now.isHovered)
    let state = shown.state
    let (look, own) = (appearance(in: state), self[state])
    if let paint = properties.background { properties.background = toned(paint, own.background, in: shown) }
    if let border = properties.border { properties.border?.color = toned(border.color, own.border, in: shown) }
    if let paint = look.background {
      let toned = toned(paint, own.background, in: shown)
      properties.background = properties.background.map(toned.over) ?? toned
    }
    if isRound, isMarked, state != .disabled {
      properties.border = Border(width: theme[.bar], color: theme.accent)
    } else if let border = look.border, properties.border == nil {
      properties.border = Border(width: border.width, color: toned(border.color, own.border, in: shown), style: border.style)
    }
  }

  /// Returns the paint of a state whose own paint is `own`. Without `own` it is shaded while the button is held and faded while it is
  /// disabled. Under a pointer it is mixed with a third of the held look.
  private func toned(_ paint: Paint, _ own: Paint?, in look: Look) -> Paint {
    if look.isHovered, let held = highlighted.background {
      guard case .color(let from) = paint, case .color(let to) = held else { return paint }
      return .color(from.moved(to, by: Self.hoverShare))
    }
    return paint.map { toned($0, isOwn: own != nil, in: look) }
  }

  private func toned(_ color: Color, _ own: Border?, in look: Look) -> Color {
    if look.isHovered, let held = highlighted.border { return color.moved(held.color, by: Self.hoverShare) }
    return toned(color, isOwn: own != nil, in: look)
  }

  private func toned(_ color: Color, isOwn: Bool, in look: Look) -> Color {
    switch look.state {
    case .normal, .selected: return look.isHovered ? color.map { $0.shaded(Self.hoverShare) } : color
    case .highlighted: return isOwn ? color : color.map { $0.shaded(1) }
    case .disabled: return disabled == ButtonAppearance() ? color.opacity(0.4) : color
    }
  }
}

extension Paint {
  /// Returns the result of painting this over `below`. Of two gradients, only this one is returned.
  fileprivate func over(_ below: Paint) -> Paint {
    switch (self, below) {
    case (_, .color(let color)): map { $0.over(color) }
    case (.color(let color), _): below.map { color.over($0) }
    case (.gradient, .gradient): self
    }
  }
}

extension Color {
  /// Returns the result of painting this over `below`, separately for each colour scheme if either colour is dynamic.
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

  /// Interpolates to `other` by `share`, separately for each colour scheme if either colour is dynamic.
  func moved(_ other: Color, by share: Double) -> Color {
    if isDynamic || other.isDynamic {
      return .dynamic(
        light: resolved(in: .light).moved(other.resolved(in: .light), by: share),
        dark: resolved(in: .dark).moved(other.resolved(in: .dark), by: share))
    }
    return moved(to: MotionVector(zip(motionVector.numbers, other.motionVector.numbers).map { $0 + ($1 - $0) * share }))
  }

  /// Returns the colour in the pressed look at `strength`, 0...1: darker, or lighter if it is nearly black.
  fileprivate func shaded(_ strength: Double) -> Color {
    let isDark = 0.3 * red + 0.59 * green + 0.11 * blue < 0.25
    let (share, to): (Float, Float) = (0.16 * Float(strength), isDark ? 1 : 0)
    func mix(_ channel: Float) -> Float { channel + (to - channel) * share }
    return Color(red: mix(red), green: mix(green), blue: mix(blue), alpha: alpha)
  }
}
