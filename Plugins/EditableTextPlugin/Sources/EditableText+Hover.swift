public import Tessera
public import TesseraGeometry
internal import TesseraRender

// What a pointer over a field changes: a click there begins to edit.

extension EditableText: HoverableType {
  /// Marks a field that can be edited and that a pointer is over.
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
  /// How far the border goes towards the colour of the letters under a pointer, and how far the background of a field without one.
  private static let (borderShare, backgroundShare) = (1.0 / 3, 0.05)

  /// Draws the border a third of the way to the colour of the letters while a pointer is over the field; of a field without one the background a twentieth.
  public func adjust(_ properties: inout NodeProperties, storage: EditableTextStorage, in environment: EnvironmentValues) {
    guard isEditable, storage.isHovered.withLock({ $0 }), !color.isDynamic else { return }
    if let border = properties.border {
      properties.border?.color = border.color.mixed(with: color, Self.borderShare)
    } else if case .color(let background) = properties.background {
      properties.background = .color(background.mixed(with: color, Self.backgroundShare))
    }
  }
}

extension Color {
  /// The colour `share` of the way to `other`; the opacity stays. A colour that follows the scheme stays as it is.
  fileprivate func mixed(with other: Color, _ share: Double) -> Color {
    guard !isDynamic else { return self }
    func mix(_ from: Float, _ to: Float) -> Float { from + (to - from) * Float(share) }
    return Color(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue), alpha: alpha)
  }
}
