internal import TesseraGeometry
public import TesseraRender

/// A picture whose bytes are still arriving, shown from the scans or passes that are there: progressive JPEG, interlaced PNG and GIF. One thread at a time.
///
/// ```swift
/// let picture = ArrivingPicture(name: url, codecs: .shared)
/// picture.append(bytes)
/// if picture.scans > shown { preview = try picture.preview(PictureRequest(width: 320, height: 240)) }
/// ```
public final class ArrivingPicture {
  /// What error messages call it.
  public let name: String
  /// Whether nothing more is shown before the whole is there: a format that is not shown in parts, damaged data, or too little memory.
  public private(set) var isOver = false
  private let codecs: PictureCodecs
  private let byteLimit: Int
  /// Bytes by which the codec is found.
  private var beginning: [UInt8] = []
  private var decoder: (any IncrementalDecoder)?

  /// Makes a picture of which nothing has come.
  ///
  /// - Parameters:
  ///   - name: what error messages call it.
  ///   - codecs: formats that are read.
  ///   - byteLimit: most bytes that it holds beside a preview.
  public init(name: String, codecs: PictureCodecs, byteLimit: Int = DecodingBudget.shared.byteLimit) {
    (self.name, self.codecs, self.byteLimit) = (name, codecs, byteLimit)
  }

  /// What the header says, once it has come.
  public var header: PictureHeader? { decoder?.header }
  /// Scans or passes that have come as a whole.
  public var scans: Int { decoder?.scans ?? 0 }
  /// Distance of the samples that are known of the last preview, pixels as stored: 1 where nothing is missing, 8 of a JPEG of which the means of blocks are.
  public var sampleSpacing: Double { 2 * (decoder?.blur ?? 0) + 1 }
  /// Bytes held.
  public var byteCount: Int { beginning.count + (decoder?.byteCount ?? 0) }

  /// Takes the bytes that follow those given before.
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
      giveUp()
    }
  }

  /// Holds nothing any more and shows nothing more.
  public func giveUp() { (isOver, decoder, beginning) = (true, nil, []) }

  /// Returns the picture as far as it has come, turned as its orientation says, and blurred by how much is missing.
  ///
  /// - Parameter request: pixels wanted, as shown, without a crop; at most the picture's own. The first sets the largest size of those that follow.
  /// - Returns: premultiplied `argb8888`; nil before the first scan has come, and where ``isOver``.
  /// - Throws: `PictureError`; but for `cancelled` nothing is shown after that.
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
      giveUp()
      throw error
    }
  }

  /// Whether what is still missing cannot be seen at `width` x `height` pixels, as shown, in the last preview.
  public func isComplete(width: Int, height: Int) -> Bool {
    guard let decoder, let header = decoder.header else { return false }
    return decoder.blur * Self.scale(width, header.width, height, header.height) < Self.leastBlur
  }

  /// A blur that changes nothing.
  private static let leastBlur = 0.25

  private func blur(in pixels: PixelBuffer, _ header: PictureHeader) -> Double {
    (decoder?.blur ?? 0) * Self.scale(pixels.width, header.storedWidth, pixels.height, header.storedHeight)
  }

  private static func scale(_ width: Int, _ fullWidth: Int, _ height: Int, _ fullHeight: Int) -> Double {
    max(Double(width) / Double(max(1, fullWidth)), Double(height) / Double(max(1, fullHeight)))
  }
}
