public import TesseraGeometry
public import TesseraPictures
public import TesseraRender

/// What the header of a picture says.
public typealias ImageInfo = PictureHeader
/// Why there is no picture.
public typealias ImageError = PictureError

/// Reads pictures of every format that ``TesseraPictures/PictureCodecs/shared`` has, told apart by content. Any thread; keeps nothing.
///
/// The orientation that a camera noted is applied. A truncated or damaged file is an error, never a half picture; missing bytes after the last
/// pixel's do not count. At most 16384 pixels a side.
public enum ImageDecoder {
  /// Returns what the header of `file` says; reads no more of it than needed.
  public static func probe(file: String) throws(ImageError) -> ImageInfo { try PictureCodecs.shared.header(of: PictureData(file: file)) }

  /// Returns what the header of a file in memory says.
  public static func probe(bytes: [UInt8], name: String = "in memory") throws(ImageError) -> ImageInfo {
    try PictureCodecs.shared.header(of: PictureData(bytes, name: name))
  }

  /// Decodes `file`.
  ///
  /// - Parameters:
  ///   - file: The path.
  ///   - width: Pixels wanted; smaller than the picture: it is shrunk while it is decoded, each pixel the average of what it covers.
  ///     Larger, or nil: the picture's own, but vector pictures are drawn at any size.
  ///   - height: Rows wanted, likewise and independent of `width`.
  ///   - tint: What `currentColor` stands for in vector pictures; nil: black. Other pictures keep their colours.
  ///   - byteLimit: Most bytes that the pixels, what is needed to make them, and the bytes of a file that is read as a whole take together; nil: those
  ///     of `DecodingBudget.shared`. What asks for more is refused before anything is allocated.
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

  /// Decodes `file` as large as fits into `maxSize` (pixels), its shape kept, at most at its own size; for thumbnails.
  public static func decode(
    file: String, maxSize: Size, byteLimit: Int? = nil, isCancelled: (() -> Bool)? = nil
  ) throws(ImageError) -> PixelBuffer {
    try decode(PictureData(file: file), byteLimit, isCancelled) { fitting($0, maxSize) }
  }

  /// Decodes a file in memory as large as fits into `maxSize` (pixels), its shape kept, at most at its own size; for thumbnails.
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

  /// Pixels of a picture that is as large as fits into `maxSize`.
  private static func fitting(_ header: PictureHeader, _ maxSize: Size) -> (width: Int, height: Int) {
    let size = SizeRange(max: maxSize).proportional(Size(Double(header.width), Double(header.height)))
    return (Int(min(size.width, 1e6).rounded()), Int(min(size.height, 1e6).rounded()))
  }
}
