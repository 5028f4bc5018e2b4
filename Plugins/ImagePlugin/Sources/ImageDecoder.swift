public import TesseraGeometry
public import TesseraPictures
public import TesseraRender

/// Parsed header of a picture.
public typealias ImageInfo = PictureHeader
/// Failure of reading a picture.
public typealias ImageError = PictureError

/// Decodes pictures of all formats in ``TesseraPictures/PictureCodecs/shared``, recognized by content. Any thread; stateless.
///
/// The orientation stored by a camera is applied. A truncated or damaged file is an error, never a partial picture; only data after the
/// last pixel may be missing. At most 16384 pixels a side.
public enum ImageDecoder {
  /// Parses the header of `file`; reads no more of it than needed.
  public static func probe(file: String) throws(ImageError) -> ImageInfo { try PictureCodecs.shared.header(of: PictureData(file: file)) }

  /// Parses the header of a file in memory.
  public static func probe(bytes: [UInt8], name: String = "in memory") throws(ImageError) -> ImageInfo {
    try PictureCodecs.shared.header(of: PictureData(bytes, name: name))
  }

  /// Decodes `file`.
  ///
  /// - Parameters:
  ///   - file: The path.
  ///   - width: Width of the result in pixels. If it is smaller than the picture's, each pixel is the average of the covered ones. If it is
  ///     larger or nil, the result has the picture's own width, but vector pictures are drawn at any size.
  ///   - height: Height of the result in pixels, likewise and independent of `width`.
  ///   - tint: Value of `currentColor` in vector pictures; nil means black. Other pictures keep their colours.
  ///   - byteLimit: Maximum bytes of the pixels, of temporary memory, and of a file that is read as a whole, together; nil means that of
  ///     `DecodingBudget.shared`. Larger requests are refused before allocation.
  ///   - isCancelled: Polled every few rows.
  /// - Returns: Premultiplied `argb8888`.
  public static func decode(
    file: String, width: Int? = nil, height: Int? = nil, tint: Color? = nil, byteLimit: Int? = nil,
    isCancelled: (() -> Bool)? = nil
  ) throws(ImageError) -> PixelBuffer {
    try decode(PictureData(file: file), byteLimit, isCancelled, tint) { (width ?? $0.width, height ?? $0.height) }
  }

  /// Decodes a file in memory; see ``decode(file:width:height:tint:byteLimit:isCancelled:)``.
  public static func decode(
    bytes: [UInt8], name: String = "in memory", width: Int? = nil, height: Int? = nil, tint: Color? = nil, byteLimit: Int? = nil,
    isCancelled: (() -> Bool)? = nil
  ) throws(ImageError) -> PixelBuffer {
    try decode(PictureData(bytes, name: name), byteLimit, isCancelled, tint) { (width ?? $0.width, height ?? $0.height) }
  }

  /// Decodes `file` at the largest size that fits into `maxSize` (pixels), in proportion and at most at its own size; for thumbnails.
  public static func decode(
    file: String, maxSize: Size, byteLimit: Int? = nil, isCancelled: (() -> Bool)? = nil
  ) throws(ImageError) -> PixelBuffer {
    try decode(PictureData(file: file), byteLimit, isCancelled) { fitting($0, maxSize) }
  }

  /// Decodes a file in memory at the largest size that fits into `maxSize` (pixels), in proportion and at most at its own size; for
  /// thumbnails.
  public static func decode(
    bytes: [UInt8], name: String = "in memory", maxSize: Size, byteLimit: Int? = nil, isCancelled: (() -> Bool)? = nil
  ) throws(ImageError) -> PixelBuffer {
    try decode(PictureData(bytes, name: name), byteLimit, isCancelled) { fitting($0, maxSize) }
  }

  private static func decode(
    _ data: PictureData, _ byteLimit: Int?, _ isCancelled: (() -> Bool)?, _ tint: Color? = nil,
    size: (PictureHeader) -> (width: Int, height: Int)
  ) throws(ImageError) -> PixelBuffer {
    let header = try PictureCodecs.shared.header(of: data)
    let (width, height) = size(header)
    let request = PictureRequest(
      width: width, height: height, tint: tint, byteLimit: byteLimit ?? DecodingBudget.shared.byteLimit,
      isCancelled: isCancelled ?? { false })
    return try PictureCodecs.shared.decode(data, header, request)
  }

  /// Returns the largest size in pixels that fits into `maxSize`.
  private static func fitting(_ header: PictureHeader, _ maxSize: Size) -> (width: Int, height: Int) {
    let size = SizeRange(max: maxSize).proportional(Size(Double(header.width), Double(header.height)))
    return (Int(min(size.width, 1e6).rounded()), Int(min(size.height, 1e6).rounded()))
  }
}
