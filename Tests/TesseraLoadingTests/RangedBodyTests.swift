import TesseraBase
import Testing

@testable import TesseraLoading

/// Server of one file, which answers in the call of the request.
private final class RangeServer: Downloader {
  struct Behavior: Sendable {
    var hasRanges = true
    var hasLength = true
    var headers = [HTTPHeader("ETag", "\"one\"")]
    /// Bytes of an answer after which the connection ends.
    var cut = 1 << 40
    var status: Int?
  }

  let behavior = Locked(Behavior())
  let file: Locked<[UInt8]>
  let requests = Locked<[String]>([])

  init(_ file: [UInt8]) { self.file = Locked(file) }

  private struct Done: DownloadTask { func cancel() {} }

  func start(_ request: DownloadRequest, receive: @escaping @Sendable (DownloadEvent) -> Void) -> any DownloadTask {
    let (behavior, file) = (behavior.withLock { $0 }, file.withLock { $0 })
    let text = request.headers.first { $0.name == "Range" }?.value ?? ""
    requests.withLock { $0.append(text) }
    if let status = behavior.status {
      receive(.response(DownloadResponse(status: status)))
      receive(.end(nil))
      return Done()
    }
    let numbers = text.dropFirst(6).split(separator: "-").compactMap { Int($0) }
    let (start, end) = behavior.hasRanges ? (numbers[0], min(numbers[1] + 1, file.count)) : (0, file.count)
    var headers = behavior.headers
    if behavior.hasLength { headers.append(HTTPHeader("Content-Length", "\(end - start)")) }
    if behavior.hasRanges { headers.append(HTTPHeader("Content-Range", "bytes \(start)-\(end - 1)/\(file.count)")) }
    receive(.response(DownloadResponse(status: behavior.hasRanges ? 206 : 200, headers: headers)))
    var position = start
    while position < min(end, start + behavior.cut) {
      let next = min(position + 10_007, end, start + behavior.cut)
      receive(.data(Array(file[position..<next])))
      position = next
    }
    receive(.end(position < end ? .cut("closed") : nil))
    return Done()
  }
}

@Suite("Reading a file on a server in any order")
struct RangedBodyTests {
  private static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) } }

  private func read(_ reader: RangedReader, _ offset: Int, _ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = try bytes.withUnsafeMutableBytes { try reader.read(at: offset, into: $0) }
    return Array(bytes[..<got])
  }

  private func reader(_ server: RangeServer) -> RangedReader {
    RangedReader("http://example.org/clip.mp4", loader: DataLoader(downloader: server, cache: .some(nil), isManual: true))
  }

  @Test func `a file is read in windows from where it is read`() throws {
    let file = Self.bytes(9 << 20)
    let server = RangeServer(file)
    let reader = reader(server)
    #expect(try reader.length() == file.count)
    // The index at the end, and the beginning again.
    #expect(try read(reader, file.count - 100, 200) == Array(file.suffix(100)))
    #expect(try read(reader, 0, 1000) == Array(file[..<1000]))
    #expect(server.requests.withLock { $0 } == ["bytes=0-2097151", "bytes=9371648-9437183"])
    for offset in stride(from: 0, to: file.count - 1000, by: 1000) {
      #expect(try read(reader, offset, 1000) == Array(file[offset..<offset + 1000]))
    }
    // Each window once; the last block of the file was still held.
    #expect(server.requests.withLock { $0.count } <= 7)
  }

  @Test(arguments: [(true, 1 << 40), (false, 1 << 40), (true, 70_000), (true, 1)])
  func `any order gives the bytes of the file`(hasRanges: Bool, cut: Int) throws {
    let file = Self.bytes(cut == 1 ? 40 : 3_000_001)
    let server = RangeServer(file)
    server.behavior.withLock { ($0.hasRanges, $0.cut) = (hasRanges, cut) }
    let reader = reader(server)
    var state: UInt64 = 5
    for _ in 0..<60 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let (offset, count) = (Int(state >> 33) % (file.count + 10), 1 + Int(state >> 20) % 90_000)
      #expect(try read(reader, offset, count) == Array(file[min(offset, file.count)..<min(offset + count, file.count)]))
    }
    if !hasRanges { #expect(server.requests.withLock { $0.count } == 1) }
  }

  @Test func `two versions of a file are not joined`() throws {
    for change in [[HTTPHeader("ETag", "\"two\"")], [], [HTTPHeader("Last-Modified", "Mon, 01 Jan 2024 00:00:00 GMT")]] {
      let server = RangeServer(Self.bytes(4 << 20))
      let reader = reader(server)
      #expect(try reader.length() == 4 << 20)
      server.behavior.withLock { $0.headers = change }
      let error = #expect(throws: LoadError.self) { try read(reader, 3 << 20, 10) }
      #expect(error?.description == "cannot load http://example.org/clip.mp4: the file changed on the server while it was read")
    }
    let server = RangeServer(Self.bytes(4 << 20))
    let reader = reader(server)
    _ = try reader.length()
    server.file.withLock { $0.append(1) }
    #expect(throws: LoadError.self) { try read(reader, 3 << 20, 10) }
  }

  @Test func `refusals and files without an end are errors`() throws {
    let gone = RangeServer(Self.bytes(10))
    gone.behavior.withLock { $0.status = 404 }
    #expect(throws: LoadError(url: "http://example.org/clip.mp4", failure: .status(404))) { try reader(gone).length() }
    let long = RangeServer([UInt8](repeating: 1, count: (64 << 20) + 1))
    long.behavior.withLock { ($0.hasRanges, $0.hasLength) = (false, false) }
    #expect(throws: LoadError(url: "http://example.org/clip.mp4", failure: .tooLarge(limit: 64 << 20))) { try reader(long).length() }
  }

  /// Decisions without a server: time, and which request is awaited.
  @Test func `a silent server is retried until the limit of attempts`() throws {
    var body = RangedBody()
    var (now, starts, failure) = (0.0, 0, DownloadFailure?.none)
    for _ in 0..<100 where failure == nil {
      var actions: [RangedBody.Action] = []
      switch body.readLength(at: now, &actions) {
      case .wait(let deadline): now = max(now, deadline)
      case .failed(let reason): failure = reason
      case .copied: Issue.record("nothing came")
      }
      starts += actions.filter { if case .start = $0 { true } else { false } }.count
    }
    #expect(failure == .timedOut(seconds: 30) && starts == 4 && now == 125)
  }

  @Test func `readers of a URL share bytes and one is cancelled alone`() throws {
    let server = RangeServer(Self.bytes(1000))
    let loader = DataLoader(downloader: server, cache: .some(nil), isManual: true)
    let readers = [RangedReader("http://a.b/c", loader: loader), RangedReader("http://a.b/c", loader: loader)]
    _ = try readers.map { try $0.length() }
    readers[0].cancel()
    #expect(throws: LoadError.self) { try read(readers[0], 0, 10) }
    #expect(try read(readers[1], 0, 10).count == 10)
    #expect(server.requests.withLock { $0.count } == 1)
  }
}
