internal import CAVIFCodec
internal import TesseraGeometry
public import TesseraPictures
public import TesseraRender

/// AVIF by libdav1d, which is loaded with the first picture: stills, grids, alpha, 8 to 12 bits, sequences.
public struct AVIFCodec: PictureCodec {
  /// Creates the codec.
  public init() {}

  public var format: PictureFormat { .avif }
  public var fileExtensions: [String] { ["avif", "avifs"] }
  public var summary: String { "8, 10 and 12 bits, alpha, grids, sequences; by libdav1d" }
  public var crops: Bool { true }

  public func recognizes(_ beginning: UnsafeRawBufferPointer) -> Bool {
    av_recognizes(beginning.baseAddress?.assumingMemoryBound(to: UInt8.self), beginning.count) != 0
  }

  public func header(of data: PictureData) throws(PictureError) -> PictureHeader {
    try data.parseBeginning { bytes throws(PictureError) in
      var info = av_info()
      try AVIFDecoder.call(data.name) { av_probe(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, &info, $0) }
      let isTurned = info.orientation >= 5
      var header = PictureHeader(
        format: .avif, width: Int(isTurned ? info.height : info.width), height: Int(isTurned ? info.width : info.height),
        orientation: Int(info.orientation), isOpaque: info.is_opaque != 0)
      header.mayMove = info.frame_count > 1
      if info.profile_length > 0 {
        header.profile = ColorTransform.name(of: Array(bytes[info.profile..<info.profile + info.profile_length]))
      }
      return header
    }
  }

  public func makeIncrementalDecoder(name: String, byteLimit: Int) -> (any IncrementalDecoder)? { nil }

  public func decode(_ data: PictureData, _ header: PictureHeader, _ request: PictureRequest) throws(PictureError) -> PixelBuffer {
    var request = request
    let bytes = try data.bytes(limit: request.byteLimit)
    if !data.isInMemory { request.byteLimit -= bytes.count }
    let decoder = try AVIFDecoder(bytes, name: data.name, byteLimit: request.byteLimit)
    try decoder.decode(0, isCancelled: request.isCancelled)
    let (width, height) = (decoder.width, decoder.height)
    let crop = request.crop ?? PixelRect(x: 0, y: 0, width: width, height: height)
    guard crop.x >= 0, crop.y >= 0, crop.width > 0, crop.height > 0, crop.x + crop.width <= width, crop.y + crop.height <= height else {
      throw .corrupt(source: data.name, reason: "the size changed to \(width) x \(height) pixels after the header was read")
    }
    let target = try request.makeBuffer(for: data.name)
    let rows = try PictureRows(sourceWidth: crop.width, sourceHeight: crop.height, into: target, name: data.name)
    var scratch = [UInt8](repeating: 0, count: crop.width == width ? 0 : width * 4)
    for y in crop.y..<crop.y + crop.height {
      if y % 64 == 0, request.isCancelled() { throw .cancelled(source: data.name) }
      if crop.width == width {
        rows.write { decoder.row(y, $0) }
        continue
      }
      scratch.withUnsafeMutableBufferPointer { room in
        // The buffer has the length of a row, which has at least one pixel.
        let row = room.baseAddress!
        decoder.row(y, row)
        rows.write { $0.update(from: row + crop.x * 4, count: crop.width * 4) }
      }
    }
    return target
  }

  public func frames(of data: PictureData) throws(PictureError) -> (any PictureFrames)? {
    let bytes = try data.bytes()
    let decoder = try AVIFDecoder(bytes, name: data.name, byteLimit: DecodingBudget.shared.byteLimit)
    return decoder.frameCount > 1 ? AVIFFrames(decoder) : nil
  }
}

extension PictureFormat {
  /// AV1 Image File Format, still and sequence.
  public static let avif = PictureFormat(rawValue: "AVIF")
}
