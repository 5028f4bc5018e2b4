extension LoadQueue {
  /// Fraction of a body between two progress events.
  static let progressStep = 0.02
  /// Bytes between two progress events if the length is unknown.
  static let progressBytes = 32 << 10
  /// Maximum bytes read of an error's body, so that its connection can be reused.
  static let errorBodyLimit = 64 << 10

  /// Handles the head of a response.
  mutating func responded(_ transfer: Transfer, _ response: DownloadResponse, at now: Moment) -> [Action] {
    guard let url = transfers[transfer], var load = loads.removeValue(forKey: url) else { return [] }
    load.response = response
    load.lastActivity = now.steady
    let answer = load.answer(of: response)
    switch answer {
    case .whole:
      load.partial = PartialBody(response)
      load.body = makeNumber()
    case .rest(let range):
      load.rangeEnd = range.end
      load.partial.expected = range.total
    case .unusable, .other: break
    }
    load.bodyBegan = (now.steady, load.partial.bytes.count)
    loads[url] = load
    if case .unusable(let reason) = answer { return beginAgain(url, transfer, reason, at: now) }
    if let expected = load.partial.expected, expected > options.byteLimit, (200..<300).contains(response.status) {
      return [.cancel(transfer)] + failed(url, transfer, .tooLarge(limit: options.byteLimit), at: now)
    }
    return []
  }

  /// Requests the whole body immediately, because the response cannot be combined with the received bytes. Counts as an attempt, so that a
  /// server cannot repeat it forever.
  private mutating func beginAgain(_ url: String, _ transfer: Transfer, _ reason: String, at now: Moment) -> [Action] {
    guard let load = loads[url] else { return [] }
    loads[url]!.partial = PartialBody()  // it is there: looked up above
    loads[url]!.asksWhole = true
    loads[url]!.toldBytes = 0
    if load.attempts > options.retryDelays.count + 1 { return [.cancel(transfer)] + failed(url, transfer, .cut(reason), at: now) }
    transfers[transfer] = nil
    loads[url]!.phase = .queued
    return [.cancel(transfer)] + startTransfers(at: now)
  }

  /// Handles a part of a body.
  mutating func received(_ transfer: Transfer, _ bytes: [UInt8], at now: Moment) -> [Action] {
    guard let url = transfers[transfer], let index = loads.index(forKey: url) else { return [] }
    loads.values[index].arrived(bytes.count, at: now.steady, leastRate: options.leastRate)
    // The body of an error is not used: do not wait for a long one.
    guard let status = loads.values[index].response?.status else { return [] }
    guard (200..<300).contains(status) else {
      guard loads.values[index].receivedBytes > Self.errorBodyLimit else { return [] }
      return [.cancel(transfer)] + failed(url, transfer, .status(status), at: now)
    }
    guard bytes.count <= options.byteLimit - loads.values[index].partial.bytes.count else {
      return [.cancel(transfer)] + failed(url, transfer, .tooLarge(limit: options.byteLimit), at: now)
    }
    if let end = loads.values[index].rangeEnd, bytes.count > end - loads.values[index].partial.bytes.count {
      return beginAgain(url, transfer, "the server sends more than the range that it announced", at: now)
    }
    loads.values[index].partial.bytes += bytes
    let load = loads.values[index]
    let (count, expected) = (load.partial.bytes.count, load.partial.expected)
    let step = expected.map { max(1, Int(Double($0) * Self.progressStep)) } ?? Self.progressBytes
    let parts = notifyReaders(url, at: now)
    guard count - load.toldBytes >= step || count < load.toldBytes || count == expected else { return parts }
    loads[url]?.toldBytes = count
    return parts + [.deliver(load.clients.keys.sorted(), .progress(LoadProgress(received: count, expected: expected)))]
  }

  /// Handles the end of a transfer.
  mutating func ended(_ transfer: Transfer, _ failure: DownloadFailure?, at now: Moment) -> [Action] {
    guard let url = transfers[transfer], let load = loads[url] else { return [] }
    if let failure { return failed(url, transfer, failure, at: now) }
    guard let response = load.response else { return failed(url, transfer, .cut("there was no response"), at: now) }
    switch response.status {
    case 304:
      guard let cached = load.cached, load.asks == .confirmation else { return failed(url, transfer, .status(304), at: now) }
      let metadata = cached.metadata.confirmed(by: response, requestedAt: load.requestedAt, receivedAt: now.wall)
      let data = LoadedData(url: url, bytes: cached.bytes, source: .disk, freshUntil: metadata.freshUntil)
      return succeed(url, data, .confirm(metadata)) + startTransfers(at: now)
    case 200..<300:
      let bytes = load.partial.bytes
      if let expected = load.partial.expected, expected != bytes.count {
        if let next = nextSlice(url, transfer, load, at: now) { return next }
        return failed(url, transfer, .cut("\(bytes.count) of \(expected) bytes were received"), at: now)
      }
      let metadata = CacheMetadata(response, requestedAt: load.requestedAt, receivedAt: now.wall)
      let data = LoadedData(url: url, bytes: bytes, source: .network, freshUntil: metadata?.freshUntil ?? 0)
      let outcome: Trial.Outcome = metadata.map { .store(bytes, $0) } ?? (load.cached != nil ? .discard : .kept)
      return succeed(url, data, outcome) + startTransfers(at: now)
    default: return failed(url, transfer, .status(response.status), at: now)
    }
  }

  /// Requests the next part if the server has sent the announced part completely, which is no failed attempt. Returns nil if it has not, or
  /// after too many parts.
  private mutating func nextSlice(_ url: String, _ transfer: Transfer, _ load: Load, at now: Moment) -> [Action]? {
    guard load.rangeEnd == load.partial.bytes.count, load.partial.bytes.count > load.bodyBegan.count, load.slices < options.sliceLimit
    else {
      return nil
    }
    transfers[transfer] = nil
    loads[url]!.phase = .queued  // it is there: looked up by the caller
    loads[url]!.slices += 1
    loads[url]!.attempts -= 1
    return startTransfers(at: now)
  }

  /// Handles a failed attempt: delivers an expired entry, schedules a retry, or reports the failure.
  mutating func failed(_ url: String, _ transfer: Transfer, _ failure: DownloadFailure, at now: Moment) -> [Action] {
    transfers[transfer] = nil
    guard var load = loads[url] else { return [] }
    if let cached = load.cached, failure.allowsStale, !cached.metadata.mustRevalidate {
      let stale = LoadedData(url: url, bytes: cached.bytes, source: .disk, staleReason: failure)
      return succeed(url, stale, .kept) + startTransfers(at: now)
    }
    // Without a validator the body cannot be resumed.
    if load.partial.validator == nil { load.partial = PartialBody() }
    load.toldBytes = 0
    let count = load.attempts
    guard failure.isTemporary, count <= options.retryDelays.count else {
      var actions = finish(url, .failed(LoadError(url: url, failure: failure, attempts: count)))
      // The resource no longer exists: remove its entry.
      if load.cached != nil, case .status(404) = failure { actions.append(.remove(url: url)) }
      if load.cached != nil, case .status(410) = failure { actions.append(.remove(url: url)) }
      return actions + startTransfers(at: now)
    }
    let asked = load.response?.retryDelay(now: now.wall).map { min($0, options.retryAfterLimit) }
    let delay = max(options.retryDelays[count - 1], asked ?? 0)
    load.lastFailure = failure
    load.phase = .waiting(until: now.steady + delay)
    loads[url] = load
    return [.deliver(load.clients.keys.sorted(), .retrying(failure, delay: delay))] + startTransfers(at: now)
  }
}
