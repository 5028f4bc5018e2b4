/// Parts of a file on a web server, which is read in any order by range requests: which bytes are held, which request runs, and which is next. A
/// value; times in seconds of a steady clock.
///
/// Parts are requested in windows from the position of the newest read on. A server that ignores ranges sends the whole file, which is then kept.
/// Sources: RFC 9110, 13.1.5, 14 and 15.3.7.
struct RangedBody {
  struct Limits: Hashable {
    /// Bytes of a request.
    var window = 2 << 20
    /// Bytes that are kept.
    var kept = 6 << 20
    /// Bytes of a file from a server that ignores ranges.
    var whole = 64 << 20
    /// Maximum distance in bytes at which a running request is awaited. Farther ahead, another request starts.
    var patience = 512 << 10
    /// Seconds without data after which an attempt ends.
    var timeout = 30.0
    /// Seconds before each retry; their count is the number of retries without progress.
    var retryDelays = [0.0, 1.0, 4.0]
  }

  /// Effects for the owner, in order.
  enum Action: Hashable {
    case start(request: Int, range: Range<Int>)
    case cancel(request: Int)
  }

  /// Result of a read.
  enum Reading {
    /// Number of copied bytes; 0 at the end.
    case copied(Int)
    /// Read again after an event, or at the deadline.
    case wait(until: Double)
    case failed(DownloadFailure)
  }

  private struct Request {
    var number: Int
    /// Offset of the next byte, and of the end.
    var position: Int
    var end: Int
    /// Offset at which the response ends; nil before the response.
    var responseEnd: Int?
    var lastEvent: Double
  }

  private struct Block {
    var bytes: [UInt8]
    var use: Int
  }

  static let blockSize = 64 << 10

  private let limits: Limits
  /// Length of the file; nil before the first response, and before the end of a body without a length.
  private(set) var total: Int?
  private(set) var failure: DownloadFailure?
  /// Whether the server sends the whole file.
  private(set) var isWhole = false
  /// First response, whose validators the others must repeat.
  private var first: DownloadResponse?
  private var blocks: [Int: Block] = [:]
  private var request: Request?
  private var requests = 0
  private var uses = 0
  /// Failed attempts since the last byte, and the time of the next one.
  private var attempts = 0
  private var retryTime = 0.0

  init(_ limits: Limits = Limits()) { self.limits = limits }

  /// Value of `If-Range` for a request; nil for the first one, and without a strong validator.
  var validator: String? { first?.rangeValidator }

  // MARK: reading

  /// Requests the length.
  mutating func readLength(at now: Double, _ actions: inout [Action]) -> Reading {
    if let failure { return .failed(failure) }
    if let total { return .copied(total) }
    return awaitByte(0, at: now, &actions)
  }

