internal import TesseraGeometry
public import TesseraRender

/// Picture whose bytes are still arriving, shown from the scans or passes received so far: progressive JPEG, interlaced PNG and GIF. One
/// thread at a time.
///
/// ```swift
/// let picture = ArrivingPicture(name: url, codecs: .shared)
/// picture.append(bytes)
/// if picture.scans > shown { preview = try picture.preview(PictureRequest(width: 320, height: 240)) }
/// ```
public final class ArrivingPicture {
  /// Name in error messages.
  public let name: String
  /// Whether no further preview follows: the format is not shown in parts, the data is damaged, or there is too little memory.
  public private(set) var isOver = false
  private let codecs: PictureCodecs
  private let byteLimit: Int
  /// First bytes, by which the codec is chosen.
  private var beginning: [UInt8] = []
  private var decoder: (any IncrementalDecoder)?

  /// Creates a picture without bytes.
  ///
  /// - Parameters:
  ///   - name: name in error messages.
  ///   - codecs: available codecs.
  ///   - byteLimit: maximum bytes held in addition to a preview.
  public init(name: String, codecs: PictureCodecs, byteLimit: Int = DecodingBudget.shared.byteLimit) {
    (self.name, self.codecs, self.byteLimit) = (name, codecs, byteLimit)
  }

  /// Header; nil until it has arrived.
  public var header: PictureHeader? { decoder?.header }
  /// Number of complete scans or passes.
  public var scans: Int { decoder?.scans ?? 0 }
  /// Distance between known samples of the last preview, in stored pixels: 1 if complete; 8 for a JPEG of which only the block means are
  /// known.
  public var sampleSpacing: Double { 2 * (decoder?.blur ?? 0) + 1 }
  /// Bytes held in memory.
  public var byteCount: Int { beginning.count + (decoder?.byteCount ?? 0) }

  /// Appends bytes.
  public func append(_ bytes: [UInt8]) {
    guard !isOver else { return }
    do throws(PictureError) {
      if let decoder { return try decoder.append(bytes) }
      beginning += bytes
      guard beginning.count >= PictureData.pageSize else { return }
      decoder = try codecs.codec(for: PictureData(beginning, name: name)).makeIncrementalDecoder(name: name, byteLimit: byteLimit)
      if let decoder { try decoder.append(beginning) } else { isOver = true }
      beginning = []
    } catch {
      abandon()
    }
  }

  /// Releases all data and ends previews.
  public func abandon() { (isOver, decoder, beginning) = (true, nil, []) }

  /// Returns the picture received so far, with its orientation applied. It is blurred according to the missing detail.
  ///
  /// - Parameter request: size of the result, orientation applied, without a crop; at most the picture's own. The first request sets the
  ///   maximum size of later ones.
  /// - Returns: premultiplied `argb8888`; nil before the first complete scan, and if ``isOver``.
  /// - Throws: `PictureError`. After any error except `cancelled` there are no more previews.
  public func preview(_ request: PictureRequest) throws(PictureError) -> PixelBuffer? {
    guard let decoder, let header = decoder.header, decoder.scans > 0, request.crop == nil else { return nil }
    var stored = request
    let (width, height) = (max(1, min(request.width, header.width)), max(1, min(request.height, header.height)))
    (stored.width, stored.height) = header.isTurned ? (height, width) : (width, height)
    do throws(PictureError) {
      try request.check(width * height * 4, for: "a preview of \(width) x \(height)", of: name)
      stored.byteLimit -= width * height * 4
      let pixels = try decoder.preview(stored)
      do {
        try pixels.blur(sigma: blur(in: pixels, header), isCancelled: request.isCancelled)
      } catch {
        throw PictureError.outOfMemory(source: name)
      }
      if request.isCancelled() { throw PictureError.cancelled(source: name) }
      if header.orientation == 1 { return pixels }
      return try CodecCall.turn(pixels, header.orientation, name: name, isCancelled: request.isCancelled)
    } catch {
      if case .cancelled = error { throw error }
      abandon()
      throw error
    }
  }

  /// Whether the missing detail of the last preview is invisible at `width` x `height` pixels, orientation applied.
  public func isComplete(width: Int, height: Int) -> Bool {
    guard let decoder, let header = decoder.header else { return false }
    return decoder.blur * Self.scale(width, header.width, height, header.height) < Self.leastBlur
  }

  /// Blur below which it has no visible effect.
  private static let leastBlur = 0.25

  private func blur(in pixels: PixelBuffer, _ header: PictureHeader) -> Double {
    (decoder?.blur ?? 0) * Self.scale(pixels.width, header.storedWidth, pixels.height, header.storedHeight)
  }

  private static func scale(_ width: Int, _ fullWidth: Int, _ height: Int, _ fullHeight: Int) -> Double {
    max(Double(width) / Double(max(1, fullWidth)), Double(height) / Double(max(1, fullHeight)))
  }
}
