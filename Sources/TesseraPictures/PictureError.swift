/// Why there is no picture. Each names the file (or what was given instead of one) and the reason.
public enum PictureError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file cannot be opened or read.
  case unreadable(source: String, reason: String)
  /// The bytes are of no format that a codec reads; the reason names the format where it is known, and what it needs.
  case notAnImage(source: String, reason: String)
  /// A kind of the format that is not decoded (a JPEG of 12 bits, say).
  case unsupported(source: String, reason: String)
  /// A library that the format needs is not on this machine.
  case missingLibrary(source: String, reason: String)
  /// The bytes contradict the format or their checksums.
  case corrupt(source: String, reason: String)
  /// The bytes end before the picture does.
  case truncated(source: String, reason: String)
  /// More pixels, or more memory for decoding, than is allowed.
  case tooLarge(source: String, reason: String)
  /// There was no memory.
  case outOfMemory(source: String)
  /// Whoever asked does not want it any more.
  case cancelled(source: String)
  /// A modification failed.
  case modification(source: String, id: String, reason: String)

  public var description: String {
    switch self {
    case .unreadable(let source, let reason): "cannot open \(source): \(reason)"
    case .notAnImage(let source, let reason): "\(source) is not an image: \(reason)"
    case .unsupported(let source, let reason): "cannot decode image \(source): \(reason)"
    case .missingLibrary(let source, let reason): "cannot decode image \(source): \(reason)"
    case .corrupt(let source, let reason): "image \(source) is damaged: \(reason)"
    case .truncated(let source, let reason): "image \(source) is incomplete: \(reason)"
    case .tooLarge(let source, let reason): "image \(source) is too large: \(reason)"
    case .outOfMemory(let source): "no memory for image \(source)"
    case .cancelled(let source): "decoding image \(source) was cancelled"
    case .modification(let source, let id, let reason): "modification `\(id)` of image \(source) failed: \(reason)"
    }
  }
}
