/// Failure of reading a video file. A value.
public enum VideoFileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file cannot be opened or read.
  case unreadable(source: String, reason: String)
  /// The container, codec or pixel format is not supported.
  case unsupported(source: String, reason: String)
  /// The file contradicts itself or is truncated.
  case corrupt(source: String, reason: String)
  /// A frame exceeds a limit.
  case tooLarge(source: String, reason: String)
  /// An allocation failed.
  case outOfMemory(source: String)
  /// No decoder can be used, because its libraries are not installed.
  case missingLibrary(source: String, reason: String)
  /// A camera or a live stream gives no pictures.
  case noSignal(source: String, reason: String)
  /// The reader was cancelled.
  case cancelled(source: String)

  public var description: String {
    switch self {
    case .unreadable(let source, let reason): "cannot open \(source): \(reason)"
    case .unsupported(let source, let reason): "cannot read video \(source): \(reason)"
    case .corrupt(let source, let reason): "video \(source) is damaged: \(reason)"
    case .tooLarge(let source, let reason): "video \(source) is too large: \(reason)"
    case .outOfMemory(let source): "no memory for video \(source)"
    case .missingLibrary(let source, let reason): "cannot read video \(source): \(reason)"
    case .noSignal(let source, let reason): "no picture from \(source): \(reason)"
    case .cancelled(let source): "reading of video \(source) was cancelled"
    }
  }
}
