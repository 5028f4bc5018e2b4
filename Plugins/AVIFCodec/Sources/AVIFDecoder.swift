internal import CAVIFCodec
internal import TesseraPictures

/// File with its decoder. One thread at a time.
final class AVIFDecoder {
  let bytes: [UInt8]
  let name: String
  let byteLimit: Int
  private let decoder: OpaquePointer
  private let info: av_info
  /// Colour transform; nil if colours are sRGB.
  private let transform: ColorTransform?

  init(_ bytes: [UInt8], name: String, byteLimit: Int) throws(PictureError) {
    var decoder: OpaquePointer?
    var info = av_info()
    try Self.call(name) { message in
      bytes.withUnsafeBufferPointer { av_decoder_create($0.baseAddress, $0.count, max(0, byteLimit), &decoder, &info, message) }
    }
    // `decoder` is not nil if the status is AV_OK.
    (self.bytes, self.name, self.byteLimit, self.decoder, self.info) = (bytes, name, byteLimit, decoder!, info)
    if let profile = Self.profile(bytes, info) {
      transform = ColorTransform(profile: profile)
    } else {
      transform = ColorTransform(primaries: Int(info.primaries), transfer: Int(info.transfer))
    }
  }

  deinit { av_decoder_destroy(decoder) }

  var width: Int { Int(info.width) }
  var height: Int { Int(info.height) }
  var isOpaque: Bool { info.is_opaque != 0 }
  var frameCount: Int { Int(info.frame_count) }
  var loopCount: Int { Int(info.loop_count) }

  /// Returns the display time of a frame, and whether it depends on no earlier frame.
  func frame(_ index: Int) -> (seconds: Double, isSync: Bool) {
    let frame = av_decoder_frame(decoder, Int32(index))
    return (frame.seconds, frame.is_sync != 0)
  }

  /// Decodes a frame: the one after the last, or one that depends on no earlier frame.
  func decode(_ index: Int, isCancelled: () -> Bool) throws(PictureError) {
    try DecoderCall.withQuestion(isCancelled) { question, context throws(PictureError) in
      try Self.call(name) { message in
        bytes.withUnsafeBufferPointer { av_decoder_decode(decoder, $0.baseAddress, $0.count, Int32(index), question, context, message) }
      }
    }
  }

  /// Writes a row of the last decoded frame: sRGB, premultiplied.
  func row(_ y: Int, _ to: UnsafeMutablePointer<UInt8>) {
    av_decoder_row(decoder, Int32(y), transform == nil ? 1 : 0, to)
    transform?.apply(to: to, count: width)
  }

  /// Returns the ICC profile of a file; nil if there is none.
  static func profile(_ bytes: [UInt8], _ info: av_info) -> [UInt8]? {
    guard info.profile_length > 0, info.profile + info.profile_length <= bytes.count else { return nil }
    return Array(bytes[info.profile..<info.profile + info.profile_length])
  }

  /// Runs a C call; throws the error that it reports.
  static func call(_ name: String, _ body: (UnsafeMutablePointer<CChar>) -> av_status) throws(PictureError) {
    try DecoderCall.check(messageSize: Int(AV_MESSAGE_SIZE), body) { status, reason in
      switch status {
      case AV_OK: nil
      case AV_NOT_AVIF: .notAnImage(source: name, reason: reason)
      case AV_UNSUPPORTED: .unsupported(source: name, reason: reason)
      case AV_TRUNCATED: .truncated(source: name, reason: reason)
      case AV_TOO_LARGE: .tooLarge(source: name, reason: reason)
      case AV_NO_MEMORY: .outOfMemory(source: name)
      case AV_CANCELLED: .cancelled(source: name)
      case AV_NO_LIBRARY: .missingLibrary(source: name, reason: reason)
      default: .corrupt(source: name, reason: reason)
      }
    }
  }
}
