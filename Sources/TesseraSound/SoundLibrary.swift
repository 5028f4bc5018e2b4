#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import TesseraBase

/// Cache of the effects of a process, and the thread that reads them. Any thread.
final class SoundLibrary: Sendable {
  static let shared = SoundLibrary()

  /// Maximum bytes of a file.
  static let maximumFileSize = 64 << 20
  /// Bytes of the clips that are kept; the ones used last are dropped first.
  static let maximumBytes = 32 << 20
  /// Maximum number of files that wait for the thread.
  static let maximumWaiting = 64

  /// Identity and age of a file.
  private struct Stamp: Equatable, Sendable {
    var device: UInt64, inode: UInt64, size: Int, seconds: Int, nanoseconds: Int
  }

  private struct Entry: Sendable {
    var stamp: Stamp
    var clip: SoundClip
    var use: Int
  }

  typealias Receiver = @Sendable (Result<SoundClip, SoundError>) -> Void

  private struct State: Sendable {
    var entries: [String: Entry] = [:]
    var uses = 0
    var bytes = 0
    var waiting: [(path: String, receive: Receiver)] = []
    var isLoading = false
  }

  private let state = Locked(State())

  /// Returns the clip of an unchanged file that was read before.
  func knownClip(_ path: String) -> SoundClip? {
    guard let stamp = Self.stamp(path) else { return nil }
    return state.withLock { state in
      guard state.entries[path]?.stamp == stamp else { return nil }
      state.uses += 1
      state.entries[path]?.use = state.uses
      return state.entries[path]?.clip
    }
  }

  /// Returns the clip of a file, read if it is not known.
  func clip(_ path: String) throws(SoundError) -> SoundClip {
    if let known = knownClip(path) { return known }
    let clip = try SoundFile.clip(path, maximumSize: Self.maximumFileSize)
    if let stamp = Self.stamp(path) { keep(clip, path, stamp) }
    return clip
  }

  /// Reads a file on the thread of the library.
  func load(_ path: String, _ receive: @escaping Receiver) {
    let (isFull, starts) = state.withLock { state in
      guard state.waiting.count < Self.maximumWaiting else { return (true, false) }
      state.waiting.append((path, receive))
      defer { state.isLoading = true }
      return (false, !state.isLoading)
    }
    if isFull { return receive(.failure(.unreadable(source: path, reason: "\(Self.maximumWaiting) other sounds are being read"))) }
    guard starts, !DetachedThread.start(stackSize: 1 << 20, loadWaiting) else { return }
    state.withLock { ($0.isLoading, $0.waiting) = (false, []) }
    receive(.failure(.outOfMemory(source: path)))
  }

  /// Removes the requests of a file that wait for the thread.
  func cancel(_ path: String) { state.withLock { $0.waiting.removeAll { $0.path == path } } }

  private func loadWaiting() {
    while let next = state.withLock({ state -> (path: String, receive: Receiver)? in
      if state.waiting.isEmpty { state.isLoading = false }
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }) {
      do throws(SoundError) { next.receive(.success(try clip(next.path))) } catch { next.receive(.failure(error)) }
    }
  }

  private func keep(_ clip: SoundClip, _ path: String, _ stamp: Stamp) {
    state.withLock { state in
      state.uses += 1
      state.bytes += clip.byteCount - (state.entries[path]?.clip.byteCount ?? 0)
      state.entries[path] = Entry(stamp: stamp, clip: clip, use: state.uses)
      while state.bytes > Self.maximumBytes || state.entries.count > 256,
        let oldest = state.entries.min(by: { $0.value.use < $1.value.use })
      {
        state.bytes -= oldest.value.clip.byteCount
        state.entries[oldest.key] = nil
      }
    }
  }

  private static func stamp(_ path: String) -> Stamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Stamp(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int(status.st_size), seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec)
  }
}
