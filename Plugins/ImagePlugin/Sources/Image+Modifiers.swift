public import TesseraGeometry
public import TesseraRender

extension Image {
  /// Shows a file, which is read and decoded when the image comes near the screen.
  public init(file: String, contentMode: ContentMode = .fit) { self.init(.file(file), contentMode: contentMode) }

  /// Shows the picture of an http or https URL, which is loaded when the image comes near the screen.
  public init(url: String, contentMode: ContentMode = .fit) { self.init(.url(url), contentMode: contentMode) }

  /// The image with another picture until its own is loaded, and one where it cannot be.
  public func standIn(_ image: ImageSource?, onFailure failure: ImageSource? = nil) -> Image {
    with(\.defaultImage, image).with(\.failureImage, failure)
  }
  /// The image emptied while the picture of another URL loads.
  public func clearsWhileLoading(_ clears: Bool = true) -> Image { with(\.clearsWhileLoading, clears) }
  /// The image shown while it loads, or not before all of it is there.
  public func showsScans(_ shows: Bool = true) -> Image { with(\.showsScans, shows) }
  /// The image fading in, in so many seconds, where its picture was waited for.
  public func fade(_ seconds: Double) -> Image { with(\.fade, seconds) }
  /// The image with lower qualities of itself, the worst first.
  public func previews(_ sources: [ImageSource]) -> Image { with(\.previews, sources) }
  /// The image with another way to fill its box.
  public func contentMode(_ mode: ContentMode) -> Image { with(\.contentMode, mode) }
  /// The image as a mask of one colour; nil: in its own colours.
  public func tint(_ color: Color?) -> Image { with(\.tint, color) }
  /// The image as an icon of one colour: its tint, else the environment's, else black.
  public func template(_ isTemplate: Bool = true) -> Image { with(\.isTemplate, isTemplate) }
  /// A part of the picture in place of all of it.
  public func crop(_ crop: ImageCrop?) -> Image { with(\.crop, crop) }
  /// The image decoded at so many pixels, whatever size it is drawn at.
  public func decodeSize(_ size: Size?) -> Image { with(\.decodeSize, size) }
  /// The image out of focus, by so many logical units.
  public func blur(_ radius: Double) -> Image { with(\.blur, radius) }
}
