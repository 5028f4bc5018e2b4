extension LoadQueue {
  /// Share of a body between two reports of progress.
  static let progressStep = 0.02
  /// Bytes between two reports where the length is not known.
  static let progressBytes = 32 << 10

  /// The head of a response came.
  mutating func responded(_ transfer: Transfer, _ response: DownloadResponse, at now: Moment) -> [Action] {
    guard let url = transfers[transfer], var load = loads.removeValue(forKey: url) else { return [] }
    load.response = response
    load.lastActivity = now.steady
    var actions: [Action] = []
    var isRefused = false
    switch response.status {
    case 206:
      // Another part than the one asked for cannot be joined to what is there.
      isRefused = response.contentRange.map { $0.start != load.partial.bytes.count } ?? true
      load.partial.expected = response.contentRange?.total ?? load.partial.expected
    case 416: isRefused = true
    case 200..<300:
      load.partial = PartialBody(validator: response.rangeValidator, expected: response.contentLength)
      load.body = makeNumber()
    default: break
    }
    if isRefused {
      transfers[transfer] = nil
      load.partial = PartialBody()
      load.phase = .queued
      actions.append(.cancel(transfer))
      // Once more from the start, at once; it counts as an attempt, so that no server has it go on for ever.
      if load.attempts > options.retryDelays.count + 1 {
        loads[url] = load
        return actions
          + finish(
            url, .failed(LoadError(url: url, failure: .cut("the server sends other ranges than asked for"), attempts: load.attempts)))
      }
    }
    load.bodyBegan = (now.steady, load.partial.bytes.count)
    loads[url] = load
    if let expected = load.partial.expected, expected > options.byteLimit, !isRefused, (200..<300).contains(response.status) {
      actions.append(.cancel(transfer))
      return actions + failed(url, transfer, .tooLarge(limit: options.byteLimit), at: now)
    }
    return isRefused ? actions + startTransfers() : actions
  }

  /// A part of a body came.
  mutating func received(_ transfer: Transfer, _ bytes: [UInt8], at now: Moment) -> [Action] {
    guard let url = transfers[transfer], let index = loads.index(forKey: url) else { return [] }
    loads.values[index].lastActivity = now.steady
    // The body of an error says nothing that is shown.
    guard let status = loads.values[index].response?.status, (200..<300).contains(status) else { return [] }
    guard bytes.count <= options.byteLimit - loads.values[index].partial.bytes.count else {
      return [.cancel(transfer)] + failed(url, transfer, .tooLarge(limit: options.byteLimit), at: now)
    }
    loads.values[index].partial.bytes += bytes
    let load = loads.values[index]
    let (count, expected) = (load.partial.bytes.count, load.partial.expected)
    let step = expected.map { max(1, Int(Double($0) * Self.progressStep)) } ?? Self.progressBytes
    let parts = tellReaders(url, at: now)
    guard count - load.toldBytes >= step || count < load.toldBytes || count == expected else { return parts }
    loads[url]?.toldBytes = count
    return parts + [.deliver(load.clients.keys.sorted(), .progress(LoadProgress(received: count, expected: expected)))]
  }

  /// A transfer ended.
  mutating func ended(_ transfer: Transfer, _ failure: DownloadFailure?, at now: Moment) -> [Action] {
    guard let url = transfers[transfer], let load = loads[url] else { return [] }
    if let failure { return failed(url, transfer, failure, at: now) }
    guard let response = load.response else { return failed(url, transfer, .cut("there was no response"), at: now) }
    switch response.status {
    case 304:
      guard let cached = load.cached else { return failed(url, transfer, .status(304), at: now) }
      let metadata = cached.metadata.confirmed(by: response, requestedAt: load.requestedAt, receivedAt: now.wall)
      let told = finish(url, .loaded(LoadedData(url: url, bytes: cached.bytes, source: .disk, freshUntil: metadata.freshUntil)))
      return told + [.confirm(url: url, metadata)] + startTransfers(at: now)
    case 200..<300:
      let bytes = load.partial.bytes
      if let expected = load.partial.expected, expected != bytes.count {
        return failed(url, transfer, .cut("\(bytes.count) of \(expected) bytes came"), at: now)
      }
      let metadata = CacheMetadata(response, requestedAt: load.requestedAt, receivedAt: now.wall)
      var actions = finish(url, .loaded(LoadedData(url: url, bytes: bytes, source: .network, freshUntil: metadata?.freshUntil ?? 0)))
      if let metadata {
        actions.append(.store(url: url, bytes: bytes, metadata))
      } else if load.cached != nil {
        actions.append(.remove(url: url))
      }
      return actions + startTransfers(at: now)
    default: return failed(url, transfer, .status(response.status), at: now)
    }
  }

  /// An attempt failed: an expired entry is given out, or there is another attempt, or the clients are told.
  mutating func failed(_ url: String, _ transfer: Transfer, _ failure: DownloadFailure, at now: Moment) -> [Action] {
    transfers[transfer] = nil
    guard var load = loads[url] else { return [] }
    if let cached = load.cached, failure.allowsStale, !cached.metadata.mustRevalidate {
      let stale = LoadedData(url: url, bytes: cached.bytes, source: .disk, staleReason: failure)
      return finish(url, .loaded(stale)) + startTransfers(at: now)
    }
    // What cannot be resumed begins anew.
    if load.partial.validator == nil { load.partial = PartialBody() }
    load.toldBytes = 0
    let count = load.attempts
    guard failure.isTemporary, count <= options.retryDelays.count else {
      var actions = finish(url, .failed(LoadError(url: url, failure: failure, attempts: count)))
      // The server says that there is nothing any more.
      if load.cached != nil, case .status(404) = failure { actions.append(.remove(url: url)) }
      if load.cached != nil, case .status(410) = failure { actions.append(.remove(url: url)) }
      return actions + startTransfers(at: now)
    }
    let asked = load.response?.retryDelay(now: now.wall).map { min($0, options.retryAfterLimit) }
    let delay = max(options.retryDelays[count - 1], asked ?? 0)
    load.phase = .waiting(until: now.steady + delay)
    loads[url] = load
    return [.deliver(load.clients.keys.sorted(), .retrying(failure, delay: delay))] + startTransfers(at: now)
  }
}
