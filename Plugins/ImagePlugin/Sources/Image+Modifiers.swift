public import TesseraGeometry
public import TesseraRender

extension Image {
  /// Shows a file, which is read and decoded when the image approaches the viewport.
  public init(file: String, contentMode: ContentMode = .fit) { self.init(.file(file), contentMode: contentMode) }

  /// Shows the picture of an http or https URL, which is loaded when the image approaches the viewport.
  public init(url: String, contentMode: ContentMode = .fit) { self.init(.url(url), contentMode: contentMode) }

  /// Returns the image with a default picture for the time of loading, and one for a failed load.
  public func standIn(_ image: ImageSource?, onFailure failure: ImageSource? = nil) -> Image {
    with(\.defaultImage, image).with(\.failureImage, failure)
  }
  /// Returns the image with or without clearing while the picture of another URL loads.
  public func clearsWhileLoading(_ clears: Bool = true) -> Image { with(\.clearsWhileLoading, clears) }
  /// Returns the image with or without progressive display while it loads.
  public func showsScans(_ shows: Bool = true) -> Image { with(\.showsScans, shows) }
  /// Returns the image with a fade-in of this duration in seconds, if its picture was waited for.
  public func fade(_ seconds: Double) -> Image { with(\.fade, seconds) }
  /// Returns the image with sources of lower quality, the lowest first.
  public func previews(_ sources: [ImageSource]) -> Image { with(\.previews, sources) }
  /// Returns the image with another content mode.
  public func contentMode(_ mode: ContentMode) -> Image { with(\.contentMode, mode) }
  /// Returns the image as a mask of one colour; nil keeps its own colours.
  public func tint(_ color: Color?) -> Image { with(\.tint, color) }
  /// Returns the image as a single-colour icon: in its tint, else the environment's, else black.
  public func template(_ isTemplate: Bool = true) -> Image { with(\.isTemplate, isTemplate) }
  /// Returns the image with a crop; nil shows all of the picture.
  public func crop(_ crop: ImageCrop?) -> Image { with(\.crop, crop) }
  /// Returns the image decoded at this size in pixels, regardless of the size at which it is drawn.
  public func decodeSize(_ size: Size?) -> Image { with(\.decodeSize, size) }
  /// Returns the image with a blur, in logical units.
  public func blur(_ radius: Double) -> Image { with(\.blur, radius) }
}
