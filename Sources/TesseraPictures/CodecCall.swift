internal import CImageCodecs
internal import TesseraRender

/// Calls of the decoders in CImageCodecs.
enum CodecCall {
  /// Probes the beginning of the data.
  static func probe(
    _ data: PictureData,
    _ function: (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<ic_info>?, UnsafeMutablePointer<CChar>?) -> ic_status
  ) throws(PictureError) -> ic_info {
    try data.parseBeginning { bytes throws(PictureError) in
      var info = ic_info()
      try check(data.name) { function(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, &info, $0) }
      return info
    }
  }

  /// Decodes `bytes`, followed by the data of `rest`, into new pixels.
  static func decode(
    _ bytes: [UInt8], rest: PictureRest? = nil, name: String, _ request: PictureRequest,
    _ function: (UnsafePointer<ic_request>?) -> ic_status
  ) throws(PictureError) -> PixelBuffer {
    let target = try request.makeBuffer(for: name)
    // The read context is `rest`, which must live until the call returns.
    defer { withExtendedLifetime(rest) {} }
    do throws(PictureError) {
      try self.request(request, name: name, into: target) { call in
        bytes.withUnsafeBufferPointer { source in
          guard var call = call?.pointee else { return IC_BAD_ARGUMENT }
          call.bytes = source.baseAddress
          call.length = source.count
          if let rest {
            call.read = { Int64(Unmanaged<PictureRest>.fromOpaque($0!).takeUnretainedValue().read(into: $1!, $2)) }
            call.file = Unmanaged.passUnretained(rest).toOpaque()
          }
          return function(&call)
        }
      }
    } catch {
      throw rest?.failure ?? error
    }
    return target
  }

  /// Calls `function` with a request for the pixels of `target`, without bytes.
  static func request(
    _ request: PictureRequest, name: String, into target: PixelBuffer?, _ function: (UnsafePointer<ic_request>?) -> ic_status
  ) throws(PictureError) {
    var call = ic_request()
    call.width = Int32(clamping: request.width)
    call.height = Int32(clamping: request.height)
    if let crop = request.crop {
      (call.crop_x, call.crop_y) = (Int32(clamping: crop.x), Int32(clamping: crop.y))
      (call.crop_width, call.crop_height) = (Int32(clamping: crop.width), Int32(clamping: crop.height))
    }
    call.byte_limit = max(0, request.byteLimit)
    try DecoderCall.withQuestion(request.isCancelled) { question, context throws(PictureError) in
      try check(name) { message in
        call.cancelled = question
        call.context = context
        call.message = message
        guard let target else { return function(&call) }
        return target.withUnsafeMutableBytes { pixels in
          call.pixels = pixels.baseAddress?.assumingMemoryBound(to: UInt8.self)
          call.stride = target.stride
          return function(&call)
        }
      }
    }
  }

  /// Returns the pixels with the orientation applied.
  static func turn(
    _ stored: PixelBuffer, _ orientation: Int, name: String, isCancelled: () -> Bool
  ) throws(PictureError) -> PixelBuffer {
    let swaps = orientation >= 5
    let request = PictureRequest(width: swaps ? stored.height : stored.width, height: swaps ? stored.width : stored.height)
    let shown = try request.makeBuffer(for: name)
    let status = try DecoderCall.withQuestion(isCancelled) { question, context in
      stored.withUnsafeBytes { from in
        shown.withUnsafeMutableBytes { to in
          ic_orient(
            from.baseAddress?.assumingMemoryBound(to: UInt8.self), stored.stride, Int32(stored.width), Int32(stored.height),
            Int32(orientation), to.baseAddress?.assumingMemoryBound(to: UInt8.self), shown.stride, question, context)
        }
      }
    }
    if let error = error(status, "orientation \(orientation)", name) { throw error }
    return shown
  }

  /// Runs a C call; throws the error that it reports.
  static func check(_ name: String, _ body: (UnsafeMutablePointer<CChar>) -> ic_status) throws(PictureError) {
    try DecoderCall.check(messageSize: Int(IC_MESSAGE_SIZE), body) { status, reason in error(status, reason, name) }
  }

  private static func error(_ status: ic_status, _ reason: String, _ name: String) -> PictureError? {
    switch status {
    case IC_OK: nil
    case IC_NOT_AN_IMAGE: .notAnImage(source: name, reason: reason)
    case IC_UNSUPPORTED: .unsupported(source: name, reason: reason)
    case IC_TRUNCATED: .truncated(source: name, reason: reason)
    case IC_TOO_LARGE: .tooLarge(source: name, reason: reason)
    case IC_NO_MEMORY: .outOfMemory(source: name)
    case IC_CANCELLED: .cancelled(source: name)
    default: .corrupt(source: name, reason: reason)
    }
  }
}

/// Unread rest of the data. One thread.
final class PictureRest {
  private let data: PictureData
  private var offset: Int
  /// Reason of a failed read.
  private(set) var failure: PictureError?

  init(_ data: PictureData, from offset: Int) { (self.data, self.offset) = (data, offset) }

  /// Reads up to `count` bytes into `buffer`. Returns how many, 0 at the end, or -1.
  func read(into buffer: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
    do throws(PictureError) {
      let got = try data.read(at: offset, into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
      offset += got
      return got
    } catch {
      failure = error
      return -1
    }
  }
}
