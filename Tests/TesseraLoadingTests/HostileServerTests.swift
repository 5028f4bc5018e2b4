import TesseraBase
import TesseraTestServer
import Testing

@testable import TesseraLoading

/// Servers that send too much, too little, too slowly, or something else. Nothing sleeps: each test waits for an event, 20 s at most.
@Suite("Hostile servers")
struct HostileServerTests {
  private let server: TestServer
  private let body = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ ($0 >> 8)) }
  private let other = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 5 &+ ($0 >> 8)) }

  init() throws {
    server = try TestServer()
    server.serve(body, at: "/a")
    server.serve(other, at: "/b")
    server.serve(Array(other.prefix(39_000)), at: "/short")
  }

  private func load(_ url: String, _ change: (inout LoadOptions) -> Void = { _ in }) -> (end: LoadEvent?, transfers: Int) {
    var options = LoadOptions()
    options.retryDelays = [0, 0, 0]
    change(&options)
    let loader = DataLoader(options: options, cache: .some(nil))
    let heard = Heard()
    _ = loader.load(url, receive: heard.receive)
    #expect(loader.waitUntilIdle(deadline: SystemLoaderClock().steady + 20))
    return (heard.ends.first, loader.statistics.transfers)
  }

  private func failure(_ event: LoadEvent?) -> DownloadFailure? {
    if case .failed(let error)? = event { error.failure } else { nil }
  }

  private func bytes(_ event: LoadEvent?) -> [UInt8]? {
    if case .loaded(let data)? = event { data.bytes } else { nil }
  }

  @Test(arguments: ["trailers", "interim", "headers"]) func `endless headers end at the limit`(kind: String) {
    let (end, transfers) = load(server.url("/a?endless=\(kind)")) { $0.headerLimit = 20_000 }
    #expect(failure(end) == .headersTooLarge(limit: 20_000) && transfers == 1)
  }

  @Test func `one trailer without end ends at the limit of a line`() {
    let (end, transfers) = load(server.url("/a?endless=trailer"))
    #expect(failure(end) == .headersTooLarge(limit: 256 << 10) && transfers == 1)
  }

  @Test(arguments: ["extension", "redirect"]) func `bytes without a client count in the limit`(kind: String) {
    let (end, transfers) = load(server.url("/a?endless=\(kind)")) { $0.byteLimit = 100_000 }
    #expect(failure(end) == .tooLarge(limit: 100_000) && transfers == 1)
  }

  @Test func `headers that are too large have a message`() {
    for (size, limit) in [(1_000_000, 256 << 10), (90_000, 50_000)] {
      let failure = failure(load(server.url("/a?header=\(size)")) { $0.headerLimit = limit }.end)
      #expect(failure.map { "\($0)" } == "the headers of the response are larger than the limit of \(limit) bytes")
    }
    #expect(bytes(load(server.url("/a?header=90000")).end) == body)
  }

  @Test func `a compressed body that ends before its content has a message`() {
    // The header of a gzip file, and the beginning of a block.
    server.serve([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xED], at: "/begun")
    let begun = failure(load(server.url("/begun?encoding=gzip")).end)
    #expect(begun.map { "\($0)" }?.hasSuffix("cannot decode the body: its gzip data have no content, at 11 bytes") == true)
    #expect(bytes(load(server.url("/begun")).end)?.count == 11)
    #expect(failure(load(server.url("/a?encoding=gzip")).end).map { "\($0)" }?.contains("cannot decode the body") == true)
  }

  @Test func `a redirect to another scheme is refused by name`() {
    for (target, scheme) in [("file:///etc/passwd", "file"), ("FTP://127.0.0.1/", "ftp"), ("gopher://127.0.0.1/", "gopher")] {
      let failure = failure(load(server.url("/a?redirect=\(target)")).end)
      #expect(
        failure.map { "\($0)" }
          == "cannot follow the redirect: the scheme `\(scheme)` is not allowed here, only `http` and `https`")
    }
    let nowhere = failure(load(server.url("/a?redirect=http://")).end)
    #expect(nowhere.map { "\($0)" } == "cannot follow the redirect: its target is not a URL")
  }

  @Test(arguments: [
    "other=/b", "other=/short", "range=weak", "range=untagged", "range=star", "range=multipart", "range=gzip", "range=shifted",
    "range=items",
  ])
  func `a range of another version, or one that cannot be verified, is not joined`(fault: String) {
    let (end, transfers) = load(server.url("/a?cut=10000&times=1&\(fault)"))
    #expect(bytes(end) == body && transfers == 3)
    let ranges = server.requests.map { $0.headers["range"] }
    #expect(ranges == [nil, "bytes=10000-", nil])
  }

  @Test func `a range with more bytes than it announces is not joined`() {
    #expect(bytes(load(server.url("/a?cut=10000&times=1&range=long")).end) == body)
    #expect(server.requests.count == 3 && server.requests[2].headers["range"] == nil)
  }

  @Test func `a server that sends a body in parts does not count as failing`() {
    let (end, transfers) = load(server.url("/a?cut=10000&times=1&slice=3000")) { $0.retryDelays = [0] }
    #expect(bytes(end) == body && transfers == 11)
  }

  /// The end of a load, for which a test waits.
  private final class End: Sendable {
    private let event = Monitor<LoadEvent?>(nil)
    func receive(_ new: LoadEvent) {
      guard new.isEnd else { return }
      event.withLock { $0 = new }
      event.broadcast()
    }
    func wait() -> LoadEvent? { event.wait(deadline: SystemLoaderClock().steady + 20) { $0 } }
  }

  @Test(arguments: ["silent=1", "stall=100", "stall=0", "drip=10", "drip-head=10"]) func `servers that stall or drip block no other URL`(
    fault: String
  ) {
    var options = LoadOptions()
    (options.transferLimit, options.hostLimit, options.slowTime, options.leastRate) = (6, 6, 0.05, 10_000)
    let loader = DataLoader(options: options, cache: .some(nil))
    let ended = Locked(0)
    let slow = (0..<14).map { loader.load(server.url("/a?\(fault)&n=\($0)")) { if $0.isEnd { ended.withLock { $0 += 1 } } } }
    let end = End()
    _ = loader.load(server.url("/a"), receive: end.receive)
    #expect(bytes(end.wait()) == body)
    #expect(ended.withLock { $0 } == 0)
    for ticket in slow { ticket.cancel() }
  }

  @Test func `a download below the least rate is ended`() {
    let body = load(server.url("/a?drip=20")) { ($0.leastRate, $0.leastRateTime, $0.retryDelays) = (10_000, 0.1, []) }
    #expect(failure(body.end) == .tooSlow(leastRate: 10_000))
    let head = load(server.url("/a?drip-head=20")) { ($0.timeout, $0.retryDelays) = (0.1, []) }
    #expect(failure(head.end) == .timedOut(seconds: 0.1))
  }

  @Test func `a page of a log-in is delivered to plain clients as it is`() {
    let page = bytes(load(server.url("/a?login=1&times=1")).end)
    #expect(page.map { String(decoding: $0, as: UTF8.self).hasPrefix("<!DOCTYPE html>") } == true)
  }
}
