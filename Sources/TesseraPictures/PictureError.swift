internal import TesseraBase

/// Failure of reading a picture. Each case contains the file name (or a description of the source) and the reason.
public enum PictureError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file cannot be opened or read.
  case unreadable(source: String, reason: String)
  /// No codec recognizes the bytes. If the format is known, the reason names it and its requirements.
  case notAnImage(source: String, reason: String)
  /// Valid variant of the format that is not supported (12-bit JPEG, for example).
  case unsupported(source: String, reason: String)
  /// A library that the format requires is not installed.
  case missingLibrary(source: String, reason: String)
  /// The bytes contradict the format or their checksums.
  case corrupt(source: String, reason: String)
  /// The data is truncated.
  case truncated(source: String, reason: String)
  /// The number of pixels, or the memory for decoding, exceeds the limit.
  case tooLarge(source: String, reason: String)
  /// An allocation failed.
  case outOfMemory(source: String)
  /// The request was cancelled.
  case cancelled(source: String)
  /// A modification failed.
  case modification(source: String, id: String, reason: String)

  /// Returns a source without the user and the password of a URL.
  private static func withoutPassword(_ source: String) -> String {
    guard let slashes = source.byteRange(of: "://") else { return source }
    let authority = source[slashes.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let at = authority.lastIndex(of: "@") else { return source }
    return "\(source[..<slashes.upperBound])***\(source[at...])"
  }

  public var description: String {
    switch self {
    case .unreadable(let source, let reason): "cannot open \(Self.withoutPassword(source)): \(reason)"
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
