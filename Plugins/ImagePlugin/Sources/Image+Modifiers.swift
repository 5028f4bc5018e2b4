public import TesseraGeometry
public import TesseraRender

extension Image {
  /// Shows a file, which is read and decoded when the image comes near the screen.
  public init(file: String, contentMode: ContentMode = .fit) { self.init(.file(file), contentMode: contentMode) }

  /// The image with another way to fill its box.
  public func contentMode(_ mode: ContentMode) -> Image { with(\.contentMode, mode) }
  /// The image as a mask of one colour; nil: in its own colours.
  public func tint(_ color: Color?) -> Image { with(\.tint, color) }
  /// The image out of focus, by so many logical units.
  public func blur(_ radius: Double) -> Image { with(\.blur, radius) }
}
