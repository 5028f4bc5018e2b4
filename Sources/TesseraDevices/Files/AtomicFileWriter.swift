internal import Glibc

/// Writes a file piece by piece and creates it atomically when it is finished. One thread at a time.
///
/// The pieces are written to a hidden file in the same directory, which replaces the old one in a single step once it is on the disk. A
/// writer freed without ``finish()`` leaves nothing. Links are followed. Anything but a regular file (a pipe, a device) and `-`, the
/// standard output, are written to directly. A closed pipe is an error if the program ignores SIGPIPE.
public final class AtomicFileWriter {
  /// Path of the file.
  public let path: String
  /// Number of bytes written.
  public private(set) var count = 0

  private var descriptor: Int32
  private var temporary: String?
  private let target: String
  private let ownsDescriptor: Bool

  /// Starts a file.
  public init(_ path: String) throws(DeviceError) {
    self.path = path
    if path == "-" {
      (descriptor, target, ownsDescriptor) = (STDOUT_FILENO, path, false)
      return
    }
    target = Self.resolved(path)
    ownsDescriptor = true
    var existing = stat()
    let exists = stat(target, &existing) == 0
    if exists, existing.st_mode & S_IFMT == S_IFDIR { throw .system(action: "write", path: path, code: EISDIR) }
    if exists, existing.st_mode & S_IFMT != S_IFREG {
      descriptor = open(target, O_WRONLY | O_CLOEXEC)
      if descriptor < 0 { throw .system(action: "open", path: path, code: errno) }
      return
    }
    (descriptor, temporary) = try Self.makeTemporary(beside: target, path: path)
    if exists { fchmod(descriptor, existing.st_mode & 0o7777) }  // same permissions as before; if refused, the default ones are kept
  }

  deinit { discard() }

  /// Appends bytes.
  ///
  /// - Throws: ``DeviceError``; the writer is then unusable and leaves nothing.
  public func append(_ bytes: UnsafeRawBufferPointer) throws(DeviceError) {
    guard descriptor >= 0 else { throw .system(action: "write", path: path, code: EBADF) }
    var done = 0
    while done < bytes.count {
      // `done < bytes.count`, so there is a base address.
      let written = write(descriptor, bytes.baseAddress! + done, bytes.count - done)
      if written >= 0 {
        done += written
      } else if errno == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wait, 1, -1)  // a non-blocking pipe: until there is room
      } else if errno != EINTR {
        let code = errno
        discard()
        throw .system(action: "write", path: path, code: code)
      }
    }
    count += done
  }

  /// Appends bytes.
  public func append(_ bytes: [UInt8]) throws(DeviceError) {
    // withUnsafeBytes does not support typed errors, so the result is returned as a value.
    let outcome = bytes.withUnsafeBytes { piece in Result { () throws(DeviceError) in try append(piece) } }
    try outcome.get()
  }

  /// Completes the file: when this returns, it is on the disk.
  ///
  /// - Throws: ``DeviceError``; nothing is left then, and an existing file is unchanged.
  public func finish() throws(DeviceError) {
    guard descriptor >= 0 else { throw .system(action: "finish", path: path, code: EBADF) }
    guard let temporary else {
      let failed = ownsDescriptor && close(descriptor) != 0
      descriptor = -1
      if failed { throw .system(action: "finish", path: path, code: errno) }
      return
    }
    guard fsync(descriptor) == 0 else { throw fail("write") }
    let failed = close(descriptor) != 0
    descriptor = -1
    if failed { throw fail("write") }
    guard rename(temporary, target) == 0 else { throw fail("replace") }
    self.temporary = nil
    Self.synchronizeDirectory(of: target)
  }

  /// Discards the file; nothing is left.
  public func discard() {
    if descriptor >= 0, ownsDescriptor { close(descriptor) }
    descriptor = -1
    if let temporary { unlink(temporary) }
    temporary = nil
  }

  private func fail(_ action: String) -> DeviceError {
    let code = errno
    discard()
    return .system(action: action, path: path, code: code)
  }

  /// Returns the path with links resolved, as far as it exists.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private static func directory(of path: String) -> (directory: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let directory = path[..<slash]
    return (directory.isEmpty ? "/" : String(directory), String(path[path.index(after: slash)...]))
  }

  private static func makeTemporary(beside target: String, path: String) throws(DeviceError) -> (Int32, String) {
    let (directory, name) = directory(of: target)
    guard !name.isEmpty else { throw .system(action: "write", path: path, code: EISDIR) }
    // Long names are cut, so that the suffix still fits into the 255 bytes that file systems allow.
    let base = "\(directory)/.\(String(decoding: name.utf8.prefix(200), as: UTF8.self)).\(getpid())"
    for attempt in 0..<1000 {
      let candidate = "\(base)-\(attempt).tmp"
      let descriptor = open(candidate, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 { return (descriptor, candidate) }
      if errno != EEXIST && errno != EINTR { throw .system(action: "create", path: path, code: errno) }
    }
    throw .system(action: "create", path: path, code: EEXIST)
  }

  /// Makes the new name survive a power loss too. Errors are ignored for file systems without support.
  private static func synchronizeDirectory(of path: String) {
    let descriptor = open(directory(of: path).directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}
