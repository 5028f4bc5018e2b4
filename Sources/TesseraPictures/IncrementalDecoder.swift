public import TesseraRender

/// Decodes what is there of a picture whose bytes are still arriving. One thread at a time.
///
/// Previews are guesses of what the picture will be; the picture itself is decoded from all bytes by `PictureCodecs.decode`. See ``ArrivingPicture``.
public protocol IncrementalDecoder: AnyObject {
  /// What the header says, once it has arrived.
  var header: PictureHeader? { get }
  /// Scans or passes that have arrived as a whole, 0 before the first.
  var scans: Int { get }
  /// Standard deviation of the blur that hides what the last preview lacks, pixels as stored.
  var blur: Double { get }
  /// Bytes held.
  var byteCount: Int { get }

  /// Takes the bytes that follow those given before.
  /// - Throws: `PictureError` where the data is damaged or of a kind that is not shown in parts; nothing is asked of the decoder after that.
  func append(_ bytes: [UInt8]) throws(PictureError)

  /// Returns the picture as far as it has arrived, in stored orientation, not blurred: `request.width` x `request.height` pixels, or fewer where an
  /// earlier preview was smaller. Asked for when there is a scan at least.
  ///
  /// - Parameter request: what is wanted; without a crop.
  func preview(_ request: PictureRequest) throws(PictureError) -> PixelBuffer
}
