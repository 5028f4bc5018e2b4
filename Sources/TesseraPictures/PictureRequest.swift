public import TesseraGeometry
public import TesseraRender

/// Size, part and options of a picture to decode. A value; ``isCancelled`` is called on the decoding thread.
public struct PictureRequest {
  /// Width of the result in pixels. For a codec: 1 up to the stored width (of ``crop`` if there is one); any size for vector pictures.
  public var width: Int
  /// Height of the result in pixels, likewise.
  public var height: Int
  /// Part of the picture to decode, in its own pixels; nil means all. Codecs get one only if they support it (`PictureCodec.crops`), in
  /// stored pixels.
  public var crop: PixelRect?
  /// Colour of `currentColor` in vector pictures; nil means black.
  public var tint: Color?
  /// Whether vector pictures are drawn for black and white. Shapes of one color are then drawn without anti-aliasing.
  public var isBilevel = false
  /// Depth of flat colors in vector pictures.
  public var colorDepth = ColorDepth.full
  /// Maximum bytes that decoding may allocate. For a codec: in addition to the pixels that it returns.
  public var byteLimit: Int
  /// Whether the request is cancelled; polled every few rows. The decoder then throws `PictureError.cancelled`.
  public var isCancelled: () -> Bool

  /// Creates a request for `width` x `height` pixels.
  public init(
    width: Int, height: Int, crop: PixelRect? = nil, tint: Color? = nil, byteLimit: Int = DecodingBudget.shared.byteLimit,
    isCancelled: @escaping () -> Bool = { false }
  ) {
    self.width = width
    self.height = height
    self.crop = crop
    self.tint = tint
    self.byteLimit = byteLimit
    self.isCancelled = isCancelled
  }

  /// Returns a transparent `argb8888` buffer of the requested size.
  public func makeBuffer(for name: String) throws(PictureError) -> PixelBuffer {
    do {
      return try PixelBuffer(width: width, height: height)
    } catch {
      throw .outOfMemory(source: name)
    }
  }

  /// Throws `PictureError.tooLarge` if `bytes` exceeds the limit.
  /// - Parameters:
  ///   - bytes: memory that decoding requires; `Int.max` if the sum overflowed.
  ///   - what: its purpose, as in `a canvas of 640 x 480`.
  ///   - name: name of the picture.
  public func check(_ bytes: Int, for what: String, of name: String) throws(PictureError) {
    if let reason = DecodingBudget.refusal(of: bytes, limit: byteLimit, for: what) { throw .tooLarge(source: name, reason: reason) }
  }
}
