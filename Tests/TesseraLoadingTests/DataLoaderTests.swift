import TesseraBase
import Testing

@testable import TesseraLoading

/// A downloader that tests answer by hand.
final class ManualDownloader: Downloader {
  struct Task: DownloadTask {
    let request: DownloadRequest
    let receive: @Sendable (DownloadEvent) -> Void
    let isCancelled = Locked(false)
    func cancel() { isCancelled.withLock { $0 = true } }

    func answer(_ bytes: [UInt8], status: Int = 200, headers: [HTTPHeader] = []) {
      receive(.response(DownloadResponse(status: status, headers: headers)))
      receive(.data(bytes))
      receive(.end(nil))
    }
  }

  private let started = Locked<[Task]>([])
  var tasks: [Task] { started.withLock { $0 } }

  func start(_ request: DownloadRequest, receive: @escaping @Sendable (DownloadEvent) -> Void) -> any DownloadTask {
    let task = Task(request: request, receive: receive)
    started.withLock { $0.append(task) }
    return task
  }
}

/// A cache in memory.
final class MemoryCache: DataCache {
  let kept = Locked<[String: CachedData]>([:])
  func data(for url: String) -> CachedData? { kept.withLock { $0[url] } }
  func store(_ bytes: [UInt8], metadata: CacheMetadata, for url: String) {
    kept.withLock { $0[url] = CachedData(bytes: bytes, metadata: metadata) }
  }
  func confirm(_ metadata: CacheMetadata, for url: String) { kept.withLock { $0[url]?.metadata = metadata } }
  func remove(_ url: String) { kept.withLock { $0[url] = nil } }
  func removeAll() { kept.withLock { $0 = [:] } }
}

/// What a load told.
final class Heard: Sendable {
  private let list = Locked<[LoadEvent]>([])
  var events: [LoadEvent] { list.withLock { $0 } }
  func receive(_ event: LoadEvent) { list.withLock { $0.append(event) } }
  var ends: [LoadEvent] {
    events.filter {
      switch $0 {
      case .loaded, .failed: true
      case .progress, .received, .retrying: false
      }
    }
  }
}

@Suite("A data loader")
struct DataLoaderTests {
  private let clock = DiskCacheTests.Clock()
  private let downloader = ManualDownloader()
  private let cache = MemoryCache()
  private let loader: DataLoader
  private let url = "http://example.org/a"

  init() { loader = DataLoader(downloader: downloader, cache: cache, clock: clock, isManual: true) }

  @Test func `two requests for a URL share one download, and a third uses the cache`() {
    let heard = [Heard(), Heard(), Heard()]
    _ = loader.load(url, receive: heard[0].receive)
    _ = loader.load(url, receive: heard[1].receive)
    loader.runPending()
    #expect(downloader.tasks.count == 1 && loader.pendingCount == 1)
    downloader.tasks[0].answer([1, 2], headers: [HTTPHeader("Cache-Control", "max-age=60")])
    #expect(heard[0].events.isEmpty)
    loader.runPending()
    let data = LoadedData(url: url, bytes: [1, 2], source: .network, freshUntil: 1_000_060)
    #expect(heard[0].ends == [.loaded(data)] && heard[1].ends == [.loaded(data)])
    _ = loader.load(url, receive: heard[2].receive)
    loader.runPending()
    #expect(heard[2].events == [.loaded(LoadedData(url: url, bytes: [1, 2], source: .disk, freshUntil: 1_000_060))])
    #expect(downloader.tasks.count == 1 && loader.pendingCount == 0)
  }

  @Test func `a cancelled client is not notified, and a download without clients ends`() {
    let heard = [Heard(), Heard()]
    let tickets = heard.map { loader.load(url, receive: $0.receive) }
    loader.runPending()
    tickets[0].cancel()
    loader.runPending()
    #expect(!downloader.tasks[0].isCancelled.withLock { $0 })
    tickets[1].cancel()
    loader.runPending()
    #expect(downloader.tasks[0].isCancelled.withLock { $0 })
    downloader.tasks[0].answer([1])
    loader.runPending()
    #expect(heard[0].events.isEmpty && heard[1].events.isEmpty)
  }

  @Test func `a response that arrives after a cancel is dropped`() {
    let heard = Heard()
    let ticket = loader.load(url, receive: heard.receive)
    loader.runPending()
    downloader.tasks[0].answer([1])
    ticket.cancel()
    loader.runPending()
    #expect(heard.events.isEmpty)
  }

  @Test func `a failed attempt is repeated after its delay`() {
    let heard = Heard()
    _ = loader.load(url, receive: heard.receive)
    loader.runPending()
    downloader.tasks[0].receive(.end(.unreachable("refused")))
    loader.runPending()
    #expect(downloader.tasks.count == 1)
    clock.time.withLock { $0 += 4 }
    loader.runPending()
    #expect(downloader.tasks.count == 2)
    downloader.tasks[1].answer([1])
    loader.runPending()
    #expect(heard.events.first == .retrying(.unreachable("refused"), delay: 4) && heard.ends.count == 1)
  }

  @Test func `the failure of the last attempt is known until the load ends`() {
    _ = loader.load(url) { _ in }
    loader.runPending()
    #expect(loader.lastFailure(of: url) == nil && loader.lastFailure(of: "http://example.org/b") == nil)
    downloader.tasks[0].receive(.end(.unreachable("refused")))
    loader.runPending()
    #expect(loader.lastFailure(of: url) == .unreachable("refused"))
    clock.time.withLock { $0 += 4 }
    loader.runPending()
    #expect(loader.lastFailure(of: url) == .unreachable("refused"))
    downloader.tasks[1].answer([1])
    loader.runPending()
    #expect(loader.lastFailure(of: url) == nil)
  }

  @Test func `an installed downloader serves the next load`() {
    let other = ManualDownloader()
    loader.downloader = other
    _ = loader.load(url) { _ in }
    loader.runPending()
    #expect(other.tasks.count == 1 && downloader.tasks.isEmpty)
  }

  @Test func `a loader without a downloader reports the reason`() {
    loader.downloader = MissingDownloader()
    let heard = Heard()
    _ = loader.load(url, receive: heard.receive)
    loader.runPending()
    let told = heard.ends.first.map { if case .failed(let error) = $0 { "\(error)" } else { "" } }
    #expect(told == "cannot load \(url): this program was built without the part `network`, and has no downloader of its own")
  }
}
