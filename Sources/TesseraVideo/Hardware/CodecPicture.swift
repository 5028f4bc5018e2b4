internal import CVideoDecoder
internal import TesseraRender

/// Layout of decoded pictures, as the device answers. A value.
struct CodecLayout: Sendable {
  // A C structure of numbers.
  let own: vd_codec_layout

  init(_ own: vd_codec_layout) { self.own = own }

  /// Bytes of a picture without padding; 0 if the layout is invalid or its format unknown.
  var packedSize: Int { packed.size }
  var width: Int { Int(own.visible_width) }
  var height: Int { Int(own.visible_height) }
  var planes: Int { Int(own.planes) }

  fileprivate var packed: (size: Int, picture: vd_picture) {
    var (own, picture) = (own, vd_picture())
    let size = vd_codec_packed(&own, &picture)
    return (size, picture)
  }
}

/// Mapped planes of a buffer, unmapped with the last reference. One thread at a time.
final class CodecMemory: @unchecked Sendable {
  // Used by the session of its device only, which is behind a lock.
  fileprivate var own: vd_codec_memory
  private let unmap: (inout vd_codec_memory) -> Void

  init(_ own: vd_codec_memory, unmap: @escaping (inout vd_codec_memory) -> Void) { (self.own, self.unmap) = (own, unmap) }

  deinit { unmap(&own) }

  /// The first plane.
  var bytes: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: own.bytes.0, count: own.length.0) }
}

/// Buffer that the device has filled, as the kernel answers. A value.
struct CodecFilled: Sendable {
  // A C structure of numbers.
  fileprivate let own: vd_codec_filled

  init(_ own: vd_codec_filled) { self.own = own }

  var index: Int { Int(own.index) }
  var isEmpty: Bool { own.used.0 == 0 }
  var isDamaged: Bool { own.is_damaged != 0 }
  var isLast: Bool { own.is_last != 0 }
  var number: UInt64 { own.number }
}

/// Color of the samples of a stream, as its header has it. A value.
struct CodedColor: Sendable, Hashable {
  /// Number of the matrix, ITU-T H.273.
  var matrix = 2
  /// Whether luma uses 0...255.
  var isFull = false
}

/// Decoded picture, copied from the memory of the device. A value.
struct CodecPicture: DecodedFrame {
  var facts: DecodedFrameFacts
  private let picture: vd_picture
  private let bytes: [UInt8]
  private let source: String

  /// Copies the visible part of a buffer.
  ///
  /// - Throws: if the buffer is smaller than its layout.
  init(
    _ layout: CodecLayout, _ filled: CodecFilled, _ memory: CodecMemory, _ color: CodedColor, source: String
  ) throws(CodecFailure) {
    var (size, picture) = layout.packed
    (picture.is_full, picture.matrix) = (color.isFull ? 1 : 0, Int32(clamping: color.matrix))
    var status = VD_OK
    bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      var (own, part) = (layout.own, filled.own)
      // A layout with a size has at least one pixel.
      status = buffer.baseAddress.map { vd_codec_pack(&own, &part, &memory.own, $0) } ?? VD_UNSUPPORTED
      count = status == VD_OK ? size : 0
    }
    if status != VD_OK { throw CodecFailure("a buffer has no room for \(layout.width) x \(layout.height) pixels") }
    (self.picture, self.source) = (picture, source)
    facts = DecodedFrameFacts(time: 0, width: layout.width, height: layout.height)
    facts.pixelFormat = picture.format == CameraPixelFormat.nv12.code ? "nv12" : "yuv420p"
    facts.range = color.isFull ? "full" : "limited"
  }

  func pixels(_ conversion: FrameConversion) throws(VideoFileError) -> PixelBuffer {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(VideoFileError) in try picture.pixels(bytes, conversion, source) }
    }
    guard let pixels = try result.get() else { throw .corrupt(source: source, reason: "a picture is damaged") }
    return pixels
  }

  /// Returns the MD5 of the planes Y, U and V, which software decoders have as well.
  func checksum() throws(VideoFileError) -> String {
    var (text, picture) = ([CChar](repeating: 0, count: Int(VD_CHECKSUM_SIZE)), picture)
    guard vd_picture_checksum(&picture, bytes, bytes.count, &text) == VD_OK else { throw .outOfMemory(source: source) }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension vd_picture {
  /// Converts samples in memory to opaque pixels; nil if `bytes` are not enough for the picture.
  func pixels(
    _ bytes: UnsafeRawBufferPointer, _ conversion: FrameConversion, _ source: String
  ) throws(VideoFileError) -> PixelBuffer? {
    var (picture, own, width, height) = (self, vd_conversion(conversion), Int32(0), Int32(0))
    vd_picture_result(&picture, &own, &width, &height)
    guard width > 0, height > 0, let buffer = try? PixelBuffer(width: Int(width), height: Int(height), format: .xrgb8888) else {
      throw .outOfMemory(source: source)
    }
    let status = buffer.withUnsafeMutableBytes { pixels -> vd_status in
      guard let from = bytes.baseAddress, let to = pixels.baseAddress else { return VD_CORRUPT }
      return vd_picture_convert(
        &picture, from.assumingMemoryBound(to: UInt8.self), bytes.count, &own, to.assumingMemoryBound(to: UInt8.self), buffer.stride)
    }
    return status == VD_OK ? buffer : nil
  }
}
