public import Tessera
public import TesseraGeometry
internal import TesseraRender

// Look of a field under a pointer, which shows that a click starts editing.

extension EditableText: HoverableType {
  /// Tracks a pointer over the field, which changes the look of an editable one.
  public static func hover(_ node: Node<EditableText>, at location: Point?) -> EventResponse {
    let isOver = location != nil
    let isOther = node.storage.isHovered.withLock { isHovered in
      defer { isHovered = isOver }
      return isHovered != isOver
    }
    if isOther { node.setNeedsProperties(StandardMotion.hover.motion) }
    return isOver ? .handled : .ignored
  }
}

extension EditableText: PropertyAdjustingType {
  /// Share of the text colour in the border under a pointer, and in the background of a field without a border.
  private static let (borderShare, backgroundShare) = (1.0 / 3, 0.05)

  /// While a pointer is over the field, mixes a third of the text colour into the border, or without a border a twentieth into the
  /// background.
  public func adjust(_ properties: inout NodeProperties, storage: EditableTextStorage, in environment: EnvironmentValues) {
    addFrame(to: &properties, storage, in: environment)
    addTouchArea(to: &properties, storage, in: environment)
    guard isEditable, environment.isEnabled, !environment.isReadOnly, storage.isHovered.withLock({ $0 }) else { return }
    if isFramed(storage, in: environment), isInvalid || storage.interaction.isFocused { return }
    let color = color.resolved(in: environment)
    if let border = properties.border {
      properties.border?.color = border.color.mixed(with: color, Self.borderShare)
    } else if case .color(let background) = properties.background {
      properties.background = .color(background.mixed(with: color, Self.backgroundShare))
    }
  }
}

extension Color {
  /// Mixes the colour with a `share` of `other`, keeping alpha. A dynamic colour is returned unchanged.
  fileprivate func mixed(with other: Color, _ share: Double) -> Color {
    guard !isDynamic else { return self }
    func mix(_ from: Float, _ to: Float) -> Float { from + (to - from) * Float(share) }
    return Color(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue), alpha: alpha)
  }
}
