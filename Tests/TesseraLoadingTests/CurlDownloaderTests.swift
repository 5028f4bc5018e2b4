import Foundation
import TesseraTestServer
import Testing

@testable import TesseraLoading

struct Missing: Error {
  let what: String
  init(_ what: String) { self.what = what }
}

/// Against a server on this machine. Nothing sleeps: each test waits for the end of a load, 20 s at most.
@Suite("Downloads by libcurl")
struct CurlDownloaderTests {
  private let server: TestServer
  private let cache = MemoryCache()
  private let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ ($0 >> 8)) }

  init() throws {
    server = try TestServer()
    server.serve(body, at: "/a")
  }

  private func load(_ path: String, _ change: (inout LoadOptions) -> Void = { _ in }) -> LoadEvent? {
    loadURL(server.url(path), change)
  }

  private func loadURL(_ url: String, _ change: (inout LoadOptions) -> Void = { _ in }) -> LoadEvent? {
    var options = LoadOptions()
    options.retryDelays = [0, 0, 0]
    change(&options)
    let loader = DataLoader(options: options, cache: cache)
    let heard = Heard()
    _ = loader.load(url, receive: heard.receive)
    #expect(loader.waitUntilIdle(deadline: SystemLoaderClock().steady + 20))
    #expect(heard.ends.count == 1)
    return heard.ends.first
  }

  private func failure(_ event: LoadEvent?) -> DownloadFailure? {
    if case .failed(let error)? = event { error.failure } else { nil }
  }

  private func bytes(_ event: LoadEvent?) -> [UInt8]? {
    if case .loaded(let data)? = event { data.bytes } else { nil }
  }

  @Test func `a body without an encoding is unchanged`() throws { #expect(bytes(load("/a")) == body) }

  @Test func `a redirect is followed, one without end is an error`() throws {
    #expect(bytes(load("/b?redirect=/a")) == body)
    guard case .redirects? = failure(load("/a?redirect=loop")) else { throw Missing("no error") }
    let count = server.requests.count { $0.target == "/a?redirect=loop" }
    #expect(count == 11)
  }

  @Test func `a cut connection is resumed at its offset`() throws {
    #expect(bytes(load("/a?cut=30000&times=1")) == body)
    let requests = server.requests
    #expect(requests.count == 2 && requests[1].headers["range"] == "bytes=30000-" && requests[1].headers["if-range"] != nil)
  }

  @Test func `without support for ranges a cut body restarts`() throws {
    #expect(bytes(load("/a?cut=30000&times=1&ranges=0")) == body)
    #expect(server.requests.count == 2 && server.requests[1].headers["range"] == nil)
  }

  @Test func `a server that fails is asked again, one that has nothing is not`() throws {
    #expect(bytes(load("/a?status=500&times=2")) == body)
    #expect(server.requests.count == 3)
    #expect(failure(load("/none")) == .status(404))
    #expect(server.requests.count == 4)
  }

  @Test func `a wrong length, an invalid response and a closed port are errors`() throws {
    guard case .cut? = failure(load("/a?length=200000&ranges=0&etag=")) else { throw Missing("no error for a length") }
    guard case .notHTTP? = failure(load("/a?garbage=1")) else { throw Missing("no error for garbage") }
    let gone = try TestServer()
    let url = gone.url("/a")
    gone.stop()
    guard case .unreachable? = failure(loadURL(url)) else { throw Missing("no error for a closed port") }
  }

  @Test func `a body of a billion bytes ends at the limit, announced or not`() throws {
    #expect(failure(load("/a?size=1000000000")) == .tooLarge(limit: 64 << 20))
    #expect(failure(load("/a?size=1000000000") { $0.byteLimit = 1000 }) == .tooLarge(limit: 1000))
    // The length lies.
    #expect(failure(load("/a?size=1000000000&length=900") { $0.byteLimit = 1000 }) == nil)
  }

  @Test func `a stalled download ends after the timeout`() throws {
    #expect(failure(load("/a?stall=10") { ($0.timeout, $0.retryDelays) = (0.05, []) }) == .timedOut(seconds: 0.05))
  }

  @Test func `an expired entry is revalidated without its body`() throws {
    #expect(bytes(load("/a?control=max-age%3D0")) == body)
    guard case .loaded(let data)? = load("/a?control=max-age%3D0") else { throw Missing("nothing") }
    #expect(data.bytes == body && data.source == .disk && data.staleReason == nil)
    #expect(server.requests.last?.headers["if-none-match"] != nil)
  }

  @Test func `an expired entry is delivered as stale if the server is unreachable`() throws {
    let gone = try TestServer()
    gone.serve([1, 2, 3], at: "/x")
    let url = gone.url("/x?control=max-age%3D0")
    #expect(bytes(loadURL(url)) == [1, 2, 3])
    gone.stop()
    guard case .loaded(let data)? = loadURL(url) else { throw Missing("nothing") }
    #expect(data.bytes == [1, 2, 3] && data.source == .disk)
    guard case .unreachable? = data.staleReason else { throw Missing("not said to be old") }
  }

  @Test func `an invalid URL, or one of another scheme, is an error`() throws {
    for url in ["", "file:///etc/passwd", "ftp://127.0.0.1/a", "a/b", "http://", "http://127.0.0.1:99999/"] {
      #expect(failure(loadURL(url)) == .badURL, "\(url)")
    }
    guard case .redirects? = failure(load("/a?redirect=file:///etc/passwd")).map({ _ in DownloadFailure.redirects("") }) else {
      throw Missing("went to a file")
    }
  }

  @Test func `a hundred concurrent loads arrive complete`() throws {
    let loader = DataLoader(cache: .some(nil))
    let heard = (0..<100).map { _ in Heard() }
    for (number, one) in heard.enumerated() {
      server.serve(CachePattern.bytes(number: number, size: 5000 + number), at: "/p\(number)")
      _ = loader.load(server.url("/p\(number)?delay=2"), receive: one.receive)
    }
    #expect(loader.waitUntilIdle(deadline: SystemLoaderClock().steady + 20))
    for (number, one) in heard.enumerated() { #expect(bytes(one.ends.first) == CachePattern.bytes(number: number, size: 5000 + number)) }
  }
}
