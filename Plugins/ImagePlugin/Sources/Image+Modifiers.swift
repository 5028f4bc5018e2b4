public import Tessera
public import TesseraGeometry
public import TesseraRender

extension Image {
  /// Shows a file, which is read and decoded when the image approaches the viewport.
  public init(file: String, contentMode: ContentMode = .fit) { self.init(.file(file), contentMode: contentMode) }

  /// Shows the picture of an http or https URL, which is loaded when the image approaches the viewport.
  public init(url: String, contentMode: ContentMode = .fit) { self.init(.url(url), contentMode: contentMode) }
}

// Members of ``Image`` as modifiers.
extension TypedElement where ElementType == Image {
  /// Returns the image with a default picture for the time of loading, and one for a failed load.
  public func standIn(_ image: ImageSource?, onFailure failure: ImageSource? = nil) -> Self {
    with { ($0.defaultImage, $0.failureImage) = (image, failure) }
  }
  /// Returns the image with or without clearing while the picture of another URL loads.
  public func clearsWhileLoading(_ clears: Bool = true) -> Self { with { $0.clearsWhileLoading = clears } }
  /// Returns the image with or without progressive display while it loads.
  public func showsScans(_ shows: Bool = true) -> Self { with { $0.showsScans = shows } }
  /// Returns the image with a fade-in of this duration in seconds, if its picture was waited for.
  public func fade(_ seconds: Double) -> Self { with { $0.fade = seconds } }
  /// Returns the image with sources of lower quality, the lowest first.
  public func previews(_ sources: [ImageSource]) -> Self { with { $0.previews = sources } }
  /// Returns the image with another content mode.
  public func contentMode(_ mode: ContentMode) -> Self { with { $0.contentMode = mode } }
  /// Returns the image as a mask of one colour; nil keeps its own colours.
  public func tint(_ color: Color?) -> Self { with { $0.tint = color } }
  /// Returns the image as a single-colour icon: in its tint, else the environment's, else black.
  public func template(_ isTemplate: Bool = true) -> Self { with { $0.isTemplate = isTemplate } }
  /// Returns the image with a crop; nil shows all of the picture.
  public func crop(_ crop: ImageCrop?) -> Self { with { $0.crop = crop } }
  /// Returns the image decoded at this size in pixels, regardless of the size at which it is drawn.
  public func decodeSize(_ size: Size?) -> Self { with { $0.decodeSize = size } }
  /// Returns the image with files for displays with a larger scale.
  public func scaleVariants(_ scaleVariants: [ImageVariant]) -> Self { with { $0.scaleVariants = scaleVariants } }
  /// Returns the image with a blur, in logical units.
  public func blur(_ radius: Double) -> Self { with { $0.blur = radius } }
  /// Source of the picture; nil draws nothing and has no size.
  public func source(_ source: ImageSource?) -> Self { with { $0.source = source } }
  /// Replacement for a picture from a URL until it is loaded; not a URL.
  public func defaultImage(_ defaultImage: ImageSource?) -> Self { with { $0.defaultImage = defaultImage } }
  /// Replacement for a picture that could not be loaded; nil means the default picture, else the previous picture. Not a URL.
  public func failureImage(_ failureImage: ImageSource?) -> Self { with { $0.failureImage = failureImage } }
  /// Point of the picture that is aligned with the same point of the box, as fractions of width and height.
  public func focus(_ focus: Point) -> Self { with { $0.focus = focus } }
  /// Corner radii of the visible part of the picture; drawn into the picture, so that compositing stays cheap.
  public func rounding(_ rounding: CornerRadii) -> Self { with { $0.rounding = rounding } }
  /// Scaling quality. `nearest` keeps pixels square and decodes at full size.
  public func quality(_ quality: ImageQuality) -> Self { with { $0.quality = quality } }
  /// Pixels of the picture per logical unit: 2 for pictures of double density.
  public func imageScale(_ imageScale: Double) -> Self { with { $0.imageScale = imageScale } }
  /// Insets of the stretched centre, in pixels of the picture; corners keep their size.
  public func ninePatch(_ ninePatch: Insets?) -> Self { with { $0.ninePatch = ninePatch } }
  /// Modification of the decoded picture before it is drawn.
  public func modification(_ modification: ImageModification?) -> Self { with { $0.modification = modification } }
  /// Whether an animated image plays while the node is visible; if false, it keeps its frame. See `Node.play()`.
  public func playing(_ isPlaying: Bool = true) -> Self { with { $0.isPlaying = isPlaying } }
  /// Number of loops of an animated image; 0 means unlimited, nil the file's own number.
  public func loops(_ loops: Int?) -> Self { with { $0.loops = loops } }
}
