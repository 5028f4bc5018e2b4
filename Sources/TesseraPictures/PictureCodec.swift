public import TesseraRender

/// Decoder of one image format. Any thread; several pictures may be decoded concurrently. Stateless.
///
/// A codec returns premultiplied `argb8888` in sRGB. Truncated or damaged files cause errors that contain file name and reason; a codec
/// never returns a partial picture.
///
/// Requirements that may return nil have no default: a default would silently replace a method with another result type.
public protocol PictureCodec: Sendable {
  /// Format of the codec.
  var format: PictureFormat { get }
  /// File name extensions in lower case, without the dot; for help and for writing. Files are recognized by content, not by extension.
  var fileExtensions: [String] { get }
  /// One line for `tessera nodes image`: supported features of the format.
  var summary: String { get }
  /// Whether ``decode(_:_:_:)`` supports a crop. If not, ``PictureCodecs`` decodes more and cuts.
  var crops: Bool { get }

  /// Returns whether a file with this beginning is of this format.
  ///
  /// `beginning` has the first ``PictureData/pageSize`` bytes, at least one; fewer if the file is shorter.
  func recognizes(_ beginning: UnsafeRawBufferPointer) -> Bool

  /// Parses the header; reads no more of the data than needed.
  func header(of data: PictureData) throws(PictureError) -> PictureHeader

  /// Decodes the picture, or the poster frame of an animated image (its first frame).
  ///
  /// - Parameters:
  ///   - data: the file.
  ///   - header: result of `header(of:)`.
  ///   - request: size and options before the orientation is applied: ``PictureCodecs`` applies it to the result.
  /// - Returns: `request.width` x `request.height` pixels. A smaller size than the picture's is decoded by averaging the covered pixels.
  func decode(_ data: PictureData, _ header: PictureHeader, _ request: PictureRequest) throws(PictureError) -> PixelBuffer

  /// Returns the frames of an animated image; nil if it has a single frame, and always for a format of still pictures.
  ///
  /// Reads the structure of the file without decoding. The frames keep the compressed bytes.
  func frames(of data: PictureData) throws(PictureError) -> (any PictureFrames)?

  /// Returns a decoder for data that is still arriving; nil if the format can't be shown in parts.
  ///
  /// - Parameters:
  ///   - name: name of the picture in error messages.
  ///   - byteLimit: maximum bytes that the decoder holds.
  func makeIncrementalDecoder(name: String, byteLimit: Int) -> (any IncrementalDecoder)?
}

extension PictureCodec {
  public var crops: Bool { false }
}
