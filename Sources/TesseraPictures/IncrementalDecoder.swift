public import TesseraRender

/// Decodes the part of a picture that has arrived. One thread at a time.
///
/// Previews are approximations; the final picture is decoded from all bytes by `PictureCodecs.decode`. See ``ArrivingPicture``.
public protocol IncrementalDecoder: AnyObject {
  /// Header; nil until it has arrived.
  var header: PictureHeader? { get }
  /// Number of complete scans or passes; 0 before the first.
  var scans: Int { get }
  /// Standard deviation of a blur that hides the missing detail of the last preview, in stored pixels.
  var blur: Double { get }
  /// Bytes held in memory.
  var byteCount: Int { get }

  /// Appends bytes.
  /// - Throws: `PictureError` if the data is damaged or of a kind that is not shown in parts. The decoder is not used after that.
  func append(_ bytes: [UInt8]) throws(PictureError)

  /// Returns the picture received so far, in stored orientation, not blurred. Its size is `request.width` x `request.height` pixels, or
  /// smaller if an earlier preview was smaller. Called only after the first complete scan.
  ///
  /// - Parameter request: size of the result; without a crop.
  func preview(_ request: PictureRequest) throws(PictureError) -> PixelBuffer
}
