internal import CImageCodecs
public import TesseraRender

/// PNG by libpng and zlib: every depth, palettes, interlace, orientation. A file is decoded in pieces and never in memory as a whole.
public struct PNGCodec: PictureCodec {
  /// Makes the codec.
  public init() {}

  public var format: PictureFormat { .png }
  public var fileExtensions: [String] { ["png"] }
  public var crops: Bool { true }
  public var summary: String { "1 to 16 bits, palettes, interlaced" }

  public func recognizes(_ beginning: UnsafeRawBufferPointer) -> Bool {
    beginning.begins(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
  }

  public func header(of data: PictureData) throws(PictureError) -> PictureHeader {
    PictureHeader(.png, try CodecCall.probe(data, ic_png_probe))
  }

  /// Returns the checksum of a chunk: of its kind and content.
  public static func checksum(of bytes: [UInt8]) -> UInt32 { ic_png_checksum(bytes, bytes.count) }

  public func decode(_ data: PictureData, _ header: PictureHeader, _ request: PictureRequest) throws(PictureError) -> PixelBuffer {
    let bytes = data.bytesAtHand
    let rest = data.isInMemory ? nil : PictureRest(data, from: bytes.count)
    return try CodecCall.decode(bytes, rest: rest, name: data.name, request, ic_png_decode)
  }

  public func frames(of data: PictureData) throws(PictureError) -> (any PictureFrames)? { nil }

  public func makeIncrementalDecoder(name: String, byteLimit: Int) -> (any IncrementalDecoder)? {
    ScanDecoder(.png, name: name, byteLimit: byteLimit)
  }
}

/// JPEG by libjpeg-turbo: baseline and progressive, gray, CMYK, orientation. Shrunk by eighths in the DCT.
public struct JPEGCodec: PictureCodec {
  /// Makes the codec.
  public init() {}

  public var format: PictureFormat { .jpeg }
  public var fileExtensions: [String] { ["jpg", "jpeg"] }
  public var crops: Bool { true }
  public var summary: String { "baseline and progressive, gray, YCbCr, CMYK; 8 bits" }

  public func recognizes(_ beginning: UnsafeRawBufferPointer) -> Bool { beginning.begins(with: [0xFF, 0xD8, 0xFF]) }

  public func header(of data: PictureData) throws(PictureError) -> PictureHeader {
    PictureHeader(.jpeg, try CodecCall.probe(data, ic_jpeg_probe))
  }

  public func decode(_ data: PictureData, _ header: PictureHeader, _ request: PictureRequest) throws(PictureError) -> PixelBuffer {
    var request = request
    if !data.isInMemory {
      // All of the file is in memory beside its pixels, which the limit has been taken off for.
      let pixels = request.width * request.height * 4
      let (all, limit) = (data.count.addingReportingOverflow(pixels), request.byteLimit + pixels)
      let bytes = all.overflow ? Int.max : all.partialValue
      if let reason = DecodingBudget.refusal(of: bytes, limit: limit, for: "a file of \(data.count) bytes with its pixels") {
        throw .tooLarge(source: data.name, reason: reason)
      }
      request.byteLimit -= data.count
    }
    return try CodecCall.decode(data.bytes(limit: .max), name: data.name, request, ic_jpeg_decode)
  }

  public func frames(of data: PictureData) throws(PictureError) -> (any PictureFrames)? { nil }

  public func makeIncrementalDecoder(name: String, byteLimit: Int) -> (any IncrementalDecoder)? {
    ScanDecoder(.jpeg, name: name, byteLimit: byteLimit)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes begin with the signature, or are the beginning of it.
  func begins(with signature: [UInt8]) -> Bool { !isEmpty && zip(self, signature).allSatisfy { $0 == $1 } }
}

extension PictureHeader {
  init(_ format: PictureFormat, _ info: ic_info) {
    let turned = info.orientation >= 5
    self.init(
      format: format, width: Int(turned ? info.height : info.width), height: Int(turned ? info.width : info.height),
      orientation: Int(info.orientation), isOpaque: info.is_opaque != 0)
    let name = withUnsafeBytes(of: info.profile) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    profile = name.isEmpty ? nil : name
  }
}
