public import TesseraRender

/// Shown until content is drawn: covers the node's box and replaces everything below the node until all of it is drawn.
/// A value; any thread.
public struct Placeholder: Sendable, Hashable {
  /// Appearance of a placeholder.
  public enum Shape: String, Sendable, CaseIterable, Hashable {
    /// The whole box.
    case box
    /// Rounded bars in place of lines of text and pictures.
    case skeleton
    /// As `skeleton`, with a moving gleam.
    case shimmer
  }

  /// Fill of the box or the bars, in the node's own coordinates.
  public var paint: Paint
  /// Appearance.
  public var shape: Shape
  /// Picture stretched over the box, in place of `paint`, if the shape is the box.
  public var image: PlaceholderImage?
  /// Seconds in which it fades out over the contents; 0 removes it immediately.
  public var fadeDuration: Double
  /// Seconds between the node's appearance on the screen and the placeholder's. Content drawn sooner is never covered.
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

/// A picture shown in place of content: pixels, a BlurHash or a ThumbHash. Any thread.
public final class PlaceholderImage: @unchecked Sendable, Hashable {
  // @unchecked: `pixels` is its own copy and only read.
  let pixels: PixelBuffer
  /// Source text; nil if it was made from pixels.
  let text: Text?

  /// A text that encodes a picture.
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

  /// Decodes a ThumbHash (`PixelBuffer.thumbHash`), a Base64 text.
  public init(thumbHash: String) throws(RenderError) {
    pixels = try PixelBuffer.thumbHash(thumbHash)
    text = .thumbHash(thumbHash)
  }

  /// Pictures are equal if they are the same object or were made from the same text.
  public static func == (a: PlaceholderImage, b: PlaceholderImage) -> Bool { a === b || (a.text != nil && a.text == b.text) }
  public func hash(into hasher: inout Hasher) {
    if let text { hasher.combine(text) } else { hasher.combine(ObjectIdentifier(self)) }
  }
}
