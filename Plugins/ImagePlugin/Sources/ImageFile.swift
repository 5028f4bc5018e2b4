internal import Glibc

/// What tells two contents of one path apart.
struct FileStamp: Hashable, Sendable {
  var device: UInt64, inode: UInt64, size: Int64, seconds: Int64, nanoseconds: Int64
}

/// A file opened for reading; closed when it is dropped. One thread.
struct ImageFile: ~Copyable {
  private let descriptor: Int32
  private let path: String
  let stamp: FileStamp

  init(_ path: String) throws(ImageError) {
    // O_NONBLOCK: opening a pipe without a writer must not hang; it is refused below.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(source: path, reason: Self.reason(errno)) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw .unreadable(source: path, reason: Self.reason(code))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .unreadable(source: path, reason: status.st_mode & S_IFMT == S_IFDIR ? "it is a directory" : "it is not a regular file")
    }
    self.descriptor = descriptor
    self.path = path
    stamp = FileStamp(status)
  }

  deinit { close(descriptor) }

  /// The first `count` bytes, or all where there are fewer.
  func read(upTo count: Int) throws(ImageError) -> [UInt8] {
    let wanted = min(count, Int(stamp.size))
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      while filled < wanted {
        // `filled < wanted`, so the buffer has a base address.
        let got = pread(descriptor, buffer.baseAddress! + filled, wanted - filled, off_t(filled))
        if got > 0 {
          filled += got
        } else if got == 0 {
          break  // shorter than fstat said: it is being written; the decoder will say that it is truncated
        } else if errno != EINTR {
          failure = errno
          break
        }
      }
    }
    guard failure == 0 else { throw .unreadable(source: path, reason: Self.reason(failure)) }
    return bytes
  }

  /// What follows the first `offset` bytes, to be read while this file is open.
  func rest(from offset: Int) -> ImageFileRest { ImageFileRest(descriptor, from: offset) }

  /// What went wrong while the rest was read.
  func error(_ rest: ImageFileRest) -> ImageError { .unreadable(source: path, reason: Self.reason(rest.failure)) }

  /// The stamp of a file without opening it, or nil where there is none.
  static func stamp(of path: String) -> FileStamp? {
    var status = stat()
    return stat(path, &status) == 0 ? FileStamp(status) : nil
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT: "there is no such file"
    case EACCES: "permission denied"
    default: String(cString: strerror(code))
    }
  }
}

/// What is left to read of an open file. One thread.
final class ImageFileRest {
  private let descriptor: Int32
  private var offset: Int
  /// Why it could not be read.
  private(set) var failure: Int32 = 0

  fileprivate init(_ descriptor: Int32, from offset: Int) { (self.descriptor, self.offset) = (descriptor, offset) }

  /// Reads up to `count` bytes into `buffer`. Returns how many, 0 at the end, or -1.
  func read(into buffer: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
    while true {
      let got = pread(descriptor, buffer, count, off_t(offset))
      if got >= 0 {
        offset += got
        return got
      }
      if errno != EINTR {
        failure = errno
        return -1
      }
    }
  }
}

extension FileStamp {
  fileprivate init(_ status: stat) {
    self.init(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
      seconds: Int64(status.st_mtim.tv_sec), nanoseconds: Int64(status.st_mtim.tv_nsec))
  }
}
