import Testing

@testable import TesseraLoading

@Suite("The queue of loads")
struct LoadQueueTests {
  typealias Action = LoadQueue.Action
  static let url = "http://example.org/a.png"

  /// A queue with one load whose transfer has begun.
  private func begun(
    _ options: LoadOptions = LoadOptions(), cached: CachedData? = nil
  ) throws -> (LoadQueue, transfer: UInt64, DownloadRequest) {
    var queue = LoadQueue(options: options)
    #expect(queue.requested(Self.url, by: 100, priority: .visible) == [.lookUp(url: Self.url)])
    let actions = queue.cacheAnswered(Self.url, with: cached, at: Self.at(0))
    guard case .start(let transfer, let request)? = actions.first else { throw Failure() }
    queue.began(transfer, at: Self.at(0))
    return (queue, transfer, request)
  }

  private struct Failure: Error {}
  static func at(_ time: Double) -> LoadQueue.Moment { LoadQueue.Moment(steady: time, wall: 1_000_000 + time) }
  static func response(_ status: Int, _ headers: [(String, String)]) -> DownloadResponse {
    DownloadResponse(status: status, headers: headers.map { HTTPHeader($0.0, $0.1) })
  }
  private func started(_ actions: [Action]) -> [(UInt64, DownloadRequest)] {
    actions.compactMap { if case .start(let number, let request) = $0 { (number, request) } else { nil } }
  }

