internal import CImageCodecs
internal import TesseraRender

/// Decoder of progressive JPEG and interlaced PNG while they arrive.
final class ScanDecoder: IncrementalDecoder {
  private let arriving: OpaquePointer
  private let name: String
  private let format: PictureFormat
  /// Bytes that libjpeg may not have consumed yet.
  private var received = 0

  /// Creates a decoder; nil if an allocation fails.
  init?(_ format: PictureFormat, name: String, byteLimit: Int) {
    guard let arriving = ic_arriving_create(format == .png ? IC_ARRIVING_PNG : IC_ARRIVING_JPEG, max(0, byteLimit)) else { return nil }
    (self.arriving, self.name, self.format) = (arriving, name, format)
  }

  deinit { ic_arriving_destroy(arriving) }

  private var state: ic_arrived { ic_arriving_state(arriving).pointee }
  var header: PictureHeader? { state.has_info != 0 ? PictureHeader(format, state.info) : nil }
  var scans: Int { Int(state.scans) }
  var blur: Double { state.blur }
  var byteCount: Int { state.memory + received }

  func append(_ bytes: [UInt8]) throws(PictureError) {
    if format == .jpeg { received += bytes.count }
    try CodecCall.check(name) { message in bytes.withUnsafeBufferPointer { ic_arriving_append(arriving, $0.baseAddress, $0.count, message) }
    }
  }

  func preview(_ request: PictureRequest) throws(PictureError) -> PixelBuffer {
    var request = request
    try CodecCall.request(request, name: name, into: nil) { ic_arriving_prepare(arriving, $0) }
    (request.width, request.height) = (min(request.width, Int(state.width)), min(request.height, Int(state.height)))
    let target = try request.makeBuffer(for: name)
    try CodecCall.request(request, name: name, into: target) { ic_arriving_preview(arriving, $0) }
    received = 0
    return target
  }
}
