internal import CBitmapCodecs
internal import TesseraGeometry
internal import TesseraPictures
internal import TesseraRender

extension BitmapCodec {
  typealias Create = (
    UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<OpaquePointer?>, UnsafeMutablePointer<bc_info>, UnsafeMutablePointer<CChar>
  ) -> bc_status

  /// Decodes row by row; for a crop, only the rows up to its last.
  func decode(_ bytes: [UInt8], _ request: PictureRequest, _ name: String, create: Create) throws(PictureError) -> PixelBuffer {
    var result: Result<PixelBuffer, PictureError> = .failure(.outOfMemory(source: name))
    bytes.withUnsafeBufferPointer { source in
      result = Result { () throws(PictureError) in
        var decoder: OpaquePointer?
        var info = bc_info()
        try Self.call(name) { create(source.baseAddress, source.count, &decoder, &info, $0) }
        defer { bc_decoder_destroy(decoder) }
        return try Self.read(decoder, info, request, name)
      }
    }
    return try result.get()
  }

  private static func read(
    _ decoder: OpaquePointer?, _ info: bc_info, _ request: PictureRequest, _ name: String
  ) throws(PictureError) -> PixelBuffer {
    let (width, height) = (Int(info.width), Int(info.height))
    let crop = request.crop ?? PixelRect(x: 0, y: 0, width: width, height: height)
    guard crop.x >= 0, crop.y >= 0, crop.width > 0, crop.height > 0, crop.x + crop.width <= width, crop.y + crop.height <= height else {
      throw .corrupt(source: name, reason: "the size changed to \(width) x \(height) pixels after the header was read")
    }
    let shrinking = PictureRows.byteCount(sourceWidth: crop.width, sourceHeight: crop.height, width: request.width, height: request.height)
    try request.check(shrinking + width * 4, for: "shrinking to \(request.width) x \(request.height)", of: name)
    let target = try request.makeBuffer(for: name)
    let rows = try PictureRows(sourceWidth: crop.width, sourceHeight: crop.height, into: target, name: name)
    let isWhole = crop.width == width
    // Rows in stored order. For bottom-up files the result is flipped at the end.
    let first = info.is_bottom_up != 0 ? height - crop.y - crop.height : crop.y
    var scratch = [UInt8](repeating: 0, count: isWhole && crop.height == height ? 0 : width * 4)
    for row in 0..<first + crop.height {
      if row % 64 == 0, request.isCancelled() { throw .cancelled(source: name) }
      try call(name) { message in
        if isWhole, row >= first {
          var status = BC_OK
          rows.write { status = bc_decoder_row(decoder, $0, message) }
          return status
        }
        let status = scratch.withUnsafeMutableBufferPointer { bc_decoder_row(decoder, $0.baseAddress, message) }
        if status == BC_OK, row >= first {
          scratch.withUnsafeBytes { from in
            rows.write { UnsafeMutableRawPointer($0).copyMemory(from: from.baseAddress! + crop.x * 4, byteCount: crop.width * 4) }
          }
        }
        return status
      }
    }
    if info.is_bottom_up != 0 { turnOver(target) }
    return target
  }

  /// Flips a picture vertically.
  private static func turnOver(_ pixels: PixelBuffer) {
    let (count, stride, height) = (pixels.width * 4, pixels.stride, pixels.height)
    pixels.withUnsafeMutableBytes { bytes in
      for y in 0..<height / 2 {
        let (upper, lower) = (y * stride, (height - 1 - y) * stride)
        for x in 0..<count { bytes.swapAt(upper + x, lower + x) }
      }
    }
  }

  /// Runs a C call; throws the error that it reports.
  static func call(_ name: String, _ body: (UnsafeMutablePointer<CChar>) -> bc_status) throws(PictureError) {
    try DecoderCall.check(messageSize: Int(BC_MESSAGE_SIZE), body) { status, reason in
      switch status {
      case BC_OK: nil
      case BC_NOT_A_BITMAP: .notAnImage(source: name, reason: reason)
      case BC_UNSUPPORTED: .unsupported(source: name, reason: reason)
      case BC_TRUNCATED: .truncated(source: name, reason: reason)
      case BC_TOO_LARGE: .tooLarge(source: name, reason: reason)
      case BC_NO_MEMORY: .outOfMemory(source: name)
      default: .corrupt(source: name, reason: reason)
      }
    }
  }
}
