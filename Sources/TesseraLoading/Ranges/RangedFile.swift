internal import TesseraBase

/// File on a web server that is read in any order, by range requests of a loader's downloader. It keeps the bytes near the newest reads, 6 MiB at
/// most; a server that ignores ranges sends the whole file, which may have 64 MiB. Any thread.
///
/// A reader waits for data, so it must not be used on the frame loop or on a worker. Open readers of one URL share requests and bytes. The cache of the
/// loader is not used.
public final class RangedReader: Sendable {
  /// Absolute http or https URL.
  public let url: String
  private let file: RangedFile
  private let cancelled = Locked(false)

  /// Creates a reader; it requests nothing yet.
  ///
  /// - Parameters:
  ///   - url: absolute http or https URL.
  ///   - loader: loader whose downloader and headers are used.
  public init(_ url: String, loader: DataLoader = .shared) {
    (self.url, file) = (url, RangedFile.open(url, loader))
  }

  /// Whether a location begins with `http://` or `https://`, in any case.
  public static func isURL(_ location: String) -> Bool {
    let start = location.utf8.prefix(8).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    return start.starts(with: "http://".utf8) || start.starts(with: "https://".utf8)
  }

  /// Returns the length of the file in bytes; waits for the server's first response.
  public func length() throws(LoadError) -> Int { try file.wait(isCancelled) { $0.readLength(at: $1, &$2) } }

  /// Copies bytes at `offset` and returns their number: less than requested only at the end of the file, and before a failure. Waits for data.
  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(LoadError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count: Int
      do throws(LoadError) {
        count = try file.wait(isCancelled) { $0.read(at: offset + filled, into: rest, at: $1, &$2) }
      } catch {
        guard filled > 0 else { throw error }
        break
      }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Ends waiting calls and later ones with an error. Returns immediately.
  public func cancel() {
    cancelled.withLock { $0 = true }
    file.wake()
  }

  private var isCancelled: @Sendable () -> Bool { { [cancelled] in cancelled.withLock { $0 } } }
}

/// Shared state of the readers of a URL: performs the actions of ``RangedBody``. Any thread.
final class RangedFile: Sendable {
  private struct State {
    var body: RangedBody
    var tasks: [Int: any DownloadTask] = [:]
    /// Changes with each event, so that waiting readers try again.
    var events = 0
  }

  private struct Key: Hashable {
    var url: String
    var loader: UInt64
  }

  private struct Entry {
    weak var file: RangedFile?
  }

  private static let opened = Locked<[Key: Entry]>([:])

  private let url: String
  private let loader: DataLoader
  private let state: Monitor<State>

  private init(_ url: String, _ loader: DataLoader, _ limits: RangedBody.Limits) {
    (self.url, self.loader, state) = (url, loader, Monitor(State(body: RangedBody(limits))))
  }

  deinit { for task in state.withLock({ $0.tasks }).values { task.cancel() } }

  /// Returns the file of a URL that another reader has open and that has not failed, or a new one.
  static func open(_ url: String, _ loader: DataLoader) -> RangedFile {
    let key = Key(url: url, loader: loader.serial)
    return opened.withLock { opened in
      if let file = opened[key]?.file, file.state.withLock({ $0.body.failure == nil }) { return file }
      opened = opened.filter { $0.value.file != nil }
      var limits = RangedBody.Limits()
      (limits.whole, limits.timeout) = (loader.options.byteLimit, loader.options.timeout)
      let file = RangedFile(url, loader, limits)
      opened[key] = Entry(file: file)
      return file
    }
  }

  /// Repeats a read until it has a result.
  func wait(
    _ isCancelled: @Sendable () -> Bool, _ read: (inout RangedBody, Double, inout [RangedBody.Action]) -> RangedBody.Reading
  ) throws(LoadError) -> Int {
    while !isCancelled() {
      var actions: [RangedBody.Action] = []
      let now = loader.core.now.steady
      let (reading, events) = state.withLock { (read(&$0.body, now, &actions), $0.events) }
      perform(actions)
      switch reading {
      case .copied(let count): return count
      case .failed(let failure): throw LoadError(url: url, failure: failure)
      case .wait(let deadline):
        _ = state.wait(deadline: SystemLoaderClock().steady + max(0, deadline - now)) { $0.events != events || isCancelled() ? () : nil }
      }
    }
    throw LoadError(url: url, failure: .failed("it was cancelled"))
  }

  func wake() { state.broadcast() }

  private func perform(_ actions: [RangedBody.Action]) {
    for action in actions {
      switch action {
      case .cancel(let number): state.withLock { $0.tasks.removeValue(forKey: number) }?.cancel()
      case .start(let number, let range): start(number, range)
      }
    }
  }

  private struct Beginning: DownloadTask { func cancel() {} }

  private func start(_ number: Int, _ range: Range<Int>) {
    let (validator, limit) = state.withLock { state in
      state.tasks[number] = Beginning()
      return (state.body.validator, loader.options.byteLimit)
    }
    var headers = loader.options.headers + [HTTPHeader("Range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")]
    if let validator { headers.append(HTTPHeader("If-Range", validator)) }
    // The limit of a server that ignores ranges.
    let request = DownloadRequest(
      url: url, headers: headers, byteLimit: max(limit, range.count), headerLimit: loader.options.headerLimit, priority: .visible,
      allowsCompression: false)
    let task = loader.downloader.start(request) { [weak self] in self?.handle($0, of: number) }
    // The request may have ended, or may have been cancelled.
    let isUnwanted = state.withLock { state in
      guard state.tasks[number] != nil else { return true }
      state.tasks[number] = task
      return false
    }
    if isUnwanted { task.cancel() }
  }

  private func handle(_ event: DownloadEvent, of number: Int) {
    let now = loader.core.now.steady
    var actions: [RangedBody.Action] = []
    let former: (any DownloadTask)? = state.withLock { state in
      state.events += 1
      switch event {
      case .response(let response): state.body.responded(number, response, at: now, &actions)
      case .data(let bytes): state.body.received(number, bytes, at: now, &actions)
      case .end(let failure):
        state.body.ended(number, failure, at: now)
        return state.tasks.removeValue(forKey: number)
      }
      return nil
    }
    state.broadcast()
    withExtendedLifetime(former) {}
    perform(actions)
  }
}
