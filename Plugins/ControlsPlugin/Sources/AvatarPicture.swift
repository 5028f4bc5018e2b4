internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Circle that clips the picture of an avatar.
struct AvatarPicture: PropertyAdjustingType {
  static let typeName = "avatar-picture"
  static let traits: NodeTraits = .drawsNothing
  private let picture: AnyNode

  init() { picture = BoxNode() }
  init(_ picture: AnyNode) { self.picture = picture }

  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    Row {
      (picture as any LayoutElement).style {
        $0.position = .absolute
        $0.inset = .zero
      }
    }
  }

  func adjust(_ properties: inout NodeProperties, storage: NoStorage, in environment: EnvironmentValues) {
    // Larger radii than the box become half of its side.
    (properties.cornerRadii, properties.clipsToBounds) = (CornerRadii(1000), true)
  }
}
