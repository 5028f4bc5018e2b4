/// Failure of reading or playing sound. A value.
public enum SoundError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file cannot be opened or read.
  case unreadable(source: String, reason: String)
  /// The format is not supported, or needs a library that is not installed.
  case unsupported(source: String, reason: String)
  /// The file contradicts itself or is truncated.
  case corrupt(source: String, reason: String)
  /// The file or its sound exceeds a limit.
  case tooLarge(source: String, reason: String)
  /// An allocation failed.
  case outOfMemory(source: String)
  /// The device cannot be opened.
  case noDevice(name: String, reason: String)
  /// The open device was removed or failed.
  case lostDevice(name: String)

  public var description: String {
    switch self {
    case .unreadable(let source, let reason): "cannot open sound \(source): \(reason)"
    case .unsupported(let source, let reason): "cannot read sound \(source): \(reason)"
    case .corrupt(let source, let reason): "sound \(source) is damaged: \(reason)"
    case .tooLarge(let source, let reason): "sound \(source) is too large: \(reason)"
    case .outOfMemory(let source): "no memory for sound \(source)"
    case .noDevice(let name, let reason): "cannot open sound device \(name): \(reason)"
    case .lostDevice(let name): "sound device \(name) was removed or failed"
    }
  }
}
