internal import Glibc

/// What tells two contents of one path apart.
struct FileStamp: Hashable, Sendable {
  var device: UInt64, inode: UInt64, size: Int64, seconds: Int64, nanoseconds: Int64

  /// The stamp of a file, which is not opened; nil where there is none.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, inode, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int64(status.st_size))
    (seconds, nanoseconds) = (Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec))
  }
}
