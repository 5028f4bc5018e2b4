internal import CVideoDecoder
internal import TesseraRender

/// Frame of libavcodec. Immutable; C permits concurrent reads of it.
final class LibavFrame: DecodedFrame, @unchecked Sendable {
  let facts: DecodedFrameFacts
  private let source: String
  // Never changed after initialization, and freed with the last reference.
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer, source: String) {
    (self.pointer, self.source) = (pointer, source)
    let own = vd_frame_facts(pointer)
    func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
    var facts = DecodedFrameFacts(time: own.time, duration: own.duration, width: Int(own.width), height: Int(own.height))
    (facts.isKey, facts.isInterlaced) = (own.is_key != 0, own.is_interlaced != 0)
    let letter = String(UnicodeScalar(UInt8(bitPattern: own.type)))
    facts.kind = DecodedFrameFacts.Kind(rawValue: letter) ?? .unknown
    facts.pixelFormat = text(own.pixel_format) ?? "unknown"
    (facts.range, facts.matrix) = (text(own.range), text(own.matrix))
    (facts.primaries, facts.transfer) = (text(own.primaries), text(own.transfer))
    self.facts = facts
  }

  deinit { vd_frame_free(pointer) }

  func checksum() throws(VideoFileError) -> String {
    var text = [CChar](repeating: 0, count: Int(VD_CHECKSUM_SIZE))
    switch vd_frame_checksum(pointer, &text) {
    case VD_OK: return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    case VD_NO_MEMORY: throw .outOfMemory(source: source)
    default: throw .unsupported(source: source, reason: "its pixel format \(facts.pixelFormat) has no samples in memory")
    }
  }

  func pixels(_ conversion: FrameConversion) throws(VideoFileError) -> PixelBuffer {
    var own = vd_conversion(conversion)
    var (width, height) = (Int32(0), Int32(0))
    vd_frame_size(pointer, &own, &width, &height)
    guard width > 0, height > 0 else { throw unsupportedPixels }
    guard let buffer = try? PixelBuffer(width: Int(width), height: Int(height), format: .xrgb8888) else {
      throw .outOfMemory(source: source)
    }
    let status = buffer.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { vd_frame_convert(pointer, &own, $0.assumingMemoryBound(to: UInt8.self), buffer.stride) }
    }
    switch status {
    case VD_OK: return buffer
    case VD_NO_MEMORY, nil: throw .outOfMemory(source: source)
    default: throw unsupportedPixels
    }
  }

  private var unsupportedPixels: VideoFileError {
    .unsupported(source: source, reason: "its pixel format \(facts.pixelFormat) cannot be converted")
  }
}

extension vd_conversion {
  /// Converts the options; invalid numbers become the nearest valid ones.
  init(_ conversion: FrameConversion) {
    self.init()
    quarter_turns = Int32((conversion.quarterTurns % 4 + 4) % 4)
    shrink = [1, 2, 4, 8].contains(conversion.shrink) ? Int32(conversion.shrink) : 1
    is_mirrored = conversion.isMirrored ? 1 : 0
    is_smooth = conversion.isSmooth ? 1 : 0
  }
}
