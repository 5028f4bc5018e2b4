internal import Glibc
internal import Tessera
internal import TesseraVideo

/// Cache of the headers of video files, for layout. A file is read once while it is unchanged. Any thread but the frame loop.
enum VideoHeaders {
  private struct Stamp: Equatable {
    var device: UInt64, inode: UInt64, size: Int, seconds: Int, nanoseconds: Int
  }

  private static let limit = 64
  private static let known = Locked<[String: (stamp: Stamp, info: VideoFileInfo?)]>([:])

  /// Returns the facts of a file; nil if it cannot be read, which its draw reports.
  static func info(of path: String) -> VideoFileInfo? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let stamp = Stamp(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int(status.st_size), seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec)
    if let entry = known.withLock({ $0[path] }), entry.stamp == stamp { return entry.info }
    let info = try? VideoDecoders.shared.open(try VideoFileInput(path), VideoOptions()).info
    known.withLock { known in
      if known.count >= limit { known.removeAll() }
      known[path] = (stamp, info)
    }
    return info
  }
}
