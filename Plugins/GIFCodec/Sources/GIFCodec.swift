internal import CGIF
internal import TesseraGeometry
public import TesseraPictures
public import TesseraRender

/// GIF, 87a and 89a: still and animated, interlaced, all disposal methods.
///
/// The canvas is initially transparent: the background colour of the file is ignored, as in browsers. Each image is a frame; without a
/// delay it is shown for 100 ms, also as in browsers. Only if no image has a delay and the file does not loop, all images are parts of one
/// still picture.
public struct GIFCodec: PictureCodec {
  /// Creates the codec.
  public init() {}

  public var format: PictureFormat { .gif }
  public var fileExtensions: [String] { ["gif"] }
  public var summary: String { "87a and 89a, animated, interlaced" }

  public func recognizes(_ beginning: UnsafeRawBufferPointer) -> Bool {
    beginning.count >= 4 && beginning.prefix(4).elementsEqual("GIF8".utf8)
  }

  public func header(of data: PictureData) throws(PictureError) -> PictureHeader {
    let info = try data.parseBeginning { bytes throws(PictureError) in try GIFFile.size(bytes, name: data.name) }
    var header = PictureHeader(format: .gif, width: Int(info.width), height: Int(info.height), isOpaque: false)
    header.mayMove = true
    return header
  }

  public func decode(_ data: PictureData, _ header: PictureHeader, _ request: PictureRequest) throws(PictureError) -> PixelBuffer {
    let isWhole = request.width == header.width && request.height == header.height
    let canvas = isWhole ? 0 : header.width * header.height * 4
    try request.check(data.count + canvas, for: "a GIF of \(header.width) x \(header.height), \(data.count) bytes,", of: data.name)
    let frames = try GIFFrames(data)
    let whole = PictureRequest(width: header.width, height: header.height)
    let picture = try whole.makeBuffer(for: data.name)
    _ = try GIFReader(frames).decode(0, into: picture, isCancelled: request.isCancelled)
    return isWhole ? picture : try picture.shrunk(to: request, name: data.name)
  }

  public func frames(of data: PictureData) throws(PictureError) -> (any PictureFrames)? {
    let frames = try GIFFrames(data)
    return frames.delays.count > 1 ? frames : nil
  }

  public func makeIncrementalDecoder(name: String, byteLimit: Int) -> (any IncrementalDecoder)? {
    PassDecoder(name: name, byteLimit: byteLimit)
  }
}

extension PictureFormat {
  /// Graphics Interchange Format.
  public static let gif = PictureFormat(rawValue: "GIF")
}
