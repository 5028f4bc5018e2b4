#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Functions for reading whole files, and for paths relative to them.
enum FileReading {
  /// Returns the bytes of a regular file, or the error. From a file of more than `limit` bytes, returns the first `limit + 1`.
  static func bytes(of path: String, limit: Int) -> Result<[UInt8], SystemError> {
    guard !path.utf8.contains(0) else { return .failure(SystemError(code: EINVAL)) }
    // O_NONBLOCK: opening a pipe without a writer must not block. The pipe is rejected below.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return .failure(SystemError(code: errno)) }
    defer { close(descriptor) }
    var result: [UInt8] = []
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { return .failure(SystemError(code: errno)) }
    if info.st_mode & S_IFMT == S_IFDIR { return .failure(SystemError(code: EISDIR)) }
    guard info.st_mode & S_IFMT == S_IFREG else {
      return .failure(SystemError(code: EINVAL, reason: "it is a pipe, a socket or a device; it must be a regular file"))
    }
    // The length is only a hint: files of the kernel have length 0.
    let length = Int(info.st_size)
    var chunk = [UInt8](repeating: 0, count: min(64 << 10, max(length, 4 << 10)))
    while result.count <= limit {
      let wanted = min(chunk.count, limit + 1 - result.count)
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, wanted) }
      if count < 0 {
        if errno == EINTR { continue }
        return .failure(SystemError(code: errno))
      }
      if count == 0 { break }
      result.append(contentsOf: chunk[..<count])
    }
    return .success(result)
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func isDirectory(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns the directory of `file`: the text before the last `/`.
  static func directory(of file: String) -> String {
    guard let slash = file.lastIndex(of: "/") else { return "" }
    return slash == file.startIndex ? "/" : String(file[..<slash])
  }

  /// Resolves `path` relative to `directory`; an absolute path is returned unchanged.
  static func resolve(_ path: String, in directory: String) -> String {
    if path.hasPrefix("/") || directory.isEmpty { return path }
    return directory.hasSuffix("/") ? directory + path : directory + "/" + path
  }

  /// Returns `path` relative to `directory` if it is in that directory; otherwise unchanged.
  static func relative(_ path: String, to directory: String) -> String {
    guard !directory.isEmpty else { return path }
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    return path.hasPrefix(prefix) && path.count > prefix.count ? String(path.dropFirst(prefix.count)) : path
  }
}

/// Error of a system call.
struct SystemError: Error {
  var code: Int32
  /// Reason that replaces the message of the code.
  var reason: String?
  var message: String {
    if let reason { return reason }
    switch code {
    case ENOENT, ENOTDIR: return "no such file"
    case EACCES, EPERM: return "permission denied"
    case EISDIR: return "it is a directory; it must be a regular file"
    default: return String(cString: strerror(code))
    }
  }
}
