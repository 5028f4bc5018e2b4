#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import TesseraBase

#if Network
  internal import TesseraLoading
#endif

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
    /// Nil for a sound from a URL.
    var stamp: Stamp?
    /// Time until which the server need not be asked again, in seconds since 1970.
    var freshUntil = 0.0
    var clip: SoundClip
    var use: Int
  }

  typealias Receiver = @Sendable (Result<SoundClip, SoundError>) -> Void

  private struct State: Sendable {
    var entries: [String: Entry] = [:]
    var uses = 0
    var bytes = 0
    var waiting: [Job] = []
    var isLoading = false
    #if Network
      /// Receivers of URLs that are being loaded.
      var loads: [String: [Receiver]] = [:]
      var tickets: [String: LoadTicket] = [:]
    #endif
  }

  /// Work of the thread.
  private struct Job: Sendable {
    var path: String
    #if Network
      /// Body of a URL.
      var data: LoadedData?
    #endif
    var receive: Receiver
  }

  private let state = Locked(State())

  #if Network
    private let loader: DataLoader

    init(loader: DataLoader = .shared) { self.loader = loader }
  #endif

  /// Returns the clip of an unchanged file, or of a URL, that was read before.
  func knownClip(_ path: String) -> SoundClip? {
    let stamp = Self.stamp(path)
    guard stamp != nil || Self.isURL(path) else { return nil }
    return state.withLock { state in
      guard state.entries[path]?.stamp == stamp else { return nil }
      state.uses += 1
      state.entries[path]?.use = state.uses
      return state.entries[path]?.clip
    }
  }

  /// Returns the clip of a file or URL, read if it is not known. Waits for a web server.
  func clip(_ path: String) throws(SoundError) -> SoundClip {
    if let known = knownClip(path) { return known }
    if Self.isURL(path) { return try download(path) }
    let clip = try SoundFile.clip(path, maximumSize: Self.maximumFileSize)
    if let stamp = Self.stamp(path) { keep(clip, path, stamp) }
    return clip
  }

  /// Reads a file on the thread of the library, or loads a URL.
  func load(_ path: String, _ receive: @escaping Receiver) {
    guard Self.isURL(path) else { return start(Job(path: path, receive: receive)) }
    #if Network
      request(path, receive)
    #else
      receive(.failure(Self.noNetwork(path)))
    #endif
  }

  private func start(_ job: Job) {
    let (isFull, starts) = state.withLock { state in
      guard state.waiting.count < Self.maximumWaiting else { return (true, false) }
      state.waiting.append(job)
      defer { state.isLoading = true }
      return (false, !state.isLoading)
    }
    if isFull { return job.receive(.failure(Self.busy(job.path))) }
    guard starts, !DetachedThread.start(stackSize: 1 << 20, loadWaiting) else { return }
    state.withLock { ($0.isLoading, $0.waiting) = (false, []) }
    job.receive(.failure(.outOfMemory(source: job.path)))
  }

  private static func busy(_ path: String) -> SoundError {
    .unreadable(source: path, reason: "\(maximumWaiting) other sounds are being read")
  }

  /// Removes the requests of a file or URL.
  func cancel(_ path: String) {
    state.withLock { $0.waiting.removeAll { $0.path == path } }
    #if Network
      let ticket = state.withLock { state in
        state.loads[path] = nil
        return state.tickets.removeValue(forKey: path)
      }
      ticket?.cancel()
    #endif
  }

  private func loadWaiting() {
    while let next = state.withLock({ state -> Job? in
      if state.waiting.isEmpty { state.isLoading = false }
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }) {
      do throws(SoundError) {
        #if Network
          if let data = next.data {
            next.receive(.success(try decode(data)))
            continue
          }
        #endif
        next.receive(.success(try clip(next.path)))
      } catch { next.receive(.failure(error)) }
    }
  }

  private func keep(_ clip: SoundClip, _ path: String, _ stamp: Stamp?, freshUntil: Double = 0) {
    state.withLock { state in
      state.uses += 1
      state.bytes += clip.byteCount - (state.entries[path]?.clip.byteCount ?? 0)
      state.entries[path] = Entry(stamp: stamp, freshUntil: freshUntil, clip: clip, use: state.uses)
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

  // MARK: URLs

  /// Whether a source is on a web server.
  static func isURL(_ source: String) -> Bool {
    let start = source.utf8.prefix(8).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    return start.starts(with: "http://".utf8) || start.starts(with: "https://".utf8)
  }

  #if Network
    /// Seconds for which a caller of ``clip(_:)`` waits.
    private static let patience = 60.0

    /// Asks the server of a URL that is known, unless its answer is fresh. The new sound is that of the next play.
    func refresh(_ url: String) {
      guard Self.isURL(url), let end = state.withLock({ $0.entries[url]?.freshUntil }), end <= Self.wallTime() else { return }
      load(url) { _ in }
    }

    private static func wallTime() -> Double {
      var now = timespec()
      clock_gettime(CLOCK_REALTIME, &now)
      return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
    }

    private func request(_ url: String, _ receive: @escaping Receiver) {
      let (isFull, starts) = state.withLock { state in
        guard let others = state.loads[url] else {
          guard state.loads.count < Self.maximumWaiting else { return (true, false) }
          state.loads[url] = [receive]
          return (false, true)
        }
        if others.count < Self.maximumWaiting { state.loads[url]?.append(receive) }
        return (others.count >= Self.maximumWaiting, false)
      }
      if isFull { return receive(.failure(Self.busy(url))) }
      guard starts else { return }
      let ticket = loader.load(url, isExamined: true) { [weak self] event in
        switch event {
        case .loaded(let data): self?.adopt(data)
        case .failed(let error): self?.finish(url, .failure(.unreadable(source: URLText.shown(url), reason: "\(error.failure)")))
        case .progress, .received, .retrying: break
        }
      }
      state.withLock { if $0.loads[url] != nil { $0.tickets[url] = ticket } }
    }

    private func adopt(_ data: LoadedData) {
      var job = Job(path: data.url) { [weak self] in self?.finish(data.url, $0) }
      job.data = data
      start(job)
    }

    private func finish(_ url: String, _ result: Result<SoundClip, SoundError>) {
      let receivers = state.withLock { state in
        state.tickets[url] = nil
        return state.loads.removeValue(forKey: url) ?? []
      }
      for receive in receivers { receive(result) }
    }

    /// Decodes the body of a URL. The loader's cache keeps it only if it is a sound.
    private func decode(_ data: LoadedData) throws(SoundError) -> SoundClip {
      do throws(SoundError) {
        let clip = try SoundFile.clip(data.bytes, name: URLText.shown(data.url), maximumSize: Self.maximumFileSize)
        data.trial?.accept()
        keep(clip, data.url, nil, freshUntil: data.freshUntil)
        return clip
      } catch {
        data.trial?.reject()
        throw error
      }
    }

    private func download(_ url: String) throws(SoundError) -> SoundClip {
      let answer = Monitor(Result<SoundClip, SoundError>?.none)
      load(url) { result in
        answer.withLock { $0 = result }
        answer.broadcast()
      }
      let deadline = Double(SoundOutput.monotonicTime()) * 1e-9 + Self.patience
      guard let result = answer.wait(deadline: deadline, until: { $0 }) else {
        throw .unreadable(source: URLText.shown(url), reason: "it did not arrive in \(Int(Self.patience)) s")
      }
      return try result.get()
    }
  #else
    func refresh(_ url: String) {}

    private static func noNetwork(_ url: String) -> SoundError {
      .unreadable(source: url, reason: "this program was built without the part `network`")
    }

    private func download(_ url: String) throws(SoundError) -> SoundClip { throw Self.noNetwork(url) }
  #endif
}
