import Testing

@testable import TesseraLoading

@Suite("Places for transfers")
struct LoadRoomTests {
  typealias Action = LoadQueue.Action

  private func started(_ actions: [Action]) -> [(UInt64, DownloadRequest)] {
    actions.compactMap { if case .start(let number, let request) = $0 { (number, request) } else { nil } }
  }

  /// Asks for a URL, and begins the transfers that follow. Returns their URLs, and whether a transfer was cancelled.
  private func ask(
    _ queue: inout LoadQueue, _ url: String, _ client: UInt64, _ priority: LoadPriority = .visible, at time: Double = 0
  ) -> (urls: [String], cancelled: Int) {
    _ = queue.requested(url, by: client, priority: priority)
    return begin(&queue, queue.cacheAnswered(url, with: nil, at: LoadQueueTests.at(time)), at: time)
  }

  private func begin(_ queue: inout LoadQueue, _ actions: [Action], at time: Double) -> (urls: [String], cancelled: Int) {
    for (transfer, _) in started(actions) { queue.began(transfer, at: LoadQueueTests.at(time)) }
    return (started(actions).map(\.1.url), actions.count { if case .cancel = $0 { true } else { false } })
  }

  private func transfer(_ queue: LoadQueue, _ url: String) throws -> UInt64 {
    try #require(queue.transfers.first { $0.value == url }?.key)
  }

  @Test func `the number of transfers per host is limited`() {
    var options = LoadOptions()
    (options.transferLimit, options.hostLimit) = (4, 2)
    var queue = LoadQueue(options: options)
    var urls: [String] = []
    for number in 0..<4 { urls += ask(&queue, "http://a.example/\(number)", UInt64(100 + number)).urls }
    #expect(urls == ["http://a.example/0", "http://a.example/1"])
    // Names and passwords are not part of the host, and its letters may be large.
    #expect(ask(&queue, "https://user:x@A.example/5", 200).urls.isEmpty)
    #expect(ask(&queue, "http://b.example/0", 300).urls == ["http://b.example/0"])
    #expect(ask(&queue, "http://a.example:81/0", 301).urls == ["http://a.example:81/0"])
    #expect(ask(&queue, "http://c.example/0", 302).urls.isEmpty)
  }

