/// Reason why a container cannot be read. A value.
enum ContainerProblem: Error, Sendable, Equatable {
  /// The file contradicts itself or is truncated.
  case corrupt(String)
  /// The file is of another kind, or needs a feature that the reader lacks.
  case unsupported(String)
  /// A table exceeds a limit.
  case tooLarge(String)
  /// Bytes cannot be read.
  case unreadable(String)

  /// Returns the error of a source.
  func error(of source: String) -> VideoFileError {
    switch self {
    case .corrupt(let reason): .corrupt(source: source, reason: reason)
    case .unsupported(let reason): .unsupported(source: source, reason: reason)
    case .tooLarge(let reason): .tooLarge(source: source, reason: reason)
    case .unreadable(let reason): .unreadable(source: source, reason: reason)
    }
  }
}
