internal import CVideoDecoder

/// Conversion of status codes to errors.
enum LibavFailure {
  /// Calls a function with a message buffer. Returns whether it has a result; false means the end of the file.
  @discardableResult
  static func check(_ source: String, _ body: (UnsafeMutablePointer<CChar>) -> vd_status) throws(VideoFileError) -> Bool {
    var message = [CChar](repeating: 0, count: Int(VD_MESSAGE_SIZE))
    let status = message.withUnsafeMutableBufferPointer { body($0.baseAddress!) }  // not empty
    let reason = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    switch status {
    case VD_OK: return true
    case VD_END: return false
    case VD_NOT_VIDEO, VD_UNSUPPORTED: throw .unsupported(source: source, reason: reason)
    case VD_TOO_LARGE: throw .tooLarge(source: source, reason: reason)
    case VD_NO_MEMORY: throw .outOfMemory(source: source)
    case VD_NO_LIBRARY: throw .missingLibrary(source: source, reason: reason)
    case VD_CANCELLED: throw .cancelled(source: source)
    default: throw .corrupt(source: source, reason: reason)
    }
  }
}