  @Test func `stalled and slow transfers release their slots`() throws {
    var options = LoadOptions()
    (options.transferLimit, options.hostLimit) = (6, 6)
    for isDripping in [false, true] {
      var queue = LoadQueue(options: options)
      for number in 0..<6 { #expect(ask(&queue, "http://a.example/\(number)", UInt64(100 + number)).urls.count == 1) }
      #expect(ask(&queue, "http://a.example/good", 200).urls.isEmpty)
      if isDripping {
        for number in 0..<6 {
          let dripping = try transfer(queue, "http://a.example/\(number)")
          _ = queue.responded(dripping, LoadQueueTests.response(200, []), at: LoadQueueTests.at(0.1))
          for step in 1...29 { _ = queue.received(dripping, [0], at: LoadQueueTests.at(Double(step) / 10)) }
        }
      }
      #expect(queue.nextDeadline == 3)
      let late = queue.timePassed(to: LoadQueueTests.at(3))
      #expect(begin(&queue, late, at: 3) == (["http://a.example/good"], 0))
      // They go on themselves.
      #expect(queue.transfers.count == 7)
    }
  }

  @Test func `a transfer that recovers its rate uses its slot again`() throws {
    var options = LoadOptions()
    options.transferLimit = 1
    var queue = LoadQueue(options: options)
    _ = ask(&queue, "http://a.example/slow", 100)
    _ = ask(&queue, "http://b.example/1", 101)
    _ = ask(&queue, "http://c.example/2", 102)
    let late = queue.timePassed(to: LoadQueueTests.at(3))
    #expect(begin(&queue, late, at: 3).urls == ["http://b.example/1"])
    let slow = try transfer(queue, "http://a.example/slow")
    _ = queue.responded(slow, LoadQueueTests.response(200, []), at: LoadQueueTests.at(4))
    _ = queue.received(slow, [UInt8](repeating: 0, count: 10_000), at: LoadQueueTests.at(4))
    let other = try transfer(queue, "http://b.example/1")
    _ = queue.responded(other, LoadQueueTests.response(200, []), at: LoadQueueTests.at(4))
    let ended = queue.ended(other, nil, at: LoadQueueTests.at(4))
    #expect(started(ended).isEmpty)
  }

  @Test func `the number of slow transfers without a slot is limited`() {
    var options = LoadOptions()
    (options.transferLimit, options.slowLimit) = (2, 3)
    var queue = LoadQueue(options: options)
    var time = 0.0
    for number in 0..<20 { _ = ask(&queue, "http://h\(number).example/", UInt64(100 + number)) }
    for _ in 0..<6 {
      time += 3
      let late = queue.timePassed(to: LoadQueueTests.at(time))
      _ = begin(&queue, late, at: time)
      #expect(queue.transfers.count <= 5)
    }
    #expect(queue.transfers.count == 5)
    // Loads that were not tried start before those that were slow.
    time = 33
    let late = queue.timePassed(to: LoadQueueTests.at(time))
    let urls = begin(&queue, late, at: time).urls
    #expect(!urls.isEmpty && urls.allSatisfy { queue.loads[$0]?.attempts == 1 })
  }

  @Test(arguments: [LoadPriority.visible, .preload])
  func `any number of stalled transfers leave room for a picture that loads`(_ priority: LoadPriority) throws {
    var queue = LoadQueue()
    var clients: UInt64 = 0
    for number in 0..<60 {
      clients += 1
      _ = ask(&queue, "http://h\(number).example/", clients)
    }
    _ = ask(&queue, "http://good.example/", 100, priority)
    // Each stalled load is tried for 3 s: 12 of them in each round.
    var startsAt: Double?
    for round in 1...8 {
      let time = Double(round) * 3
      let actions = queue.timePassed(to: LoadQueueTests.at(time))
      if begin(&queue, actions, at: time).urls.contains("http://good.example/") { startsAt = startsAt ?? time }
      #expect(queue.transfers.count <= queue.options.transferLimit + queue.options.slowLimit)
    }
    #expect(startsAt == 15)
    // A later one starts immediately, in the place of the transfer that has been silent for the longest time. No attempt has failed.
    let later = ask(&queue, "http://later.example/", 101, priority, at: 25)
    #expect(later == (["http://later.example/"], 1))
    #expect(queue.loads.values.allSatisfy { $0.attempts <= 1 })
    // Loads that were slow do not end each other.
    let silent = queue.timePassed(to: LoadQueueTests.at(26))
    #expect(begin(&queue, silent, at: 26) == ([], 0))
  }

  @Test func `an ended slow transfer is retried and fails like any other`() throws {
    var options = LoadOptions()
    (options.transferLimit, options.slowLimit, options.retryDelays) = (1, 0, [])
    var queue = LoadQueue(options: options)
    _ = ask(&queue, "http://slow.example/", 100)
    _ = queue.timePassed(to: LoadQueueTests.at(3))
    #expect(ask(&queue, "http://good.example/", 101, at: 3) == (["http://good.example/"], 1))
    #expect(queue.loads["http://slow.example/"]?.phase == .queued)
    let good = try transfer(queue, "http://good.example/")
    _ = queue.responded(good, LoadQueueTests.response(200, []), at: LoadQueueTests.at(4))
    let ended = queue.ended(good, nil, at: LoadQueueTests.at(4))
    #expect(begin(&queue, ended, at: 4).urls == ["http://slow.example/"])
    let failed = queue.timePassed(to: LoadQueueTests.at(34))
    guard case .deliver([100], .failed(let error))? = failed.last else {
      Issue.record("no end: \(failed)")
      return
    }
    #expect(error.attempts == 1 && queue.isIdle)
  }

  @Test func `a visible picture displaces a preload, which restarts later`() throws {
    var options = LoadOptions()
    (options.transferLimit, options.hostLimit) = (3, 2)
    var queue = LoadQueue(options: options)
    _ = ask(&queue, "http://a.example/p1", 100, .preload)
    _ = ask(&queue, "http://a.example/p2", 101, .preload)
    _ = ask(&queue, "http://b.example/p3", 102, .preload)
    // One that will be drawn displaces none, a visible one that of its host which has least.
    #expect(ask(&queue, "http://c.example/d", 103, .display) == ([], 0))
    let first = try transfer(queue, "http://a.example/p1")
    let third = try transfer(queue, "http://b.example/p3")
    for one in [first, third] {
      _ = queue.responded(one, LoadQueueTests.response(200, [("ETag", "\"x\"")]), at: LoadQueueTests.at(1))
      _ = queue.received(one, [1, 2, 3], at: LoadQueueTests.at(1))
    }
    #expect(ask(&queue, "http://a.example/v", 104) == (["http://a.example/v"], 1))
    #expect(queue.loads["http://a.example/p2"]?.phase == .queued && queue.loads["http://a.example/p2"]?.attempts == 0)
    // A queued load that becomes visible does the same, and bytes that can be resumed stay.
    let risen = queue.prioritized(103, .visible)
    #expect(begin(&queue, risen, at: 1) == (["http://c.example/d"], 1))
    let displaced = try #require(queue.loads.first { $0.value.phase == .queued && !$0.value.partial.bytes.isEmpty })
    #expect(displaced.value.partial.bytes == [1, 2, 3])
    // Visible ones displace no visible ones.
    _ = ask(&queue, "http://d.example/v", 105)
    #expect(ask(&queue, "http://e.example/v", 106) == ([], 0))
  }

  @Test func `a transfer that drips ends at the least rate, and the next attempt resumes it`() throws {
    var queue = LoadQueue()
    _ = ask(&queue, "http://a.example/a", 100)
    let dripping = try transfer(queue, "http://a.example/a")
    _ = queue.responded(dripping, LoadQueueTests.response(200, [("ETag", "\"x\""), ("Content-Length", "1000")]), at: LoadQueueTests.at(0))
    for second in 1..<30 { _ = queue.received(dripping, [1], at: LoadQueueTests.at(Double(second))) }
    #expect(queue.timePassed(to: LoadQueueTests.at(29.9)).isEmpty && queue.nextDeadline == 30)
    let failure = DownloadFailure.tooSlow(leastRate: 256)
    #expect(queue.timePassed(to: LoadQueueTests.at(30)) == [.cancel(dripping), .deliver([100], .retrying(failure, delay: 4))])
    let again = try #require(started(queue.timePassed(to: LoadQueueTests.at(34))).first)
    #expect(again.1.headers.first == HTTPHeader("Range", "bytes=29-"))
    #expect("\(failure)" == "the server sends fewer than 256 bytes a second")
  }

  @Test func `a transfer at a sufficient rate ends after the limit of time`() throws {
    var options = LoadOptions()
    (options.transferTime, options.retryDelays) = (100, [])
    var queue = LoadQueue(options: options)
    _ = ask(&queue, "http://a.example/a", 100)
    let endless = try transfer(queue, "http://a.example/a")
    _ = queue.responded(endless, LoadQueueTests.response(200, []), at: LoadQueueTests.at(0))
    for second in 1..<100 { _ = queue.received(endless, [UInt8](repeating: 0, count: 300), at: LoadQueueTests.at(Double(second))) }
    #expect(queue.timePassed(to: LoadQueueTests.at(99)).isEmpty)
    guard case .deliver(_, .failed(let error))? = queue.timePassed(to: LoadQueueTests.at(100)).last else {
      Issue.record("no end")
      return
    }
    #expect(error.failure == .tookTooLong(seconds: 100))
  }

  @Test func `the long body of an error response is not read`() throws {
    var queue = LoadQueue()
    _ = ask(&queue, "http://a.example/a", 100)
    let failing = try transfer(queue, "http://a.example/a")
    _ = queue.responded(failing, LoadQueueTests.response(404, []), at: LoadQueueTests.at(0))
    #expect(queue.received(failing, [UInt8](repeating: 0, count: 60_000), at: LoadQueueTests.at(1)).isEmpty)
    let actions = queue.received(failing, [UInt8](repeating: 0, count: 60_000), at: LoadQueueTests.at(1))
    #expect(actions.first == .cancel(failing))
    guard case .deliver(_, .failed(let error))? = actions.last else {
      Issue.record("no end")
      return
    }
    #expect(error.failure == .status(404))
  }
}
