public import TesseraPictures
public import TesseraRender

/// PNG as decoded by `PNGCodec`, with the frames of animated files. The poster frame of an animated PNG is its default image.
///
/// Source: "Portable Network Graphics (PNG) Specification, Third Edition", sections 11.3.6 and 13.13.
public struct APNGCodec: PictureCodec {
  private let still = PNGCodec()

  /// Creates the codec, which replaces that of still PNG.
  public init() {}

  public var format: PictureFormat { .png }
  public var crops: Bool { still.crops }
  public var fileExtensions: [String] { still.fileExtensions + ["apng"] }
  public var summary: String { still.summary + ", animated (APNG)" }

  public func recognizes(_ beginning: UnsafeRawBufferPointer) -> Bool { still.recognizes(beginning) }

  public func header(of data: PictureData) throws(PictureError) -> PictureHeader {
    var header = try still.header(of: data)
    header.mayMove = try APNGFile.hasAnimation(data)
    return header
  }

  public func decode(_ data: PictureData, _ header: PictureHeader, _ request: PictureRequest) throws(PictureError) -> PixelBuffer {
    try still.decode(data, header, request)
  }

  public func makeIncrementalDecoder(name: String, byteLimit: Int) -> (any IncrementalDecoder)? {
    still.makeIncrementalDecoder(name: name, byteLimit: byteLimit)
  }

  public func frames(of data: PictureData) throws(PictureError) -> (any PictureFrames)? {
    guard try APNGFile.hasAnimation(data) else { return nil }
    let frames = try APNGFrames(APNGFile(data))
    return frames.delays.count > 1 ? frames : nil
  }
}