  /// Copies bytes at `offset`, as many as are held in sequence.
  mutating func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer, at now: Double, _ actions: inout [Action]) -> Reading {
    guard offset >= 0, buffer.count > 0 else { return .copied(0) }
    if let total, offset >= total { return .copied(0) }
    let copied = copy(offset, into: buffer)
    guard copied > 0 else {
      if let failure { return .failed(failure) }
      return awaitByte(offset, at: now, &actions)
    }
    fetchAhead(of: offset + copied, at: now, &actions)
    return .copied(copied)
  }

  private mutating func copy(_ offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var copied = 0
    while copied < buffer.count {
      let (number, start) = (offset + copied).quotientAndRemainder(dividingBy: Self.blockSize)
      guard let held = blocks[number]?.bytes.count, start < held else { break }
      let count = min(held - start, buffer.count - copied)
      let target = UnsafeMutableRawBufferPointer(rebasing: buffer[copied..<copied + count])
      blocks[number]?.bytes.withUnsafeBytes { target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count])) }
      uses += 1
      blocks[number]?.use = uses
      copied += count
    }
    return copied
  }

  /// Waits for a missing byte. Starts a request for it unless the running one soon has it.
  private mutating func awaitByte(_ offset: Int, at now: Double, _ actions: inout [Action]) -> Reading {
    if let running = request, now - running.lastEvent >= limits.timeout {
      actions.append(.cancel(request: running.number))
      fail(.timedOut(seconds: limits.timeout), at: now)
      if let failure { return .failed(failure) }
    }
    if let running = request {
      let comes = offset >= running.position && offset < running.end
      if comes, isWhole || first == nil || offset - running.position <= limits.patience {
        return .wait(until: running.lastEvent + limits.timeout)
      }
      actions.append(.cancel(request: running.number))
      request = nil
    }
    guard now >= retryTime else { return .wait(until: retryTime) }
    begin(at: end(from: offset), at: now, &actions)
    return .wait(until: now + limits.timeout)
  }

  /// Starts the next request if fewer than half a window of bytes is held ahead.
  private mutating func fetchAhead(of offset: Int, at now: Double, _ actions: inout [Action]) {
    guard request == nil, failure == nil, !isWhole, now >= retryTime, let total else { return }
    let end = end(from: offset)
    if end < total, end - offset < limits.window / 2 { begin(at: end, at: now, &actions) }
  }

  /// Returns the offset of the first byte from `offset` on that is not held.
  private func end(from offset: Int) -> Int {
    var number = offset / Self.blockSize
    while let block = blocks[number], block.bytes.count == Self.blockSize { number += 1 }
    return number * Self.blockSize + (blocks[number]?.bytes.count ?? 0)
  }

  private mutating func begin(at start: Int, at now: Double, _ actions: inout [Action]) {
    // A whole body cannot be continued.
    let start = isWhole || first == nil ? 0 : start
    if isWhole || first == nil { blocks = [:] }
    let end = max(start + 1, min(start + limits.window, total ?? .max))
    requests += 1
    request = Request(number: requests, position: start, end: end, lastEvent: now)
    actions.append(.start(request: requests, range: start..<end))
  }

  // MARK: events of requests

  /// Takes the head of a response.
  mutating func responded(_ number: Int, _ response: DownloadResponse, at now: Double, _ actions: inout [Action]) {
    guard var running = request, running.number == number else { return }
    running.lastEvent = now
    request = running
    switch response.status {
    case 206: receivePart(response, at: now, &actions)
    case 200: receiveWhole(response, &actions)
    default: stop(.status(response.status), at: now, &actions)
    }
  }

  private mutating func receivePart(_ response: DownloadResponse, at now: Double, _ actions: inout [Action]) {
    guard let running = request else { return }
    guard !response.isEncoded, let range = ContentRange(response["content-range"]), range.start == running.position else {
      return stop(.rejected("the server answered with another range than the requested one"), at: now, &actions)
    }
    guard let length = range.total else {
      return stop(.rejected("the server does not tell the length of the file"), at: now, &actions)
    }
    guard total.map({ $0 == length }) ?? true, first.map({ isSame(response, as: $0) }) ?? true else {
      return stop(Self.change, at: now, &actions)
    }
    total = length
    if first == nil { first = response }
    request?.end = min(range.end, length)
    request?.responseEnd = range.end
  }

  private mutating func receiveWhole(_ response: DownloadResponse, _ actions: inout [Action]) {
    guard let running = request else { return }
    guard first.map({ isWhole && isSame(response, as: $0) }) ?? true, running.position == 0 else {
      return stop(Self.change, at: 0, &actions)
    }
    if let length = response.contentLength {
      guard length <= limits.whole else { return stop(.tooLarge(limit: limits.whole), at: 0, &actions) }
      total = length
    }
    (first, isWhole) = (response, true)
    request?.end = .max
    request?.responseEnd = response.contentLength
  }

  private static let change = DownloadFailure.rejected("the file changed on the server while it was read")

  private func isSame(_ response: DownloadResponse, as other: DownloadResponse) -> Bool {
    response["etag"] == other["etag"] && response["last-modified"] == other["last-modified"]
  }

  /// Takes the next part of a body.
  mutating func received(_ number: Int, _ bytes: [UInt8], at now: Double, _ actions: inout [Action]) {
    guard let running = request, running.number == number, !bytes.isEmpty else { return }
    guard !isWhole || running.position + bytes.count <= limits.whole else { return stop(.tooLarge(limit: limits.whole), at: now, &actions) }
    request?.lastEvent = now
    attempts = 0
    var position = running.position
    var rest = bytes[...]
    while !rest.isEmpty {
      let (block, start) = position.quotientAndRemainder(dividingBy: Self.blockSize)
      let part = rest.prefix(Self.blockSize - start)
      uses += 1
      // The beginning of an evicted block is missing.
      if start == 0 { blocks[block] = Block(bytes: [], use: uses) }
      if blocks[block]?.bytes.count == start {
        blocks[block]?.bytes += part
        blocks[block]?.use = uses
      }
      position += part.count
      rest = rest.dropFirst(part.count)
    }
    request?.position = position
    while !isWhole, blocks.count > max(2, limits.kept / Self.blockSize), let oldest = blocks.min(by: { $0.value.use < $1.value.use })?.key {
      blocks[oldest] = nil
    }
  }

  /// Takes the end of a request.
  mutating func ended(_ number: Int, _ failure: DownloadFailure?, at now: Double) {
    guard let running = request, running.number == number else { return }
    if let failure { return fail(failure, at: now) }
    if let end = running.responseEnd, running.position < end { return fail(.cut("the body is incomplete"), at: now) }
    if isWhole { total = running.position }
    request = nil
  }

  private mutating func stop(_ failure: DownloadFailure, at now: Double, _ actions: inout [Action]) {
    if let request { actions.append(.cancel(request: request.number)) }
    fail(failure, at: now)
  }

  private mutating func fail(_ failure: DownloadFailure, at now: Double) {
    request = nil
    guard failure.isTemporary, attempts < limits.retryDelays.count else { return self.failure = failure }
    retryTime = now + limits.retryDelays[attempts]
    attempts += 1
  }
}
