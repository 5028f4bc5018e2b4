/// Failure of providing a frame.
public enum VideoError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The pushed picture is invalid; contains the invalid value and the valid ones.
  case badPicture(String)
  /// The file cannot be opened or read.
  case unreadable(source: String, reason: String)
  /// The file is not a Y4M file, or of an unsupported kind.
  case unsupported(source: String, reason: String)
  /// The file contradicts its header or is truncated.
  case corrupt(source: String, reason: String)
  /// A frame exceeds the memory limit of decoding.
  case tooLarge(source: String, reason: String)
  /// An allocation failed.
  case outOfMemory(bytes: Int)
  /// libyuv, which converts frames, is not installed.
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
