public import Tessera
public import TesseraGeometry
public import TesseraRender

/// A picture from a file, from memory, or from pixels: decoded on a worker at the size at which it is drawn.
public struct Image: AccessibleType {
  public static let typeName = "image"
  public static let summary = "A picture, still or moving, decoded at the size needed."

  /// Where the picture comes from; nil: nothing is drawn and no size is wanted.
  public var source: ImageSource?
  /// The same picture in lower qualities, from the worst to the best below ``source``: each is shown until a better one is there.
  public var previews: [ImageSource] = []
  /// Stands for a picture from a URL until it is there; not a URL.
  public var defaultImage: ImageSource?
  /// Stands for a picture that could not be loaded; nil: the default picture, else what was shown before. Not a URL.
  public var failureImage: ImageSource?
  /// Whether a node whose source is set to another URL is emptied (to ``defaultImage`` or the placeholder) while that loads; else what it showed stays
  /// until the new picture is there.
  public var clearsWhileLoading = false
  /// Whether a progressive JPEG, or an interlaced PNG or GIF, is shown while it loads and the node is visible: each scan as it comes, blurred by how much is
  /// missing.
  public var showsScans = true
  /// How the picture is placed in the box.
  public var contentMode = ContentMode.fit
  /// Which point of the picture meets the same point of the box, as shares of width and height.
  public var focus = Point(0.5, 0.5)
  /// Replaces the colours, keeping alpha: for icons.
  public var tint: Color?
  /// Whether it is an icon of one colour: shown in ``tint``, or where that is not set in the environment's tint, or in black.
  public var isTemplate = false
  /// Rounds the corners of what is seen of the picture; drawn into the picture, so that compositing stays cheap.
  public var rounding = CornerRadii.zero
  /// Standard deviation of a blur, logical units; edges are clamped.
  public var blur = 0.0
  /// How the picture is scaled. `nearest` keeps pixels square and decodes at full size.
  public var quality = ImageQuality.good
  /// Pixels of the picture a logical unit: 2 for pictures made for twice the density.
  public var imageScale = 1.0
  /// Stretches only what lies inside these insets, in pixels of the picture; corners keep their size.
  public var ninePatch: Insets?
  /// Part of the picture that is shown, as if it were the whole; nil: all of it. Nothing is drawn, and no size wanted, where nothing is left.
  public var crop: ImageCrop?
  /// Pixels at which the picture (its crop) is decoded, at most its own, whatever size it is drawn at: several nodes of different sizes then share one
  /// decoded picture, and a size that is animated decodes once. nil: the size needed.
  public var decodeSize: Size?
  /// What is done to the decoded picture before it is drawn.
  public var modification: ImageModification?
  /// Whether a picture that moves does so while the node is visible; one that does not keeps its frame. See ``Tessera/Node/play()``.
  public var isPlaying = true
  /// How often a picture that moves is played; 0: without end; nil: as the file says.
  public var loops: Int?

  /// Seconds in which a picture that was waited for fades in over what stood there: the placeholder, a preview, the picture before; 0: it is there at
  /// once. A picture in memory appears without a fade, and none fades where motion is reduced.
  public var fade = 0.0

  /// Makes an image node's value without a picture.
  public init() {}

  /// Makes the value that shows `source`.
  public init(_ source: ImageSource?, contentMode: ContentMode = .fit) {
    self.source = source
    self.contentMode = contentMode
  }

  /// Makes the value that shows pixels, which nobody writes any more.
  public init(_ pixels: PixelBuffer, contentMode: ContentMode = .fit) { self.init(.pixels(pixels), contentMode: contentMode) }

  /// Returns the picture's own size, shrunk in proportion where it is wider or higher than allowed; where one side is decided, the other
  /// follows in proportion. Nothing where there is no picture.
  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let storage = context.storage(of: Image.self)
    guard let source = resolvedSource(storage, measures: true), let picture = try? info(of: source, in: storage)?.cropped(by: crop) else {
      return range.min
    }
    return range.proportional(picture.logicalSize(imageScale))
  }
}

extension Image {
  /// The program sets the label.
  public static func semantics(of node: Node<Image>) -> NodeSemantics {
    var semantics = NodeSemantics(.image)
    #if Network
      if node.source != nil, node.storage.loads.isAwaited(node.value) { semantics.isBusy = true }
    #endif
    return semantics
  }
}

/// A node that shows a picture.
public typealias ImageNode = Node<Image>

extension Node where Value == Image {
  /// Makes a node that shows the picture of a file.
  public convenience init(file: String, contentMode: ContentMode = .fit) {
    self.init(Image(.file(file), contentMode: contentMode))
  }

  /// Makes a node that shows pixels, which nobody writes any more.
  public convenience init(pixels: PixelBuffer, contentMode: ContentMode = .fit) {
    self.init(Image(.pixels(pixels), contentMode: contentMode))
  }
}
