public import TesseraRender

/// Reads one format of pictures. Any thread, any number of pictures at once; keeps nothing of them.
///
/// A codec returns premultiplied `argb8888` in sRGB. Truncated or damaged files are errors that name file and reason, never half a picture.
///
/// Requirements that may return nil have no default: a default would silently take the place of a method with another result.
public protocol PictureCodec: Sendable {
  /// The format that it reads.
  var format: PictureFormat { get }
  /// Extensions of its files in small letters, without the dot; for help and for writing. Files are told apart by content.
  var fileExtensions: [String] { get }
  /// One line for `tessera nodes image`: what of the format is read.
  var summary: String { get }
  /// Whether ``decode(_:_:_:)`` takes requests with a crop; where it doesn't, ``PictureCodecs`` decodes more and cuts.
  var crops: Bool { get }

  /// Returns whether a file that begins so is of this format.
  ///
  /// `beginning` has the first ``PictureData/pageSize`` bytes, fewer where the file is shorter, and at least one.
  func recognizes(_ beginning: UnsafeRawBufferPointer) -> Bool

  /// Returns what the header says; reads no more of the data than needed.
  func header(of data: PictureData) throws(PictureError) -> PictureHeader

  /// Decodes the picture, or the cover of one that moves (its first frame).
  ///
  /// - Parameters:
  ///   - data: the file.
  ///   - header: what `header(of:)` returned for it.
  ///   - request: what is wanted, before the orientation is applied: ``PictureCodecs`` turns the result.
  /// - Returns: `request.width` x `request.height` pixels; what is smaller than the picture is shrunk while decoding, each pixel the average of what it covers.
  func decode(_ data: PictureData, _ header: PictureHeader, _ request: PictureRequest) throws(PictureError) -> PixelBuffer

  /// Returns the frames of a picture that moves; nil for one that has a single frame, and always for a format of still pictures.
  ///
  /// Reads the structure of the file, decodes nothing. The frames keep the compressed bytes.
  func frames(of data: PictureData) throws(PictureError) -> (any PictureFrames)?

  /// Returns a decoder for data that is still arriving; nil where the format can't be shown in parts.
  ///
  /// - Parameters:
  ///   - name: what error messages call the picture.
  ///   - byteLimit: most bytes that the decoder holds.
  func makeIncrementalDecoder(name: String, byteLimit: Int) -> (any IncrementalDecoder)?
}

extension PictureCodec {
  public var crops: Bool { false }
}
