#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Calls `write(2)`, whose name is shadowed by a method below.
private func put(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int { write(file, bytes, count) }

/// File operations of a ``CacheFolder``. Any thread; blocks.
enum CacheFile {
  /// Returns device, inode and size of a regular file, or nil if there is none. Device and inode distinguish files that had the same name.
  static func identity(_ path: String) -> (device: UInt64, inode: UInt64, size: Int)? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return (UInt64(status.st_dev), UInt64(status.st_ino), Int(status.st_size))
  }

  /// Returns the bytes of a file from `offset` on, at most `limit` + 1; nil if it cannot be read.
  static func read(_ path: String, from offset: Int = 0, limit: Int = 256 << 20) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let count = max(0, min(Int(status.st_size) - offset, limit + 1))
    var isRead = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        // `filled < count`, so the buffer has a base address.
        let got = pread(file, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
        if got > 0 {
          filled += got
        } else if got == 0 {
          break
        } else if errno != EINTR {
          isRead = false
          break
        }
      }
    }
    return isRead ? bytes : nil
  }

  /// Writes a new file. Returns the reason of a failure, or nil on success.
  static func write(_ bytes: [UInt8], to path: String, isFlushed: Bool = false) -> String? {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return String(cString: strerror(errno)) }
    defer { close(file) }
    guard bytes.withUnsafeBytes({ write(all: $0, to: file) }), !isFlushed || fsync(file) == 0 else {
      return String(cString: strerror(errno))
    }
    return nil
  }

  /// Appends text to a file with one write. Writes `header` first if the file is new, and a line end if the last line is torn. Returns the
  /// new size of the file, or nil if it could not be written.
  static func append(_ text: String, to path: String, header: String) -> Int? {
    let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return nil }
    var all = text
    if status.st_size == 0 {
      all = header + text
    } else {
      var last: UInt8 = 0
      guard pread(file, &last, 1, status.st_size - 1) == 1 else { return nil }
      if last != UInt8(ascii: "\n") { all = "\n" + text }
    }
    guard all.withUTF8({ write(all: UnsafeRawBufferPointer($0), to: file) }) else {
      // Undo a partial write, caused by a full disk for example.
      let code = errno
      _ = ftruncate(file, status.st_size)
      errno = code
      return nil
    }
    return Int(status.st_size) + all.utf8.count
  }

  private static func write(all bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      // `written < bytes.count`, so the buffer has a base address.
      let count = put(file, bytes.baseAddress! + written, bytes.count - written)
      if count > 0 {
        written += count
      } else if count == 0 || errno != EINTR {
        if count == 0 { errno = ENOSPC }
        return false
      }
    }
    return true
  }

  /// Returns the names in a directory, unordered.
  static func names(in path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      // The name is zero-terminated within the entry.
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      names.append(name)
    }
    return names
  }

  /// Creates a directory and its parents.
  static func makeDirectory(_ path: String) -> Bool {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return true }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return false }
    return makeDirectory(String(path[..<slash])) && (mkdir(path, 0o700) == 0 || errno == EEXIST)
  }
}

/// Lock of a cache's folder, held by one process at a time. The kernel releases it when the process ends.
struct CacheLock {
  private let file: Int32

  /// Waits at most 0.1 s. Returns nil if the folder cannot be written or another process keeps the lock.
  init?(in path: String) {
    guard CacheFile.makeDirectory(path) else { return nil }
    file = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return nil }
    for _ in 0..<50 {
      if flock(file, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { break }
      poll(nil, 0, 2)
    }
    let code = errno
    close(file)
    errno = code
    return nil
  }

  func release() { close(file) }
}
