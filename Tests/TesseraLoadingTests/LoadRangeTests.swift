import Testing

@testable import TesseraLoading

@Suite("Resuming a download")
struct LoadRangeTests {
  typealias Action = LoadQueue.Action
  private static let url = "http://example.org/a.png"
  private struct Failure: Error {}

  private func started(_ actions: [Action]) -> [(UInt64, DownloadRequest)] {
    actions.compactMap { if case .start(let number, let request) = $0 { (number, request) } else { nil } }
  }

  /// A queue that has 2 of 4 bytes of a version and has asked for the rest; nil: it has asked for everything.
  private func resumed(_ headers: [(String, String)], _ options: LoadOptions = LoadOptions()) throws -> (LoadQueue, UInt64)? {
    var queue = LoadQueue(options: options)
    _ = queue.requested(Self.url, by: 100, priority: .visible)
    let (first, _) = try #require(started(queue.cacheAnswered(Self.url, with: nil, at: LoadQueueTests.at(0))).first)
    _ = queue.responded(first, LoadQueueTests.response(200, headers), at: LoadQueueTests.at(0))
    _ = queue.received(first, [1, 2], at: LoadQueueTests.at(0))
    _ = queue.ended(first, .cut(""), at: LoadQueueTests.at(0))
    let (second, request) = try #require(started(queue.timePassed(to: LoadQueueTests.at(4))).first)
    return request.headers.first?.name == "Range" ? (queue, second) : nil
  }

  /// A load whose first transfer has begun.
  private func begun() throws -> (LoadQueue, UInt64)? {
    var queue = LoadQueue()
    _ = queue.requested(Self.url, by: 100, priority: .visible)
    let transfer = try #require(started(queue.cacheAnswered(Self.url, with: nil, at: LoadQueueTests.at(0))).first).0
    return (queue, transfer)
  }

  private static let tag = ("ETag", "\"one\"")
  private static let dates = [("Date", "Tue, 02 Jan 2024 00:00:00 GMT"), ("Last-Modified", "Mon, 01 Jan 2024 00:00:00 GMT")]
  private static let whole = [("Content-Length", "4")]
  private static let rest = [("Content-Range", "bytes 2-3/4"), ("Content-Length", "2")]

  @Test func `only a strong validator resumes`() throws {
    #expect(try resumed(Self.whole + [Self.tag]) != nil)
    #expect(try resumed(Self.whole + Self.dates) != nil)
    // A time of change without a later time of the response is no strong validator, and a weak or malformed tag is none.
    #expect(try resumed(Self.whole + [Self.dates[1]]) == nil)
    #expect(try resumed(Self.whole + [("Date", Self.dates[1].1), Self.dates[1]]) == nil)
    for tag in ["W/\"one\"", "w/\"one\"", "one", "\"one", "\"", "\"a\", \"b\"", ""] {
      #expect(try resumed(Self.whole + [("ETag", tag)] + Self.dates) == nil, "\(tag)")
    }
    #expect(try resumed(Self.whole + [Self.tag, ("Accept-Ranges", "none")]) == nil)
    #expect(try resumed([Self.tag, ("Content-Encoding", "gzip")]) == nil)
  }

  @Test func `the rest of the same version is joined`() throws {
    for (first, second) in [
      (Self.whole + [Self.tag], Self.rest + [Self.tag]), (Self.whole + Self.dates, Self.rest + Self.dates),
      ([Self.tag], Self.rest + [Self.tag]), (Self.whole + [Self.tag], [("Content-Range", "Bytes 2-3/4"), Self.tag]),
      (Self.whole + [Self.tag] + Self.dates, Self.rest + [Self.tag]),
    ] {
      guard case (var queue, let transfer)? = try resumed(first) else { throw Failure() }
      #expect(queue.responded(transfer, LoadQueueTests.response(206, second), at: LoadQueueTests.at(5)).isEmpty)
      _ = queue.received(transfer, [3, 4], at: LoadQueueTests.at(5))
      let actions = queue.ended(transfer, nil, at: LoadQueueTests.at(5))
      guard case .deliver(_, .loaded(let data))? = actions.first else { throw Failure() }
      #expect(data.bytes == [1, 2, 3, 4])
    }
  }

