internal import Glibc
internal import Tessera

/// Cache of open Y4M files. A file is opened once while it is unchanged. Any thread.
final class Y4MStore: Sendable {
  static let shared = Y4MStore()

  /// Number of files kept open. Beyond it the least recently requested one is closed when no reader uses it.
  private static let limit = 16

  private struct Stamp: Equatable {
    var device: UInt64, inode: UInt64, size: Int, seconds: Int, nanoseconds: Int
  }

  private struct Entry {
    var stamp: Stamp?
    var result: Result<Y4MFile, VideoError>
    var lastUse: UInt64
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var clock: UInt64 = 0
  }

  private let state = Locked(State())

  /// Returns the open file, or opens it. Reads from disk: not for the frame loop.
  func open(_ path: String) throws(VideoError) -> Y4MFile {
    let stamp = Self.stamp(path)
    let known = state.withLock { state -> Result<Y4MFile, VideoError>? in
      guard let entry = state.entries[path], entry.stamp == stamp else { return nil }
      state.clock += 1
      state.entries[path]?.lastUse = state.clock
      return entry.result
    }
    if let known { return try known.get() }
    let result = Result { () throws(VideoError) in try Y4MFile(path) }
    state.withLock { state in
      state.clock += 1
      state.entries[path] = Entry(stamp: stamp, result: result, lastUse: state.clock)
      if state.entries.count > Self.limit, let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
        state.entries[oldest.key] = nil
      }
    }
    return try result.get()
  }

  /// Returns the file, or its error, without disk access; nil if it has not been opened yet. For the frame loop.
  func known(_ path: String) -> Result<Y4MFile, VideoError>? { state.withLock { $0.entries[path]?.result } }

  private static func stamp(_ path: String) -> Stamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Stamp(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int(status.st_size), seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec)
  }
}
