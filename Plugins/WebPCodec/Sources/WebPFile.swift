internal import CWebP
internal import TesseraGeometry
internal import TesseraPictures
internal import TesseraRender

/// Calls of libwebp: their messages and questions.
enum WebPFile {
  /// Reads the header.
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
        // The context is `list`, which lives until the call has returned.
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

  /// Decodes `range` of `bytes` into an area of `target`, which has at most the size of what is decoded; by way of `color` where there is one.
  static func decode(
    _ bytes: [UInt8], _ range: Range<Int>, into target: PixelBuffer, at area: PixelRect, color: ColorTransform?, name: String,
    isCancelled: () -> Bool
  ) throws(PictureError) {
    var failure: PictureError?
    withoutActuallyEscaping(isCancelled) { isCancelled in
      var question = isCancelled
      withUnsafeMutablePointer(to: &question) { question in
        do throws(PictureError) {
          try call(name) { message in
            bytes.withUnsafeBufferPointer { source in
              target.withUnsafeMutableBytes { pixels in
                // The function calls back on this thread before it returns, and keeps nothing. `area` lies in the buffer.
                wp_decode(
                  source.baseAddress.map { $0 + range.lowerBound }, range.count, Int32(area.width), Int32(area.height),
                  pixels.baseAddress.map { ($0 + area.y * target.stride + area.x * 4).assumingMemoryBound(to: UInt8.self) }, target.stride,
                  color == nil ? 0 : 1, nil, { context in context?.assumingMemoryBound(to: (() -> Bool).self).pointee() ?? false ? 1 : 0 },
                  question, message)
              }
            }
          }
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
    guard let color else { return }
    for y in area.y..<area.maxY {
      if y % 64 == 0, isCancelled() { throw .cancelled(source: name) }
      target.withUnsafeMutableBytes { pixels in
        // `area` lies in the buffer, which has a base address as it has pixels.
        let row = pixels.baseAddress! + y * target.stride + area.x * 4
        color.apply(to: row.assumingMemoryBound(to: UInt8.self), count: area.width)
      }
    }
  }

  /// Runs a C call with room for its message; throws what it reports.
  private static func call(_ name: String, _ body: (UnsafeMutablePointer<CChar>) -> wp_status) throws(PictureError) {
    let failure: PictureError? = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(WP_MESSAGE_SIZE)) { room in
      room.initialize(repeating: 0)
      // The capacity is not zero, so there is a base address.
      let status = body(room.baseAddress!)
      let reason = String(cString: room.baseAddress!)
      return switch status {
      case WP_OK: nil
      case WP_NO_LIBRARY: .missingLibrary(source: name, reason: reason)
      case WP_TRUNCATED: .truncated(source: name, reason: reason)
      case WP_UNSUPPORTED: .unsupported(source: name, reason: reason)
      case WP_NO_MEMORY: .outOfMemory(source: name)
      case WP_CANCELLED: .cancelled(source: name)
      default: .corrupt(source: name, reason: reason)
      }
    }
    if let failure { throw failure }
  }

  private final class FrameList { var frames: [wp_frame] = [] }
}