  /// Headers of a 206 that must not be joined to the beginning of `"one"`, 4 bytes long.
  static let others: [(String, [(String, String)])] = [
    ("another tag", [("Content-Range", "bytes 2-3/4"), ("ETag", "\"two\"")]),
    ("the tag is weak now", [("Content-Range", "bytes 2-3/4"), ("ETag", "W/\"one\"")]),
    ("no validator", [("Content-Range", "bytes 2-3/4")]),
    ("another time alone", [("Content-Range", "bytes 2-3/4")] + dates),
    ("another length", [("Content-Range", "bytes 2-5/6"), tag]),
    ("a shorter one", [("Content-Range", "bytes 2-2/3"), tag]),
    ("an unknown length", [("Content-Range", "bytes 2-3/*"), tag]),
    ("another start", [("Content-Range", "bytes 1-3/4"), tag]),
    ("an end beyond the length", [("Content-Range", "bytes 2-4/4"), tag]),
    ("an end before the start", [("Content-Range", "bytes 2-1/4"), tag]),
    ("another unit", [("Content-Range", "items 2-3/4"), tag]),
    ("no range", [tag]),
    ("several parts", [("Content-Type", "multipart/byteranges; boundary=x"), tag]),
    ("two ranges", [("Content-Range", "bytes 2-3/4"), ("Content-Range", "bytes 0-1/4"), tag]),
    ("signs", [("Content-Range", "bytes +2-3/4"), tag]),
    ("numbers beyond all limits", [("Content-Range", "bytes 2-99999999999999999999/99999999999999999999"), tag]),
    ("an encoding", [("Content-Range", "bytes 2-3/4"), ("Content-Encoding", "gzip"), tag]),
    ("another count", [("Content-Range", "bytes 2-3/4"), ("Content-Length", "3"), tag]),
  ]

  @Test(arguments: others.indices) func `a range of another version, or one that cannot be verified, begins the download again`(at: Int)
    throws
  {
    let (name, headers) = Self.others[at]
    guard case (var queue, let transfer)? = try resumed(Self.whole + [Self.tag]) else { throw Failure() }
    _ = queue.reads(100, true)
    let actions = queue.responded(transfer, LoadQueueTests.response(206, headers), at: LoadQueueTests.at(5))
    #expect(actions.first == .cancel(transfer), "\(name)")
    let (again, request) = try #require(started(actions).first)
    #expect(request.headers.isEmpty && request.allowsCompression, "\(name)")
    // Bytes that still come of it are dropped.
    #expect(queue.received(transfer, [8, 9], at: LoadQueueTests.at(5)).isEmpty && queue.loads[Self.url]?.partial.bytes.isEmpty == true)
    _ = queue.responded(again, LoadQueueTests.response(200, [("Content-Length", "2")]), at: LoadQueueTests.at(5))
    _ = queue.received(again, [8, 9], at: LoadQueueTests.at(5))
    guard case .deliver(_, .loaded(let data))? = queue.ended(again, nil, at: LoadQueueTests.at(5)).first else { throw Failure() }
    #expect(data.bytes == [8, 9], "\(name)")
  }

  @Test func `a range of the whole body is a whole body, and a part of it is cut`() throws {
    typealias Queue = LoadQueueTests
    let range = ("Content-Range", "bytes 0-1/2")
    // As answer to a request without a range, and instead of the rest of another version.
    for isResumed in [false, true] {
      guard case (var queue, let transfer)? = isResumed ? try resumed(Self.whole + [Self.tag]) : try begun() else { throw Failure() }
      #expect(queue.responded(transfer, Queue.response(206, [range, ("ETag", "\"two\"")]), at: Queue.at(5)).isEmpty)
      var cut = queue
      _ = cut.received(transfer, [8], at: Queue.at(5))
      guard case .deliver(_, .retrying(.cut, delay: _))? = cut.ended(transfer, nil, at: Queue.at(5)).first else { throw Failure() }
      _ = queue.received(transfer, [8, 9], at: Queue.at(5))
      guard case .deliver(_, .loaded(let data))? = queue.ended(transfer, nil, at: Queue.at(5)).first else { throw Failure() }
      #expect(data.bytes == [8, 9])
    }
    for headers in [
      [], [("Content-Range", "bytes 0-1/*")], [("Content-Range", "bytes 0-1/3")], [("Content-Range", "bytes 1-1/2")],
      [range, ("Content-Encoding", "gzip")], [range, ("Content-Length", "3")],
    ] {
      guard case (var queue, let transfer)? = try begun() else { throw Failure() }
      #expect(queue.responded(transfer, Queue.response(206, headers), at: Queue.at(0)).first == .cancel(transfer))
    }
  }

  @Test func `a resume needs the same Last-Modified, too`() throws {
    for headers in [
      [("Content-Range", "bytes 2-3/4")], Self.rest + [Self.dates[0], ("Last-Modified", Self.dates[0].1)],
      Self.rest + Self.dates + [Self.tag],
    ] {
      guard case (var queue, let transfer)? = try resumed(Self.whole + Self.dates) else { throw Failure() }
      let actions = queue.responded(transfer, LoadQueueTests.response(206, headers), at: LoadQueueTests.at(5))
      #expect(actions.first == .cancel(transfer) && started(actions).count == 1)
    }
  }

