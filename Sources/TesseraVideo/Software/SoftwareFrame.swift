internal import CVideoDecoder
internal import TesseraRender

/// Decoded picture, copied from the memory of its decoder. A value.
struct SoftwareFrame: DecodedFrame {
  var facts: DecodedFrameFacts
  private let samples: vd_samples
  private let bytes: [UInt8]
  private let source: String

  /// Copies a picture, which C has checked.
  init(_ picture: vd_software_picture, _ color: MediaColor, codec: MediaCodec, source: String) {
    var picture = picture
    let range: Bool? = picture.range == 0 ? nil : picture.range == 2
    let own = MediaColor(
      primaries: Int(picture.primaries), transfer: Int(picture.transfer), matrix: Int(picture.samples.matrix), isFull: range)
    let known = codec == .h264 ? color : own.completed(by: color)
    (picture.samples.matrix, picture.samples.is_full) = (Int32(clamping: known.matrix), known.isFull == true ? 1 : 0)
    (samples, self.source) = (picture.samples, source)
    bytes = [UInt8](unsafeUninitializedCapacity: vd_samples_size(&picture.samples)) { buffer, count in
      guard let to = buffer.baseAddress else { return }
      vd_samples_pack(&picture, to)
      count = buffer.count
    }
    facts = DecodedFrameFacts(time: 0, width: Int(samples.width), height: Int(samples.height))
    facts.pixelFormat = Self.name(of: samples, codec)
    facts.range = known.isFull.map { $0 ? "full" : "limited" }
    (facts.matrix, facts.primaries) = (ColorNames.matrix(known.matrix), ColorNames.primaries(known.primaries))
    facts.transfer = ColorNames.transfer(known.transfer)
    facts.kind = DecodedFrameFacts.Kind(rawValue: String(UnicodeScalar(UInt8(bitPattern: picture.type)))) ?? .unknown
  }

  /// Name of a pixel format as FFmpeg has it.
  private static func name(of samples: vd_samples, _ codec: MediaCodec) -> String {
    let depth = samples.depth > 8 ? "\(samples.depth)le" : ""
    guard samples.planes == 3 else { return "gray" + depth }
    let chroma =
      switch (samples.chroma_x, samples.chroma_y) {
      case (1, 1): "420p"
      case (1, 0): "422p"
      case (0, 1): "440p"
      default: "444p"
      }
    if samples.matrix == 0, chroma == "444p" { return "gbrp" + depth }
    // Its decoders mark the range of H.264 in the name.
    return (codec == .h264 && samples.is_full != 0 ? "yuvj" : "yuv") + chroma + depth
  }

  func pixels(_ conversion: FrameConversion) throws(VideoFileError) -> PixelBuffer {
    var (samples, own, width, height) = (samples, vd_conversion(conversion), Int32(0), Int32(0))
    vd_samples_result(&samples, &own, &width, &height)
    guard width > 0, height > 0, let buffer = try? PixelBuffer(width: Int(width), height: Int(height), format: .xrgb8888) else {
      throw .outOfMemory(source: source)
    }
    let status = buffer.withUnsafeMutableBytes { pixels -> vd_status in
      guard let to = pixels.baseAddress else { return VD_NO_MEMORY }
      return vd_samples_convert(&samples, bytes, bytes.count, &own, to.assumingMemoryBound(to: UInt8.self), buffer.stride)
    }
    switch status {
    case VD_OK: return buffer
    case VD_NO_MEMORY: throw .outOfMemory(source: source)
    default: throw .unsupported(source: source, reason: "its pixel format \(facts.pixelFormat) cannot be converted")
    }
  }

  func checksum() -> String {
    var text = [CChar](repeating: 0, count: Int(VD_CHECKSUM_SIZE))
    vd_samples_checksum(bytes, bytes.count, &text)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
