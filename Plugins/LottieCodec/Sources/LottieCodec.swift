internal import TesseraJSON
internal import TesseraGeometry
public import TesseraPictures
public import TesseraRender

extension PictureFormat {
  /// Vector animations of the Lottie format.
  public static let lottie = PictureFormat(rawValue: "Lottie")
}

/// Decoder of Lottie animations for image nodes. Frames are drawn on workers at the requested size.
///
/// Pictures embedded in a file are decoded by the given codecs. Files that it refers to are read only below its own folder; nothing is
/// loaded from a network. Source: ``LottieDocument``.
public struct LottieCodec: PictureCodec {
  private let pictures: PictureCodecs
  private let fonts: FontLibrary

  /// Creates the codec.
  /// - Parameters:
  ///   - pictures: Codecs for embedded pictures.
  ///   - fonts: Fonts of texts.
  public init(pictures: PictureCodecs = PictureCodecs(), fonts: FontLibrary = .shared) { (self.pictures, self.fonts) = (pictures, fonts) }

  public var format: PictureFormat { .lottie }
  public var fileExtensions: [String] { ["json", "lot", "lottie"] }
  public var summary: String { "vector animations: shapes, masks, mattes, texts, effects; no expressions" }

  public func recognizes(_ beginning: UnsafeRawBufferPointer) -> Bool {
    if beginning.starts(with: [0x1F, 0x8B, 8]) {
      return Deflate.beginning(of: beginning, .gzip, limit: PictureData.pageSize).withUnsafeBytes(LottieSniffer.recognizes)
    }
    return LottieSniffer.recognizes(beginning) || LottieSniffer.recognizesArchive(beginning)
  }

  public func header(of data: PictureData) throws(PictureError) -> PictureHeader {
    let bytes = try data.bytes()
    let head: LottieHead
    do throws(LottieError) {
      head = try LottieHead(JSONValue.lottie(LottieFile(bytes, source: data.name).json, source: data.name, keptDepth: 1), source: data.name)
    } catch {
      throw PictureError(error)
    }
    var header = PictureHeader(format: .lottie, width: head.width, height: head.height, isOpaque: false)
    header.mayMove = head.shownFrames > 1
    header.isVector = true
    return header
  }

  public func makeIncrementalDecoder(name: String, byteLimit: Int) -> (any IncrementalDecoder)? { nil }

  public func decode(_ data: PictureData, _ header: PictureHeader, _ request: PictureRequest) throws(PictureError) -> PixelBuffer {
    let document = try document(of: data, byteLimit: request.byteLimit)
    let target = try request.makeBuffer(for: data.name)
    try document.draw(
      into: target, at: 0, name: data.name, colorDepth: request.colorDepth, byteLimit: request.byteLimit, isCancelled: request.isCancelled)
    return target
  }

  public func frames(of data: PictureData) throws(PictureError) -> (any PictureFrames)? {
    let frames = LottieFrames(try document(of: data, byteLimit: DecodingBudget.shared.byteLimit), name: data.name, byteCount: data.count)
    return frames.delays.count > 1 ? frames : nil
  }

  /// Parses the animation of a file.
  /// - Throws: `PictureError`, with the position, if the file is malformed or exceeds the limits.
  public func document(of data: PictureData, byteLimit: Int = DecodingBudget.shared.byteLimit) throws(PictureError) -> LottieDocument {
    let bytes = try data.bytes(limit: byteLimit)
    let pictures = pictures
    let folder = data.name.lastIndex(of: "/").map { String(data.name[...$0]) } ?? ""
    let isFile = !data.isInMemory
    let options = LottieOptions(
      fonts: fonts, byteLimit: byteLimit,
      decode: { bytes in
        let data = PictureData(bytes)
        // Pictures in an animation cannot be animations.
        guard let header = try? pictures.header(of: data), header.format != .lottie else { return nil }
        return try? pictures.decode(data, PictureRequest(width: header.width, height: header.height, byteLimit: byteLimit))
      },
      load: { path in
        // Read only files below the file's folder, if the data is a file.
        guard isFile, !path.split(separator: "/").contains("..") else { return nil }
        return try? PictureData(file: folder + path).bytes(limit: byteLimit)
      })
    do throws(LottieError) {
      return try LottieDocument(parsing: bytes, named: data.name, options: options)
    } catch {
      throw PictureError(error)
    }
  }
}

extension LottieHead {
  var width: Int { Int(saturating: size.width.rounded(), in: 1...Int(LottieLimits.side)) }
  var height: Int { Int(saturating: size.height.rounded(), in: 1...Int(LottieLimits.side)) }
}

extension PictureError {
  init(_ error: LottieError) {
    self =
      error.isTruncated
      ? .truncated(source: error.source, reason: error.placedReason) : .corrupt(source: error.source, reason: error.placedReason)
  }
}

extension LottieDocument {
  /// Draws one time of the animation at the size of `target`, which is cleared first.
  func draw(
    into target: PixelBuffer, at seconds: Double, name: String, colorDepth: ColorDepth = .full, byteLimit: Int, isCancelled: () -> Bool
  ) throws(PictureError) {
    target.clear()
    let failure = withoutActuallyEscaping(isCancelled) { isCancelled -> PictureError? in
      do throws(RenderError) {
        let canvas = try Canvas(target, colorDepth: colorDepth)
        do throws(LottieError) {
          try draw(
            in: canvas, size: Size(Double(target.width), Double(target.height)), at: seconds, byteLimit: byteLimit, isCancelled: isCancelled
          )
        } catch {
          return isCancelled() ? .cancelled(source: name) : .tooLarge(source: name, reason: error.reason)
        }
        if let failure = canvas.failure { throw failure }
        return nil
      } catch {
        return .outOfMemory(source: name)
      }
    }
    if let failure { throw failure }
  }
}
