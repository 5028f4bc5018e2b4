internal import CWebP
internal import TesseraGeometry
public import TesseraPictures
public import TesseraRender

/// WebP, lossy, lossless and animated, by libwebp and libwebpdemux, which are loaded with the first WebP.
public struct WebPCodec: PictureCodec {
  /// Creates the codec.
  public init() {}

  public var format: PictureFormat { .webp }
  public var fileExtensions: [String] { ["webp"] }
  public var summary: String { "lossy, lossless, animated; needs libwebp7 and libwebpdemux2" }

  public func recognizes(_ beginning: UnsafeRawBufferPointer) -> Bool {
    beginning.count >= 12 && beginning.prefix(4).elementsEqual("RIFF".utf8) && beginning[8..<12].elementsEqual("WEBP".utf8)
  }

  public func header(of data: PictureData) throws(PictureError) -> PictureHeader {
    let info = try data.parseBeginning { bytes throws(PictureError) in try WebPFile.info(bytes, name: data.name) }
    var header = PictureHeader(
      format: .webp, width: Int(info.width), height: Int(info.height), isOpaque: info.has_alpha == 0 && info.is_animated == 0)
    header.mayMove = info.is_animated != 0
    if !header.mayMove, let orientation = try WebPChunks.orientation(of: data) {
      header.orientation = orientation
      if header.isTurned { (header.width, header.height) = (header.height, header.width) }
    }
    header.profile = try WebPChunks.profile(of: data).flatMap(ColorTransform.name)
    return header
  }

  public func makeIncrementalDecoder(name: String, byteLimit: Int) -> (any IncrementalDecoder)? { nil }

  public func decode(_ data: PictureData, _ header: PictureHeader, _ request: PictureRequest) throws(PictureError) -> PixelBuffer {
    // Memory of the decoder: the whole picture if it is lossless, otherwise a few rows.
    let own = header.storedWidth * header.storedHeight * 4
    try request.check(data.count + own, for: "a WebP of \(header.width) x \(header.height), \(data.count) bytes,", of: data.name)
    if header.mayMove {
      let frames = try WebPFrames(data)
      let whole = PictureRequest(width: frames.width, height: frames.height)
      let picture = try whole.makeBuffer(for: data.name)
      _ = try WebPReader(frames).decode(0, into: picture, isCancelled: request.isCancelled)
      let isWhole = request.width == frames.width && request.height == frames.height
      return isWhole ? picture : try picture.shrunk(to: request, name: data.name)
    }
    let picture = try request.makeBuffer(for: data.name)
    let bytes = try data.bytes(limit: .max)
    try WebPFile.decode(
      bytes, 0..<bytes.count, into: picture, at: picture.bounds, color: WebPChunks.profile(of: data).flatMap(ColorTransform.init(profile:)),
      name: data.name, isCancelled: request.isCancelled)
    return picture
  }

  public func frames(of data: PictureData) throws(PictureError) -> (any PictureFrames)? {
    let info = try data.parseBeginning { bytes throws(PictureError) in try WebPFile.info(bytes, name: data.name) }
    guard info.is_animated != 0 else { return nil }
    let frames = try WebPFrames(data)
    return frames.delays.count > 1 ? frames : nil
  }
}

extension PictureFormat {
  /// WebP.
  public static let webp = PictureFormat(rawValue: "WebP")
}
