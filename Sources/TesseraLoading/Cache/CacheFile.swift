#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The system's function, which methods below would hide.
private func put(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int { write(file, bytes, count) }

/// What a ``CacheFolder`` does with files. Any thread; blocks.
enum CacheFile {
  /// What tells a file from another of the same name, and its size; nil where there is none.
  static func identity(_ path: String) -> (device: UInt64, inode: UInt64, size: Int)? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return (UInt64(status.st_dev), UInt64(status.st_ino), Int(status.st_size))
  }

  /// Returns the bytes of a file from `offset` on, `limit` and one more at most; nil where it cannot be read.
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

  /// Writes a new file. Returns why it could not be; nil: it is written.
  static func write(_ bytes: [UInt8], to path: String, isFlushed: Bool = false) -> String? {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return String(cString: strerror(errno)) }
    defer { close(file) }
    guard bytes.withUnsafeBytes({ write(all: $0, to: file) }), !isFlushed || fsync(file) == 0 else {
      return String(cString: strerror(errno))
    }
    return nil
  }

  /// Adds text to the end of a file in one write, after `header` where the file is new, and on a line of its own where the one before was torn. Returns the file's size
  /// then; nil where it could not be written.
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
      // Half a line, as on a full disk, is taken back.
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

  /// Names in a directory, without order.
  static func names(in path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      // The name ends with a zero inside of the entry.
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      names.append(name)
    }
    return names
  }

  /// Makes a directory and those above it.
  static func makeDirectory(_ path: String) -> Bool {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return true }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return false }
    return makeDirectory(String(path[..<slash])) && (mkdir(path, 0o700) == 0 || errno == EEXIST)
  }
}

/// The lock of a cache's folder, which one process at a time has. It ends with the process.
struct CacheLock {
  private let file: Int32

  /// Waits a tenth of a second at most; nil where the folder cannot be written, or another process does not give the lock back.
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
