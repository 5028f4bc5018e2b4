public import TesseraGeometry
public import TesseraRender

/// What is wanted of a picture. A value; ``isCancelled`` is called on the thread that decodes.
public struct PictureRequest {
  /// Width of the result in pixels. To a codec: 1 up to the stored width (of ``crop`` where there is one); any size for vector pictures.
  public var width: Int
  /// Height of the result in pixels, likewise.
  public var height: Int
  /// Part of the picture that is wanted, in its own pixels; nil: all of it. Only codecs that say so (`PictureCodec.crops`) are given one, in stored pixels.
  public var crop: PixelRect?
  /// Colour of `currentColor` in vector pictures; nil: black.
  public var tint: Color?
  /// Whether vector pictures are drawn for black and white: what is of one color has no half covered pixels.
  public var isBilevel = false
  /// Most bytes that decoding may take. To a codec: beside the pixels that it returns.
  public var byteLimit: Int
  /// Whether nobody wants the result any more; polled every few rows. The decoder then throws `PictureError.cancelled`.
  public var isCancelled: () -> Bool

  /// Makes a request for `width` x `height` pixels.
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

  /// Returns a transparent `argb8888` buffer of the size wanted.
  public func makeBuffer(for name: String) throws(PictureError) -> PixelBuffer {
    do {
      return try PixelBuffer(width: width, height: height)
    } catch {
      throw .outOfMemory(source: name)
    }
  }

  /// Throws `PictureError.tooLarge` where `bytes` are over the limit.
  /// - Parameters:
  ///   - bytes: what decoding takes; one that overflowed is given as `Int.max`.
  ///   - what: what takes it, as `a canvas of 640 x 480`.
  ///   - name: the picture's.
  public func check(_ bytes: Int, for what: String, of name: String) throws(PictureError) {
    if let reason = DecodingBudget.refusal(of: bytes, limit: byteLimit, for: what) { throw .tooLarge(source: name, reason: reason) }
  }
}
