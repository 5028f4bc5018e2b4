public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Picture from a file, from memory or from pixels, decoded on a worker at the size at which it is drawn.
public struct Image: AccessibleType {
  public static let typeName = "image"
  public static let summary = "Picture, still or animated, decoded at the required size."

  /// Source of the picture; nil draws nothing and has no size.
  public var source: ImageSource?
  /// Sources of the same picture in lower quality, from the lowest to the highest below ``source``. Each is shown until a better one is
  /// available.
  public var previews: [ImageSource] = []
  /// Files of the same picture with more pixels, for displays with a larger scale. ``source`` has ``imageScale`` pixels per logical unit. Moving
  /// pictures play from `source` only.
  public var scaleVariants: [ImageVariant] = []
  /// Replacement for a picture from a URL until it is loaded; not a URL.
  public var defaultImage: ImageSource?
  /// Replacement for a picture that could not be loaded; nil means the default picture, else the previous picture. Not a URL.
  public var failureImage: ImageSource?
  /// Whether a node is cleared (to ``defaultImage`` or the placeholder) while a new URL loads. Otherwise it shows its previous picture
  /// until the new one is loaded.
  public var clearsWhileLoading = false
  /// Whether a progressive JPEG, or an interlaced PNG or GIF, is shown scan by scan while it loads and the node is visible. Each scan is
  /// blurred according to the missing detail.
  public var showsScans = true
  /// Placement of the picture in the box.
  public var contentMode = ContentMode.fit
  /// Point of the picture that is aligned with the same point of the box, as fractions of width and height.
  public var focus = Point(0.5, 0.5)
  /// Replaces the colours and keeps alpha; for icons.
  public var tint: Color?
  /// Whether it is a single-colour icon, shown in ``tint``, else in the environment's tint, else in black.
  public var isTemplate = false
  /// Corner radii of the visible part of the picture; drawn into the picture, so that compositing stays cheap.
  public var rounding = CornerRadii.zero
  /// Standard deviation of a blur, logical units; edges are clamped.
  public var blur = 0.0
  /// Scaling quality. `nearest` keeps pixels square and decodes at full size.
  public var quality = ImageQuality.good
  /// Pixels of the picture per logical unit: 2 for pictures of double density.
  public var imageScale = 1.0
  /// Insets of the stretched centre, in pixels of the picture; corners keep their size.
  public var ninePatch: Insets?
  /// Visible part of the picture, treated as the whole; nil means all. If the part is empty, nothing is drawn and the size is zero.
  public var crop: ImageCrop?
  /// Size in pixels at which the picture (its crop) is decoded, at most its own, regardless of the drawn size. Nodes of different sizes
  /// then share one decoded picture, and an animated size decodes once. nil means the required size.
  public var decodeSize: Size?
  /// Modification of the decoded picture before it is drawn.
  public var modification: ImageModification?
  /// Whether an animated image plays while the node is visible; if false, it keeps its frame. See ``Tessera/Node/play()``.
  public var isPlaying = true
  /// Number of loops of an animated image; 0 means unlimited, nil the file's own number.
  public var loops: Int?

  /// Duration in seconds of the fade-in over the previous content (placeholder, preview or previous picture), if the picture was waited
  /// for; 0 shows it immediately. Pictures in memory appear without a fade, and there is no fade if reduced motion is set.
  public var fade = 0.0

  /// Creates the value without a picture.
  public init() {}

  /// Creates the value that shows `source`.
  public init(_ source: ImageSource?, contentMode: ContentMode = .fit) {
    self.source = source
    self.contentMode = contentMode
  }

  /// Creates the value that shows pixels, which must not be modified afterwards.
  public init(_ pixels: PixelBuffer, contentMode: ContentMode = .fit) { self.init(.pixels(pixels), contentMode: contentMode) }

  /// Returns the picture's own size, shrunk in proportion if it exceeds the maximum. If one side is fixed, the other follows in proportion.
  /// Zero without a picture.
  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let (storage, image) = (context.storage(of: Image.self), scaleVariants.isEmpty ? self : variant(for: context.environment.scale))
    guard let source = image.resolvedSource(storage, measures: true),
      let picture = try? image.info(of: source, in: storage)?.cropped(by: crop)
    else { return range.min }
    return range.proportional(picture.logicalSize(image.imageScale))
  }
}

extension Image {
  /// The accessibility label is set by the program.
  public static func semantics(of node: Node<Image>) -> NodeSemantics {
    var semantics = NodeSemantics(.image)
    #if Network
      if node.source != nil, node.storage.loads.isAwaited(node.value) { semantics.isBusy = true }
    #endif
    return semantics
  }
}

/// Node that shows a picture.
public typealias ImageNode = Node<Image>

extension Node where Value == Image {
  /// Creates a node that shows the picture of a file.
  public convenience init(file: String, contentMode: ContentMode = .fit) {
    self.init(Image(.file(file), contentMode: contentMode))
  }

  /// Creates a node that shows pixels, which must not be modified afterwards.
  public convenience init(pixels: PixelBuffer, contentMode: ContentMode = .fit) {
    self.init(Image(.pixels(pixels), contentMode: contentMode))
  }
}