  @Test func `a range with more bytes than it announces begins the download again`() throws {
    guard case (var queue, let transfer)? = try resumed(Self.whole + [Self.tag]) else { throw Failure() }
    _ = queue.responded(transfer, LoadQueueTests.response(206, [("Content-Range", "bytes 2-3/4"), Self.tag]), at: LoadQueueTests.at(5))
    _ = queue.received(transfer, [3], at: LoadQueueTests.at(5))
    let actions = queue.received(transfer, [4, 5], at: LoadQueueTests.at(5))
    #expect(actions.first == .cancel(transfer) && started(actions).first?.1.headers.isEmpty == true)
  }

  @Test func `a refused range begins the download again, and the same answer for ever fails`() throws {
    guard case (var queue, var transfer)? = try resumed(Self.whole + [Self.tag]) else { throw Failure() }
    let actions = queue.responded(transfer, LoadQueueTests.response(416, []), at: LoadQueueTests.at(5))
    #expect(actions.first == .cancel(transfer))
    transfer = try #require(started(actions).first).0
    // 416 to a request without a range is an error.
    _ = queue.responded(transfer, LoadQueueTests.response(416, []), at: LoadQueueTests.at(5))
    guard case .deliver(_, .failed(let error))? = queue.ended(transfer, nil, at: LoadQueueTests.at(5)).first else { throw Failure() }
    #expect(error.failure == .status(416))
  }

  @Test func `partial bodies do not count as failed attempts, up to a limit`() throws {
    var options = LoadOptions()
    (options.sliceLimit, options.retryDelays) = (50, [4])
    for count in [40, 60] {
      guard case (var queue, var transfer)? = try resumed([("Content-Length", "\(2 + count)"), Self.tag], options) else { throw Failure() }
      var end: LoadEvent?
      for at in 2..<(2 + count) {
        let range = ("Content-Range", "bytes \(at)-\(at)/\(2 + count)")
        _ = queue.responded(transfer, LoadQueueTests.response(206, [range, Self.tag]), at: LoadQueueTests.at(5))
        _ = queue.received(transfer, [7], at: LoadQueueTests.at(5))
        let actions = queue.ended(transfer, nil, at: LoadQueueTests.at(5))
        for case .deliver(_, let event) in actions where event.isEnd { end = event }
        guard let next = started(actions).first else { break }
        #expect(next.1.headers.first == HTTPHeader("Range", "bytes=\(at + 1)-"))
        transfer = next.0
      }
      switch end {
      case .loaded(let data)?: #expect(count == 40 && data.bytes.count == 42)
      case .failed(let error)?: #expect(count == 60 && error.failure == .cut("53 of 62 bytes were received"))
      default: Issue.record("no end")
      }
    }
  }

  @Test func `304 confirms only the version that was asked about`() throws {
    let kept = CachedData(bytes: [5], metadata: CacheMetadata(etag: "\"one\"", validatedAt: 999_000, freshUntil: 1))
    for (tag, isConfirmed) in [("\"one\"", true), ("W/\"one\"", true), ("\"two\"", false)] {
      var queue = LoadQueue()
      _ = queue.requested(Self.url, by: 100, priority: .visible)
      let (transfer, _) = try #require(started(queue.cacheAnswered(Self.url, with: kept, at: LoadQueueTests.at(0))).first)
      let actions = queue.responded(transfer, LoadQueueTests.response(304, [("ETag", tag)]), at: LoadQueueTests.at(1))
      #expect(actions.isEmpty == isConfirmed)
      #expect(isConfirmed || started(actions).first?.1.headers.isEmpty == true)
    }
    // One to a request without conditions confirms nothing.
    var queue = LoadQueue()
    _ = queue.requested(Self.url, by: 100, priority: .visible)
    let (transfer, _) = try #require(started(queue.cacheAnswered(Self.url, with: nil, at: LoadQueueTests.at(0))).first)
    _ = queue.responded(transfer, LoadQueueTests.response(304, []), at: LoadQueueTests.at(1))
    guard case .deliver(_, .failed(let error))? = queue.ended(transfer, nil, at: LoadQueueTests.at(1)).first else { throw Failure() }
    #expect(error.failure == .status(304))
  }
}

extension LoadEvent {
  var isEnd: Bool {
    switch self {
    case .loaded, .failed: true
    case .progress, .received, .retrying: false
    }
  }
}
