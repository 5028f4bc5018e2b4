internal import Glibc

/// Regular file opened for reading; closed on deinitialization. Any thread, also concurrently.
final class PictureFile: Sendable {
  let path: String
  /// Size in bytes when it was opened.
  let size: Int
  private let descriptor: Int32

  init(_ path: String) throws(PictureError) {
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
    size = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Reads from byte `offset` until `target` is full or the file ends. Returns the number of bytes read.
  func read(at offset: Int, into target: UnsafeMutableRawBufferPointer) throws(PictureError) -> Int {
    var filled = 0
    while filled < target.count {
      // `filled < target.count`, so the buffer has a base address.
      let got = pread(descriptor, target.baseAddress! + filled, target.count - filled, off_t(offset + filled))
      if got > 0 {
        filled += got
      } else if got == 0 {
        break  // shorter than fstat reported, because it is being written; the decoder reports truncation
      } else if errno != EINTR {
        throw .unreadable(source: path, reason: Self.reason(errno))
      }
    }
    return filled
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT, ENOTDIR: "no such file"
    case EACCES: "permission denied"
    default: String(cString: strerror(code))
    }
  }
}
