internal import CWebP
internal import TesseraGeometry
internal import TesseraPictures
internal import TesseraRender

/// Calls of libwebp, with their messages and cancellation.
enum WebPFile {
  /// Parses the header.
  static func info(_ bytes: UnsafeRawBufferPointer, name: String) throws(PictureError) -> wp_info {
    var info = wp_info()
    try call(name) { wp_probe(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, &info, $0) }
    return info
  }

  /// Lists the frames of a whole file.
  static func scan(_ bytes: [UInt8], name: String) throws(PictureError) -> (info: wp_info, frames: [wp_frame]) {
    let list = FrameList()
    var info = wp_info()
    try call(name) { message in
      bytes.withUnsafeBufferPointer { buffer in
        // The context is `list`, which must live until the call returns.
        wp_scan(
          buffer.baseAddress, buffer.count, &info,
          { context, frame in
            let list = Unmanaged<FrameList>.fromOpaque(context!).takeUnretainedValue()
            if let frame { list.frames.append(frame.pointee) }
            return 1
          }, Unmanaged.passUnretained(list).toOpaque(), message)
      }
    }
    return withExtendedLifetime(list) { (info, list.frames) }
  }

  /// Decodes `range` of `bytes` into an area of `target`, which is at most as large as the decoded picture. Converts colours with `color`
  /// if there is one.
  static func decode(
    _ bytes: [UInt8], _ range: Range<Int>, into target: PixelBuffer, at area: PixelRect, color: ColorTransform?, name: String,
    isCancelled: () -> Bool
  ) throws(PictureError) {
    try DecoderCall.withQuestion(isCancelled) { question, context throws(PictureError) in
      try call(name) { message in
        bytes.withUnsafeBufferPointer { source in
          target.withUnsafeMutableBytes { pixels in
            // `area` is within the buffer.
            wp_decode(
              source.baseAddress.map { $0 + range.lowerBound }, range.count, Int32(area.width), Int32(area.height),
              pixels.baseAddress.map { ($0 + area.y * target.stride + area.x * 4).assumingMemoryBound(to: UInt8.self) }, target.stride,
              color == nil ? 0 : 1, nil, question, context, message)
          }
        }
      }
    }
    guard let color else { return }
    for y in area.y..<area.maxY {
      if y % 64 == 0, isCancelled() { throw .cancelled(source: name) }
      target.withUnsafeMutableBytes { pixels in
        // `area` is within the buffer, which has pixels and therefore a base address.
        let row = pixels.baseAddress! + y * target.stride + area.x * 4
        color.apply(to: row.assumingMemoryBound(to: UInt8.self), count: area.width)
      }
    }
  }

  /// Runs a C call; throws the error that it reports.
  private static func call(_ name: String, _ body: (UnsafeMutablePointer<CChar>) -> wp_status) throws(PictureError) {
    try DecoderCall.check(messageSize: Int(WP_MESSAGE_SIZE), body) { status, reason in
      switch status {
      case WP_OK: nil
      case WP_NO_LIBRARY: .missingLibrary(source: name, reason: reason)
      case WP_TRUNCATED: .truncated(source: name, reason: reason)
      case WP_UNSUPPORTED: .unsupported(source: name, reason: reason)
      case WP_NO_MEMORY: .outOfMemory(source: name)
      case WP_CANCELLED: .cancelled(source: name)
      default: .corrupt(source: name, reason: reason)
      }
    }
  }

  private final class FrameList { var frames: [wp_frame] = [] }
}
