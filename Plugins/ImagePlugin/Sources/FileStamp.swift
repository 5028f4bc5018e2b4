internal import Glibc

/// Identity of a file's content, to detect changes of a path.
struct FileStamp: Hashable, Sendable {
  var device: UInt64, inode: UInt64, size: Int64, seconds: Int64, nanoseconds: Int64

  /// Reads the stamp of a file without opening it; nil if there is no file.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, inode, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int64(status.st_size))
    (seconds, nanoseconds) = (Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec))
  }
}
