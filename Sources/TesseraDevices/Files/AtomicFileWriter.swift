internal import Glibc

/// Writes a file piece by piece; it appears at its path when it is finished, whole, or not at all. One thread at a time.
///
/// The pieces go to a hidden file in the same directory, which takes the place of the old one in a single step once the disk has it. A writer
/// that is dropped without ``finish()`` leaves nothing. A link is followed; what is no regular file (a pipe, a device) and `-`, the
/// standard output, are written to directly. A closed pipe is an error where the program ignores SIGPIPE.
public final class AtomicFileWriter {
  /// Where the file appears.
  public let path: String
  /// Bytes written so far.
  public private(set) var count = 0

  private var descriptor: Int32
  private var temporary: String?
  private let target: String
  private let ownsDescriptor: Bool

  /// Begins a file.
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
    if exists { fchmod(descriptor, existing.st_mode & 0o7777) }  // as it was; where that is refused, the usual rights do
  }

  deinit { discard() }

  /// Adds bytes at the end.
  ///
  /// - Throws: ``DeviceError``; the writer is of no use then and leaves nothing.
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

  /// Adds bytes at the end.
  public func append(_ bytes: [UInt8]) throws(DeviceError) {
    // withUnsafeBytes does not carry typed errors, so the outcome is taken out as a value.
    let outcome = bytes.withUnsafeBytes { piece in Result { () throws(DeviceError) in try append(piece) } }
    try outcome.get()
  }

  /// Makes the file appear: when this returns, the disk has it.
  ///
  /// - Throws: ``DeviceError``; nothing is left then and what was there before is untouched.
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

  /// Gives the file up; nothing is left.
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

  /// The path with links followed, as far as it exists.
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
    // Long names are cut, so that what is added still fits into the 255 bytes that file systems allow.
    let base = "\(directory)/.\(String(decoding: name.utf8.prefix(200), as: UTF8.self)).\(getpid())"
    for attempt in 0..<1000 {
      let candidate = "\(base)-\(attempt).tmp"
      let descriptor = open(candidate, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 { return (descriptor, candidate) }
      if errno != EEXIST && errno != EINTR { throw .system(action: "create", path: path, code: errno) }
    }
    throw .system(action: "create", path: path, code: EEXIST)
  }

  /// So that the new name survives a loss of power, too. File systems that cannot do it are left alone.
  private static func synchronizeDirectory(of path: String) {
    let descriptor = open(directory(of: path).directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}