  @Test func `a complete body is delivered and stored`() throws {
    var (queue, transfer, request) = try begun()
    #expect(request.url == Self.url && request.headers.isEmpty)
    _ = queue.responded(transfer, Self.response(200, [("Content-Length", "3"), ("ETag", "\"x\"")]), at: Self.at(1))
    #expect(queue.received(transfer, [1, 2, 3], at: Self.at(1)) == [.deliver([100], .progress(LoadProgress(received: 3, expected: 3)))])
    let actions = queue.ended(transfer, nil, at: Self.at(1))
    #expect(
      actions.first == .deliver([100], .loaded(LoadedData(url: Self.url, bytes: [1, 2, 3], source: .network, freshUntil: 1_000_000))))
    guard case .store(_, let bytes, let metadata)? = actions.dropFirst().first else { throw Failure() }
    #expect(bytes == [1, 2, 3] && metadata.etag == "\"x\"")
    #expect(queue.isIdle && queue.transfers.isEmpty && queue.urls.isEmpty)
  }

  @Test func `a streaming client is notified once until it has read the received bytes`() throws {
    var (queue, transfer, _) = try begun()
    #expect(queue.reads(100, true).isEmpty)
    _ = queue.responded(transfer, Self.response(200, [("Content-Length", "1000")]), at: Self.at(1))
    let told: [Action] = [.deliver([100], .received)]
    #expect(queue.received(transfer, [1, 2, 3], at: Self.at(2)) == told)
    #expect(queue.received(transfer, [4], at: Self.at(3)).isEmpty)
    let first = queue.part(for: 100, of: 0, from: 0)
    let part = try #require(first)
    let nothing = queue.part(for: 100, of: part.body, from: 4)
    #expect(part.bytes == [1, 2, 3, 4] && part.offset == 0 && nothing == nil)
    #expect(queue.received(transfer, [5], at: Self.at(4)) == told)
    let next = queue.part(for: 100, of: part.body, from: 4)
    #expect(next?.bytes == [5])
    // One that begins late is told of what is there; one that stops is told nothing.
    _ = queue.requested(Self.url, by: 101, priority: .visible)
    #expect(queue.reads(101, true) == [.deliver([101], .received)])
    _ = queue.reads(100, false)
    _ = queue.part(for: 101, of: 0, from: 0)
    #expect(queue.received(transfer, [6], at: Self.at(5)) == [.deliver([101], .received)])
  }

  @Test func `partial content is not reported if the rest arrives soon`() throws {
    var (queue, transfer, _) = try begun()
    _ = queue.reads(100, true)
    _ = queue.responded(transfer, Self.response(200, [("Content-Length", "1000")]), at: Self.at(1))
    // 100 bytes in 0.01 s: 0.09 s are left. After 1.1 s it is 9.9 s.
    let bytes = [UInt8](repeating: 0, count: 100)
    #expect(!queue.received(transfer, bytes, at: Self.at(1.01)).contains(.deliver([100], .received)))
    #expect(queue.received(transfer, [1], at: Self.at(2.1)).contains(.deliver([100], .received)))
    _ = queue.part(for: 100, of: 0, from: 0)
    let rest = [UInt8](repeating: 0, count: 899)
    #expect(!queue.received(transfer, rest, at: Self.at(9)).contains(.deliver([100], .received)))
  }

  @Test func `a body that the server sends again is read from its beginning`() throws {
    var (queue, transfer, _) = try begun()
    _ = queue.reads(100, true)
    _ = queue.responded(transfer, Self.response(200, [("Content-Length", "1000")]), at: Self.at(1))
    _ = queue.received(transfer, [1, 2, 3], at: Self.at(2))
    let sent = queue.part(for: 100, of: 0, from: 0)
    let first = try #require(sent)
    let failed = queue.ended(transfer, .cut("test"), at: Self.at(3))
    #expect(failed.contains(.deliver([100], .retrying(.cut("test"), delay: 4))))
    let actions = queue.timePassed(to: Self.at(8))
    let (again, _) = try #require(started(actions).first)
    _ = queue.responded(again, Self.response(200, [("Content-Length", "1000")]), at: Self.at(8))
    _ = queue.received(again, [9, 8], at: Self.at(9))
    let anew = queue.part(for: 100, of: first.body, from: 3)
    let second = try #require(anew)
    #expect(second.body != first.body && second.offset == 0 && second.bytes == [9, 8])
  }

  @Test func `concurrent requests for a URL share one transfer`() throws {
    var (queue, transfer, _) = try begun()
    for client in 101...150 { #expect(queue.requested(Self.url, by: UInt64(client), priority: .preload).isEmpty) }
    _ = queue.responded(transfer, Self.response(200, []), at: Self.at(1))
    _ = queue.received(transfer, [7], at: Self.at(1))
    guard case .deliver(let clients, .loaded)? = queue.ended(transfer, nil, at: Self.at(1)).first else { throw Failure() }
    #expect(clients == (100...150).map { UInt64($0) })
  }

  @Test func `visible pictures start before near ones, which start in the order of requests`() {
    var options = LoadOptions()
    options.transferLimit = 1
    var queue = LoadQueue(options: options)
    let wanted: [(String, LoadPriority)] = [("first", .visible), ("p1", .preload), ("p2", .preload), ("d", .display), ("v", .visible)]
    var order: [String] = []
    for (number, (url, priority)) in wanted.enumerated() {
      _ = queue.requested(url, by: UInt64(100 + number), priority: priority)
      order += started(queue.cacheAnswered(url, with: nil, at: Self.at(0))).map(\.1.url)
    }
    // The second preload comes to the screen meanwhile.
    #expect(queue.prioritized(102, .visible).isEmpty)
    while let transfer = queue.transfers.keys.first {
      _ = queue.responded(transfer, Self.response(200, []), at: Self.at(1))
      order += started(queue.ended(transfer, nil, at: Self.at(1))).map(\.1.url)
    }
    #expect(order == ["first", "p2", "v", "d", "p1"])
  }

  @Test func `a connection that is cut is resumed after 4, 16 and 64 seconds, then the load fails`() throws {
    var (queue, transfer, _) = try begun()
    var now = 0.0
    for (attempt, delay) in [4.0, 16, 64].enumerated() {
      let part = attempt == 0 ? 200 : 206
      _ = queue.responded(
        transfer,
        Self.response(
          part, [("Content-Length", "\(100 - attempt * 10)"), ("Content-Range", "bytes \(attempt * 10)-99/100"), ("ETag", "\"x\"")]),
        at: Self.at(now))
      _ = queue.received(transfer, [UInt8](repeating: UInt8(attempt), count: 10), at: Self.at(now))
      let actions = queue.ended(transfer, .cut("gone"), at: Self.at(now))
      #expect(actions == [.deliver([100], .retrying(.cut("gone"), delay: delay))])
      #expect(queue.nextDeadline == now + delay)
      #expect(queue.timePassed(to: Self.at(now + delay - 0.1)).isEmpty)
      now += delay
      let again = try #require(started(queue.timePassed(to: Self.at(now))).first)
      transfer = again.0
      #expect(again.1.headers == [HTTPHeader("Range", "bytes=\((attempt + 1) * 10)-"), HTTPHeader("If-Range", "\"x\"")])
      #expect(!again.1.allowsCompression)
    }
    let last = queue.ended(transfer, .cut("gone"), at: Self.at(now))
    #expect(last == [.deliver([100], .failed(LoadError(url: Self.url, failure: .cut("gone"), attempts: 4)))])
    #expect(queue.isIdle)
  }

  @Test func `a resumed body is appended to the received bytes`() throws {
    var (queue, transfer, _) = try begun()
    _ = queue.responded(transfer, Self.response(200, [("Content-Length", "4"), ("ETag", "\"x\"")]), at: Self.at(0))
    _ = queue.received(transfer, [1, 2], at: Self.at(0))
    // The server ends without an error after half of what it announced.
    #expect(queue.ended(transfer, nil, at: Self.at(0)) == [.deliver([100], .retrying(.cut("2 of 4 bytes were received"), delay: 4))])
    let again = try #require(started(queue.timePassed(to: Self.at(4))).first)
    _ = queue.responded(
      again.0, Self.response(206, [("Content-Range", "bytes 2-3/4"), ("Content-Length", "2"), ("ETag", "\"x\"")]), at: Self.at(4))
    _ = queue.received(again.0, [3, 4], at: Self.at(4))
    #expect(
      queue.ended(again.0, nil, at: Self.at(4)).first
        == .deliver([100], .loaded(LoadedData(url: Self.url, bytes: [1, 2, 3, 4], source: .network, freshUntil: 1_000_000))))
  }

  @Test func `a full body or another range is not appended to the received bytes`() throws {
    for answer in [Self.response(200, [("Content-Length", "1")]), Self.response(206, [("Content-Range", "bytes 0-2/4")])] {
      var (queue, transfer, _) = try begun()
      _ = queue.responded(transfer, Self.response(200, [("Content-Length", "4"), ("ETag", "\"x\"")]), at: Self.at(0))
      _ = queue.received(transfer, [1, 2], at: Self.at(0))
      _ = queue.ended(transfer, .cut(""), at: Self.at(0))
      var again = try #require(started(queue.timePassed(to: Self.at(4))).first)
      let actions = queue.responded(again.0, answer, at: Self.at(4))
      if answer.status == 206 {
        #expect(actions.first == .cancel(again.0))
        again = try #require(started(actions).first)
        #expect(again.1.headers.isEmpty)
        _ = queue.responded(again.0, Self.response(200, [("Content-Length", "1")]), at: Self.at(4))
      }
      _ = queue.received(again.0, [9], at: Self.at(4))
      #expect(
        queue.ended(again.0, nil, at: Self.at(4)).first
          == .deliver([100], .loaded(LoadedData(url: Self.url, bytes: [9], source: .network, freshUntil: 1_000_000))))
    }
  }

  @Test func `a server that never sends the requested range causes an error`() throws {
    var (queue, transfer, _) = try begun()
    var failure: LoadError?
    for _ in 0..<20 {
      let actions = queue.responded(transfer, Self.response(206, [("Content-Range", "bytes 5-9/10")]), at: Self.at(0))
      for case .deliver(_, .failed(let error)) in actions { failure = error }
      guard let next = started(actions).first else { break }
      transfer = next.0
    }
    #expect(failure?.attempts == 5)
    #expect(queue.isIdle && queue.transfers.isEmpty)
  }

  @Test func `a transfer without data for 30 seconds is ended and repeated`() throws {
    var (queue, transfer, _) = try begun()
    #expect(queue.nextDeadline == 30)
    _ = queue.responded(transfer, Self.response(200, []), at: Self.at(20))
    #expect(queue.timePassed(to: Self.at(49)).isEmpty)
    #expect(
      queue.timePassed(to: Self.at(50)) == [.cancel(transfer), .deliver([100], .retrying(.timedOut(seconds: 30), delay: 4))])
  }

  @Test func `permanent errors fail without a retry`() throws {
    for failure in [DownloadFailure.badURL, .untrusted("self-signed"), .redirects("loop"), .notHTTP("?"), .tooLarge(limit: 1)] {
      var (queue, transfer, _) = try begun()
      #expect(
        queue.ended(transfer, failure, at: Self.at(0)) == [
          .deliver([100], .failed(LoadError(url: Self.url, failure: failure, attempts: 1)))
        ])
    }
    var (queue, transfer, _) = try begun()
    _ = queue.responded(transfer, Self.response(404, []), at: Self.at(0))
    #expect(queue.received(transfer, [1], at: Self.at(0)).isEmpty)
    #expect(
      queue.ended(transfer, nil, at: Self.at(0)) == [.deliver([100], .failed(LoadError(url: Self.url, failure: .status(404), attempts: 1)))]
    )
  }

  @Test func `Retry-After is followed up to a limit`() throws {
    for (asked, waited) in [("60", 60.0), ("1", 4), ("100000", 300)] {
      var (queue, transfer, _) = try begun()
      _ = queue.responded(transfer, Self.response(503, [("Retry-After", asked)]), at: Self.at(0))
      #expect(queue.ended(transfer, nil, at: Self.at(0)) == [.deliver([100], .retrying(.status(503), delay: waited))])
    }
  }

  @Test func `a body beyond the limit is an error, announced or not`() throws {
    var options = LoadOptions()
    options.byteLimit = 10
    for announced in [true, false] {
      var (queue, transfer, _) = try begun(options)
      var actions = queue.responded(transfer, Self.response(200, announced ? [("Content-Length", "11")] : []), at: Self.at(0))
      if !announced { actions = queue.received(transfer, [UInt8](repeating: 0, count: 11), at: Self.at(0)) }
      #expect(
        actions == [.cancel(transfer), .deliver([100], .failed(LoadError(url: Self.url, failure: .tooLarge(limit: 10), attempts: 1)))])
      #expect(queue.isIdle)
    }
  }

  @Test func `a load without clients ends, and a later request resumes it`() throws {
    var (queue, transfer, _) = try begun()
    _ = queue.requested(Self.url, by: 101, priority: .preload)
    _ = queue.responded(transfer, Self.response(200, [("Content-Length", "4"), ("ETag", "\"x\"")]), at: Self.at(0))
    _ = queue.received(transfer, [1, 2], at: Self.at(0))
    #expect(queue.cancelled(100).isEmpty)
    #expect(queue.cancelled(101) == [.cancel(transfer)])
    #expect(queue.isIdle && queue.partials.bytes == 2)
    // What still comes of it is dropped.
    #expect(queue.received(transfer, [3], at: Self.at(0)).isEmpty && queue.ended(transfer, nil, at: Self.at(0)).isEmpty)
    _ = queue.requested(Self.url, by: 102, priority: .visible)
    let again = try #require(started(queue.cacheAnswered(Self.url, with: nil, at: Self.at(1))).first)
    #expect(again.1.headers.first == HTTPHeader("Range", "bytes=2-"))
  }

  private func kept(freshUntil: Double, mustRevalidate: Bool = false) -> CachedData {
    CachedData(
      bytes: [5], metadata: CacheMetadata(etag: "\"x\"", validatedAt: 999_000, freshUntil: freshUntil, mustRevalidate: mustRevalidate))
  }

  @Test func `a fresh entry causes no request, and an expired one is revalidated`() throws {
    var queue = LoadQueue()
    _ = queue.requested(Self.url, by: 100, priority: .visible)
    #expect(
      queue.cacheAnswered(Self.url, with: kept(freshUntil: 2_000_000), at: Self.at(0))
        == [.deliver([100], .loaded(LoadedData(url: Self.url, bytes: [5], source: .disk, freshUntil: 2_000_000)))])
    var (other, transfer, request) = try begun(cached: kept(freshUntil: 1))
    #expect(request.headers == [HTTPHeader("If-None-Match", "\"x\"")])
    _ = other.responded(transfer, Self.response(304, [("Cache-Control", "max-age=60")]), at: Self.at(2))
    let actions = other.ended(transfer, nil, at: Self.at(2))
    #expect(actions.first == .deliver([100], .loaded(LoadedData(url: Self.url, bytes: [5], source: .disk, freshUntil: 1_000_060))))
    guard case .confirm(_, let metadata)? = actions.dropFirst().first else { throw Failure() }
    #expect(metadata.freshUntil == 1_000_000 + 2 + 60 - 2 && metadata.etag == "\"x\"")
  }

  @Test func `if the server cannot be reached, an expired entry is delivered as stale`() throws {
    for failure in [DownloadFailure.unresolved("no network"), .unreachable("refused"), .cut("")] {
      var (queue, transfer, _) = try begun(cached: kept(freshUntil: 1))
      #expect(
        queue.ended(transfer, failure, at: Self.at(0))
          == [.deliver([100], .loaded(LoadedData(url: Self.url, bytes: [5], source: .disk, staleReason: failure)))])
    }
    var (queue, transfer, _) = try begun(cached: kept(freshUntil: 1, mustRevalidate: true))
    guard case .deliver(_, .retrying)? = queue.ended(transfer, .unreachable(""), at: Self.at(0)).first else { throw Failure() }
  }

  @Test func `a reload asks the server although the cache is fresh`() throws {
    var queue = LoadQueue()
    _ = queue.requested(Self.url, by: 100, priority: .visible, isReload: true)
    #expect(started(queue.cacheAnswered(Self.url, with: kept(freshUntil: 2_000_000), at: Self.at(0))).count == 1)
  }

  @Test(arguments: 0..<50) func `random events lose no transfer, and every client is notified of the end`(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var options = LoadOptions()
    // Half of the seeds have places for slow transfers.
    (options.transferLimit, options.slowLimit) = (3, seed % 2 == 0 ? 0 : 2)
    var queue = LoadQueue(options: options)
    var (running, open, now): (Set<UInt64>, Set<UInt64>, Double) = ([], [], 0)
    var client: UInt64 = 1_000_000
    func take(_ actions: [Action]) {
      for action in actions {
        switch action {
        case .start(let transfer, _): #expect(running.insert(transfer).inserted)
        case .cancel(let transfer): #expect(running.remove(transfer) != nil)
        case .deliver(let clients, .loaded), .deliver(let clients, .failed):
          for client in clients { #expect(open.remove(client) != nil) }
        case .offer(let clients, let data, let trial):
          for client in clients { #expect(open.remove(client) != nil) }
          let verdict: Trial.Verdict = [.accepted, .rejected, .withdrawn].randomElement(using: &random)!
          for case .start in queue.judged(trial, of: data.url, verdict) { Issue.record("a verdict started a transfer") }
        default: break
        }
      }
      for transfer in running { queue.began(transfer, at: Self.at(now)) }
      #expect(running.count <= 3 + options.slowLimit)
    }
    for step in 0..<400 {
      now += Double.random(in: 0...3, using: &random)
      let isLate = step > 300
      switch Int.random(in: 0..<8, using: &random) {
      case 0 where !isLate:
        client += 1
        open.insert(client)
        take(
          queue.requested(
            "u\(Int.random(in: 0..<6, using: &random))", by: client, priority: LoadPriority.allCases.randomElement(using: &random)!,
            isExamined: Bool.random(using: &random)))
      case 1:
        guard let one = open.sorted().randomElement(using: &random) else { continue }
        open.remove(one)
        take(queue.cancelled(one))
      case 2, 3:
        let asked = queue.loads.filter { $0.value.phase == .lookingUp }.keys.sorted()
        for url in asked { take(queue.cacheAnswered(url, with: nil, at: Self.at(now))) }
      case 4:
        guard let one = running.sorted().randomElement(using: &random) else { continue }
        take(
          queue.responded(
            one, Self.response([200, 206, 404, 500, 416].randomElement(using: &random)!, [("ETag", "\"e\"")]), at: Self.at(now)))
      case 5:
        guard let one = running.sorted().randomElement(using: &random) else { continue }
        take(queue.received(one, [1, 2, 3], at: Self.at(now)))
      case 6:
        guard let one = running.sorted().randomElement(using: &random) else { continue }
        running.remove(one)
        take(queue.ended(one, Bool.random(using: &random) ? nil : .cut(""), at: Self.at(now)))
      default: take(queue.timePassed(to: Self.at(now)))
      }
      #expect(Set(queue.transfers.keys) == running)
    }
    for _ in 0..<200 where !queue.isIdle {
      now += 100
      for url in queue.loads.filter({ $0.value.phase == .lookingUp }).keys { take(queue.cacheAnswered(url, with: nil, at: Self.at(now))) }
      take(queue.timePassed(to: Self.at(now)))
    }
    #expect(queue.isIdle && open.isEmpty && running.isEmpty)
  }
}

/// SplitMix64.
struct SeededRandom: RandomNumberGenerator {
  var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
