public import TesseraRender

/// What stands in for content that is not drawn yet: over the node's box, and in place of all that is below the node, until all of it is drawn.
/// A value; any thread.
public struct Placeholder: Sendable, Hashable {
  /// What it looks like.
  public enum Shape: String, Sendable, CaseIterable, Hashable {
    /// The whole box.
    case box
    /// Rounded bars where lines of text and pictures will be.
    case skeleton
    /// The same with a gleam that runs over it.
    case shimmer
  }

  /// What fills the box or the bars, in the node's own coordinates.
  public var paint: Paint
  /// What it looks like.
  public var shape: Shape
  /// Is stretched over the box, in place of `paint`, where the shape is the box.
  public var image: PlaceholderImage?
  /// How long it fades out over the contents, seconds; 0: at once.
  public var fadeDuration: Double
  /// How long after the node came to the screen it shows, seconds: what is drawn sooner is never covered.
  public var delay: Double

  /// Makes a placeholder. Durations that are not numbers count as 0.
  public init(_ paint: Paint, shape: Shape = .box, fadeDuration: Double = 0, delay: Double = 0) {
    self.paint = paint
    self.shape = shape
    self.fadeDuration = fadeDuration.isNaN ? 0 : fadeDuration
    self.delay = delay.isNaN ? 0 : min(3600, max(0, delay))
  }

  /// Makes a placeholder that shows a picture.
  public init(image: PlaceholderImage, fadeDuration: Double = 0, delay: Double = 0) {
    self.init(.color(.clear), fadeDuration: fadeDuration, delay: delay)
    self.image = image
  }
}

/// A picture that stands in for content: pixels, a BlurHash or a ThumbHash. Any thread.
public final class PlaceholderImage: @unchecked Sendable, Hashable {
  // @unchecked: `pixels` is a copy of its own that is only read.
  let pixels: PixelBuffer
  /// What it was made of; nil: of pixels.
  let text: Text?

  /// A text that stands for a picture.
  enum Text: Sendable, Hashable { case blurHash(String), thumbHash(String) }

  /// Copies the pixels.
  public init(_ picture: PixelBuffer) throws(RenderError) {
    pixels = try picture.copy()
    text = nil
  }

  /// Decodes a BlurHash (`PixelBuffer.blurHash`) at 32 x 32 pixels.
  public init(blurHash: String) throws(RenderError) {
    pixels = try PixelBuffer.blurHash(blurHash)
    text = .blurHash(blurHash)
  }

  /// Decodes a ThumbHash (`PixelBuffer.thumbHash`), a text of base 64.
  public init(thumbHash: String) throws(RenderError) {
    pixels = try PixelBuffer.thumbHash(thumbHash)
    text = .thumbHash(thumbHash)
  }

  /// Pictures are equal when they are the same object, or made of the same text.
  public static func == (a: PlaceholderImage, b: PlaceholderImage) -> Bool { a === b || (a.text != nil && a.text == b.text) }
  public func hash(into hasher: inout Hasher) {
    if let text { hasher.combine(text) } else { hasher.combine(ObjectIdentifier(self)) }
  }
}
