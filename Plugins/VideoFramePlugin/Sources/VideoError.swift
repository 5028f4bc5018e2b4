/// Why there is no frame.
public enum VideoError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was pushed is no frame: the wrong value and what would be right.
  case badPicture(String)
  /// The file cannot be opened or read.
  case unreadable(source: String, reason: String)
  /// The file is no Y4M, or of a kind that is not read.
  case unsupported(source: String, reason: String)
  /// The file contradicts its header, or ends too early.
  case corrupt(source: String, reason: String)
  /// A frame would take more memory than decoding may.
  case tooLarge(source: String, reason: String)
  /// There was no memory.
  case outOfMemory(bytes: Int)
  /// The library that converts frames, libyuv, is not installed.
  case missingLibrary(reason: String)

  public var description: String {
    switch self {
    case .badPicture(let reason): "cannot take video frame: \(reason)"
    case .unreadable(let source, let reason): "cannot open \(source): \(reason)"
    case .unsupported(let source, let reason): "cannot show video \(source): \(reason)"
    case .corrupt(let source, let reason): "video \(source) is damaged: \(reason)"
    case .tooLarge(let source, let reason): "video \(source) is too large: \(reason)"
    case .outOfMemory(let bytes): "no memory for a video frame of \(bytes) bytes"
    case .missingLibrary(let reason): "cannot show video: \(reason); Debian's package libyuv0 has the library"
    }
  }
}
