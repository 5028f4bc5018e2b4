import TesseraBase
import Testing

@testable import TesseraLoading

@Suite("Bodies that clients examine")
struct LoadTrialTests {
  private let clock = DiskCacheTests.Clock()
  private let downloader = ManualDownloader()
  private let cache = MemoryCache()
  private let loader: DataLoader
  private let url = "http://example.org/a"
  private let good = CachedData(bytes: [5], metadata: CacheMetadata(etag: "\"x\"", validatedAt: 999_000, freshUntil: 1))

  init() { loader = DataLoader(downloader: downloader, cache: cache, clock: clock, isManual: true) }

  /// Loads with an examination, and answers the request.
  private func examine(_ bytes: [UInt8], status: Int = 200, headers: [HTTPHeader] = [HTTPHeader("Cache-Control", "max-age=60")])
    -> LoadedData?
  {
    let heard = Heard()
    let count = downloader.tasks.count
    _ = loader.load(url, isExamined: true, receive: heard.receive)
    loader.runPending()
    if downloader.tasks.count > count { downloader.tasks[count].answer(bytes, status: status, headers: headers) }
    loader.runPending()
    guard case .loaded(let data)? = heard.ends.first, heard.ends.count == 1 else { return nil }
    return data
  }

  private func kept(because reason: DownloadFailure) -> LoadEvent? {
    let heard = Heard()
    _ = loader.loadKept(url, because: reason, receive: heard.receive)
    loader.runPending()
    return heard.ends.first
  }

  @Test func `nothing is cached before it is accepted`() throws {
    cache.kept.withLock { $0[url] = good }
    let data = try #require(examine([1, 2]))
    #expect(data.bytes == [1, 2] && cache.data(for: url) == good)
    data.trial?.accept()
    loader.runPending()
    #expect(cache.data(for: url)?.bytes == [1, 2] && cache.data(for: url)?.metadata.isFresh(at: clock.wall) == true)
    data.trial?.accept()
    loader.runPending()
    #expect(loader.statistics.stores == 1)
  }

  @Test func `after a rejection the previous entry is delivered as stale`() throws {
    cache.kept.withLock { $0[url] = good }
    let reason = DownloadFailure.rejected("it is no picture")
    for (bytes, status) in [(Array("<html>".utf8), 200), ([], 200), ([], 204)] {
      let data = try #require(examine(bytes, status: status))
      data.trial?.reject()
      loader.runPending()
      #expect(cache.data(for: url) == good && loader.statistics.stores == 0)
      let stale = try #require(kept(because: reason))
      guard case .loaded(let old) = stale else { throw Missing("no entry") }
      #expect(old.bytes == [5] && old.source == .disk && old.staleReason == reason && old.trial != nil)
    }
    #expect(downloader.tasks.count == 3)
  }

  @Test func `a no-store response removes the entry only after it is accepted`() throws {
    cache.kept.withLock { $0[url] = good }
    let headers = [HTTPHeader("Cache-Control", "no-store")]
    try #require(examine([1], headers: headers)).trial?.reject()
    loader.runPending()
    #expect(cache.data(for: url) == good)
    try #require(examine([1], headers: headers)).trial?.accept()
    loader.runPending()
    #expect(cache.data(for: url) == nil)
  }

  @Test func `without an entry, or with one that must not be used, the rejection is the failure`() throws {
    let reason = DownloadFailure.rejected("it is no picture")
    guard case .failed(let error)? = kept(because: reason) else { throw Missing("no failure") }
    #expect(error.failure == reason)
    var strict = good
    strict.metadata.mustRevalidate = true
    cache.kept.withLock { [strict] in $0[url] = strict }
    guard case .failed? = kept(because: reason) else { throw Missing("no failure") }
    #expect(cache.data(for: url) == strict && downloader.tasks.isEmpty)
  }

  @Test func `an entry of the cache that is rejected is removed, fresh or confirmed`() throws {
    var fresh = good
    fresh.metadata.freshUntil = 2_000_000
    cache.kept.withLock { [fresh] in $0[url] = fresh }
    let data = try #require(examine([]))
    #expect(data.source == .disk && downloader.tasks.isEmpty)
    data.trial?.reject()
    loader.runPending()
    #expect(cache.data(for: url) == nil)
    cache.kept.withLock { $0[url] = good }
    let confirmed = try #require(examine([], status: 304))
    #expect(confirmed.bytes == [5] && cache.data(for: url) == good)
    confirmed.trial?.reject()
    loader.runPending()
    #expect(cache.data(for: url) == nil)
  }

  @Test func `a body that was accepted and is rejected later is removed`() throws {
    let data = try #require(examine([1]))
    data.trial?.accept()
    data.trial?.reject()
    loader.runPending()
    #expect(cache.data(for: url) == nil)
  }

  @Test func `a removal takes effect before it is written`() throws {
    let data = try #require(examine([1]))
    data.trial?.accept()
    data.trial?.reject()
    let heard = Heard()
    _ = loader.load(url, receive: heard.receive)
    // The look into the cache comes before the writes.
    #expect(loader.core.runNext() && loader.core.runNext() && downloader.tasks.count == 2)
    loader.runPending()
    #expect(heard.events.isEmpty && cache.data(for: url) == nil)
  }

  @Test func `without a verdict the cache is unchanged, and nothing is retained`() throws {
    cache.kept.withLock { $0[url] = good }
    _ = examine([1, 2, 3])
    loader.runPending()
    #expect(cache.data(for: url) == good && loader.core.state.withLock { $0.queue.trials.isEmpty })
    // Of clients that have cancelled, too.
    let ticket = loader.load(url, isExamined: true) { _ in }
    loader.runPending()
    downloader.tasks[1].answer([1])
    ticket.cancel()
    loader.runPending()
    #expect(loader.core.state.withLock { $0.queue.trials.isEmpty } && loader.isIdle)
  }

  @Test func `a verdict on a replaced body has no effect`() throws {
    let old = try #require(examine([1], headers: []))
    let new = try #require(examine([2]))
    new.trial?.accept()
    old.trial?.reject()
    loader.runPending()
    #expect(cache.data(for: url)?.bytes == [2])
  }

  @Test func `plain data is kept immediately, and with an examiner after its verdict`() throws {
    let heard = [Heard(), Heard()]
    _ = loader.load(url, receive: heard[0].receive)
    loader.runPending()
    downloader.tasks[0].answer([1])
    loader.runPending()
    #expect(cache.data(for: url)?.bytes == [1])
    _ = loader.load(url, receive: heard[1].receive)
    let examined = try #require(examine([2]))
    guard case .loaded(let plain)? = heard[1].ends.first else { throw Missing("no data") }
    #expect(plain.bytes == [2] && plain.trial == nil && cache.data(for: url)?.bytes == [1])
    examined.trial?.accept()
    loader.runPending()
    #expect(cache.data(for: url)?.bytes == [2])
  }

  @Test func `a load is pending until its client is notified`() {
    var fresh = good
    fresh.metadata.freshUntil = 2_000_000
    cache.kept.withLock { [fresh] in $0[url] = fresh }
    for isExamined in [true, false] {
      let heard = Heard()
      _ = loader.load(url, isExamined: isExamined, receive: heard.receive)
      // The look into the cache has ended the load; its client has not heard of it.
      #expect(loader.core.runNext() && heard.events.isEmpty)
      #expect(loader.pendingURLs.isEmpty && loader.pendingCount == 1 && !loader.isIdle)
      #expect(loader.core.runNext() && heard.ends.count == 1)
      #expect(loader.pendingCount == 0)
      loader.runPending()
      #expect(loader.isIdle)
    }
  }
}
