internal import Glibc

/// What went wrong at a file, a stream or a display.
public enum DeviceError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A call of the system failed: what was being done, to which file, and `errno`.
  case system(action: String, path: String, code: Int32)
  /// A picture cannot be shown or encoded as asked: what was wrong and what would be right.
  case badFrame(String)
  /// The encoder failed.
  case encoding(format: String, reason: String)
  /// There was no memory.
  case outOfMemory(bytes: Int)

  public var description: String {
    switch self {
    case .system(let action, let path, let code):
      "cannot \(action) \(path == "-" ? "standard output" : path): \(Self.reason(code))"
    case .badFrame(let reason): reason
    case .encoding(let format, let reason): "cannot encode \(format): \(reason)"
    case .outOfMemory(let bytes): "no memory for \(bytes) bytes"
    }
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOSPC: "no space is left on the device"
    case EDQUOT: "the quota is used up"
    case ENOENT: "there is no such directory"
    case EACCES, EPERM: "permission denied"
    case EROFS: "the file system is read-only"
    case EISDIR: "it is a directory"
    case EPIPE: "whoever was reading has closed the pipe"
    default: String(cString: strerror(code))
    }
  }
}
