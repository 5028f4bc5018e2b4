internal import Glibc

/// Error of a file, a stream or a display.
public enum DeviceError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A system call failed: the action, the file, and `errno`.
  case system(action: String, path: String, code: Int32)
  /// A device is unusable: the device, the reason, and a remedy if there is one.
  case unusable(device: String, reason: String, advice: String?)
  /// A picture cannot be shown or encoded: the invalid value and the valid ones.
  case badFrame(String)
  /// An encoder failed.
  case encoding(format: String, reason: String)
  /// Allocation failure.
  case outOfMemory(bytes: Int)

  public var description: String {
    switch self {
    case .system(let action, let path, let code):
      "cannot \(action) \(path == "-" ? "standard output" : path): \(Self.reason(code))"
    case .unusable(let device, "no such file", let advice): "cannot open \(device): no such file" + (advice.map { "; \($0)" } ?? "")
    case .unusable(let device, let reason, let advice): "cannot use \(device): \(reason)" + (advice.map { "; \($0)" } ?? "")
    case .badFrame(let reason): reason
    case .encoding(let format, let reason): "cannot encode \(format): \(reason)"
    case .outOfMemory(let bytes): "no memory for \(bytes) bytes"
    }
  }

  /// Returns the error of a device that could not be opened, with a remedy.
  ///
  /// - Parameters:
  ///   - path: the device.
  ///   - action: the failed action.
  ///   - code: errno.
  ///   - group: the group with access to such devices.
  ///   - kind: expected kind of device.
  static func opening(_ path: String, action: String, code: Int32, group: String, kind: String) -> DeviceError {
    let advice: String? =
      switch code {
      case EACCES, EPERM: "add the user to the group \(group) (`usermod -aG \(group) NAME`, then log in again)"
      case ENOENT: "is the driver loaded? `ls \(path.split(separator: "/").dropLast().map { "/" + $0 }.joined())` lists the existing ones"
      case ENODEV, ENXIO: "its hardware was removed"
      case ENOTTY, EINVAL: nil
      case EBUSY: "another program uses it; end that program first"
      default: nil
      }
    let reason =
      switch code {
      case ENOENT: "no such device"
      case ENOTTY, EINVAL: "it is not a \(kind)"
      case EACCES, EPERM: "permission denied"
      default: "\(action): \(String(cString: strerror(code)))"
      }
    return .unusable(device: path, reason: reason, advice: advice)
  }

  /// Returns the error of a file that cannot be opened for reading, in the same form for all kinds of files.
  static func unreadable(path: String, code: Int32, advice: String? = nil) -> DeviceError {
    .unusable(device: path, reason: code == ENOENT ? "no such file" : reason(code), advice: advice)
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOSPC: "no space left on the device"
    case EDQUOT: "disk quota exceeded"
    case ENOENT: "no such directory"
    case EACCES, EPERM: "permission denied"
    case EROFS: "the file system is read-only"
    case EISDIR: "it is a directory"
    case EBADF: "it is closed"
    case EPIPE: "the reader has closed the pipe"
    default: String(cString: strerror(code))
    }
  }
}
