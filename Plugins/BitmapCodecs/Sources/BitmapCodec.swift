internal import CBitmapCodecs
internal import TesseraGeometry
public import TesseraPictures
public import TesseraRender

/// Reads BMP, QOI and PNM, and the ICO and CUR files of Windows, row by row.
public struct BitmapCodec: PictureCodec {
  public let format: PictureFormat
  public let fileExtensions: [String]
  public let summary: String
  public let crops = true
  private let kind: bc_format

  private init(_ format: PictureFormat, _ fileExtensions: [String], _ kind: bc_format, _ summary: String) {
    (self.format, self.fileExtensions, self.kind, self.summary) = (format, fileExtensions, kind, summary)
  }

  /// BMP: every header from OS/2 1.x to V5, 1 to 32 bits a pixel, run lengths, bit fields, alpha.
  public static let bmp = BitmapCodec(.bmp, ["bmp", "dib"], BC_BMP, "1 to 32 bits a pixel, RLE4, RLE8 and RLE24, bit fields, alpha")
  /// QOI.
  public static let qoi = BitmapCodec(.qoi, ["qoi"], BC_QOI, "RGB and RGBA")
  /// PBM, PGM, PPM and PAM; the first picture of a file.
  public static let pnm = BitmapCodec(
    .pnm, ["pnm", "pbm", "pgm", "ppm", "pam"], BC_PNM, "PBM, PGM, PPM and PAM, ASCII and binary, up to 16 bits a sample")
  /// ICO: the entry that suits the size asked for.
  public static let ico = BitmapCodec(.ico, ["ico"], BC_ICO, "the best entry for the size, bitmaps and PNG")
  /// CUR: as ICO.
  public static let cur = BitmapCodec(.cur, ["cur"], BC_CUR, "the best entry for the size, bitmaps and PNG")

  /// All of them.
  public static let all = [bmp, qoi, pnm, ico, cur]

  public func recognizes(_ beginning: UnsafeRawBufferPointer) -> Bool {
    bc_sniff(beginning.baseAddress?.assumingMemoryBound(to: UInt8.self), beginning.count) == kind
  }

  public func header(of data: PictureData) throws(PictureError) -> PictureHeader {
    // The directory of an icon is followed by pictures whose headers lie anywhere.
    if isIcon { return try header(data.bytes(), data.name) }
    return try data.parseBeginning { bytes throws(PictureError) in try header(bytes, data.name) }
  }

  public func frames(of data: PictureData) throws(PictureError) -> (any PictureFrames)? { nil }
  public func makeIncrementalDecoder(name: String, byteLimit: Int) -> (any IncrementalDecoder)? { nil }

  public func decode(_ data: PictureData, _ header: PictureHeader, _ request: PictureRequest) throws(PictureError) -> PixelBuffer {
    var request = request
    let bytes = try data.bytes(limit: request.byteLimit)
    if !data.isInMemory { request.byteLimit -= bytes.count }
    return isIcon
      ? try decodeIcon(bytes, header, request, data.name)
      : try decode(bytes, request, data.name) { bc_decoder_create($0, $1, $2, $3, $4) }
  }

  private var isIcon: Bool { kind == BC_ICO || kind == BC_CUR }

  private func header(_ bytes: [UInt8], _ name: String) throws(PictureError) -> PictureHeader {
    let result = bytes.withUnsafeBytes { bytes in Result { () throws(PictureError) in try header(bytes, name) } }
    return try result.get()
  }

  private func header(_ bytes: UnsafeRawBufferPointer, _ name: String) throws(PictureError) -> PictureHeader {
    var info = bc_info()
    try Self.call(name) { bc_probe(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, &info, $0) }
    return PictureHeader(format: format, width: Int(info.width), height: Int(info.height), isOpaque: info.is_opaque != 0)
  }

  /// The entry for the size that the whole picture has in the request.
  private func decodeIcon(
    _ bytes: [UInt8], _ header: PictureHeader, _ request: PictureRequest, _ name: String
  ) throws(PictureError) -> PixelBuffer {
    let crop = request.crop ?? PixelRect(x: 0, y: 0, width: header.storedWidth, height: header.storedHeight)
    let (scaleX, scaleY) = (Double(request.width) / Double(crop.width), Double(request.height) / Double(crop.height))
    let wanted = (Int32((Double(header.storedWidth) * scaleX).rounded(.up)), Int32((Double(header.storedHeight) * scaleY).rounded(.up)))
    var entry = bc_entry()
    try Self.call(name) { message in
      bytes.withUnsafeBufferPointer { bc_choose_entry($0.baseAddress, $0.count, wanted.0, wanted.1, &entry, message) }
    }
    var inner = request
    if request.crop != nil {
      // The same part of a smaller entry.
      let (x, y) = (Double(entry.width) / Double(header.storedWidth), Double(entry.height) / Double(header.storedHeight))
      let left = min(Int(Double(crop.x) * x), Int(entry.width) - 1), top = min(Int(Double(crop.y) * y), Int(entry.height) - 1)
      let right = max(left + 1, min(Int((Double(crop.x + crop.width) * x).rounded(.up)), Int(entry.width)))
      let bottom = max(top + 1, min(Int((Double(crop.y + crop.height) * y).rounded(.up)), Int(entry.height)))
      inner.crop = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
    let part = bytes[entry.offset..<min(bytes.count, entry.offset + entry.length)]
    let available = (inner.crop?.width ?? Int(entry.width), inner.crop?.height ?? Int(entry.height))
    inner.width = min(request.width, available.0)
    inner.height = min(request.height, available.1)
    let pixels =
      entry.is_png != 0
      ? try decodePNG(Array(part), inner, name)
      : try decode(Array(part), inner, name) {
        bc_decoder_create_entry($0, $1, $2, $3, $4)
      }
    // An entry of another shape than the largest is stretched as the largest would be.
    guard pixels.width != request.width || pixels.height != request.height else { return pixels }
    do { return try pixels.resized(width: request.width, height: request.height) } catch { throw .outOfMemory(source: name) }
  }

  private func decodePNG(_ bytes: [UInt8], _ request: PictureRequest, _ name: String) throws(PictureError) -> PixelBuffer {
    try PictureCodecs([PNGCodec()]).decode(PictureData(bytes, name: name), request)
  }
}
