public import Tessera
public import TesseraGeometry
public import TesseraRender

/// A picture from a file, from memory, or from pixels: decoded on a worker at the size at which it is drawn.
public struct Image: NodeType {
  public static let typeName = "image"
  public static let summary = "A PNG or JPEG picture, decoded at the size needed."

  /// Where the picture comes from; nil: nothing is drawn and no size is wanted.
  public var source: ImageSource?
  /// How the picture is placed in the box.
  public var contentMode = ContentMode.fit
  /// Which point of the picture meets the same point of the box, as shares of width and height.
  public var focus = Point(0.5, 0.5)
  /// Replaces the colours, keeping alpha: for icons.
  public var tint: Color?
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
  /// What is done to the decoded picture before it is drawn.
  public var modification: ImageModification?

  /// Makes an image node's value without a picture.
  public init() {}

  /// Makes the value that shows `source`.
  public init(_ source: ImageSource?, contentMode: ContentMode = .fit) {
    self.source = source
    self.contentMode = contentMode
  }

  /// Makes the value that shows pixels, which nobody writes any more.
  public init(_ pixels: PixelBuffer, contentMode: ContentMode = .fit) { self.init(.pixels(pixels), contentMode: contentMode) }

  public static func invalidation(from old: Self, to new: Self) -> Invalidation {
    old.source != new.source || old.imageScale != new.imageScale ? [.layout, .display] : .display
  }

  /// Returns the picture's own size, shrunk in proportion where it is wider or higher than allowed; where one side is decided, the other
  /// follows in proportion. Nothing where there is no picture.
  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    guard let source, let picture = try? PictureStore.shared.info(of: source) else { return range.min }
    return range.proportional(picture.logicalSize(imageScale))
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
