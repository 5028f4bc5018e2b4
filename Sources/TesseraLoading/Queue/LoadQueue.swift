/// State machine of a loader: looks up the cache, queues, starts, resumes and retries transfers, and answers clients.
///
/// A value: its methods take events and times and return actions. It accesses no clock, file or network. Each URL has one ``Load`` for any
/// number of clients.
struct LoadQueue {
  typealias Client = UInt64
  typealias Transfer = UInt64

  /// Actions of the loader, in order.
  enum Action: Equatable {
    /// Look up the cache and call ``LoadQueue/cacheAnswered(_:with:at:)``.
    case lookUp(url: String)
    case start(Transfer, DownloadRequest)
    case cancel(Transfer)
    case store(url: String, bytes: [UInt8], CacheMetadata)
    case confirm(url: String, CacheMetadata)
    case remove(url: String)
    case deliver([Client], LoadEvent)
    /// Deliver a body to clients that examine it; ``LoadQueue/judged(_:of:_:)`` receives the verdict.
    case offer([Client], LoadedData, trial: UInt64)
  }

  /// Time: steady seconds for timeouts, and seconds since 1970 for freshness.
  struct Moment: Equatable {
    var steady: Double
    var wall: Double
  }

  var options: LoadOptions
  var loads: [String: Load] = [:]
  var urls: [Client: String] = [:]
  var transfers: [Transfer: String] = [:]
  var partials = PartialStore()
  /// Bodies without a verdict and those that can still be rejected; the newest of each URL.
  var trials: [String: Trial] = [:]
  private var nextNumber: UInt64 = 1

  init(options: LoadOptions = LoadOptions()) { self.options = options }

  /// Whether there are no loads.
  var isIdle: Bool { loads.isEmpty }

  /// Returns the number of the next client or transfer.
  mutating func makeNumber() -> UInt64 {
    defer { nextNumber += 1 }
    return nextNumber
  }

  /// Adds a client for `url`.
  ///
  /// - Parameters:
  ///   - isReload: whether to ask the server even if the cache has a fresh entry.
  ///   - isExamined: whether the client examines the body, so that nothing is stored before its verdict.
  ///   - fallback: reason of a rejection. Only the cache is used, and its entry is delivered with this reason. nil means an ordinary load.
  mutating func requested(
    _ url: String, by client: Client, priority: LoadPriority, isReload: Bool = false, isExamined: Bool = false,
    fallback: DownloadFailure? = nil
  ) -> [Action] {
    urls[client] = url
    let isNew = loads[url] == nil
    var load = loads[url] ?? Load(order: makeNumber(), host: URLText.host(of: url), fallback: fallback)
    load.clients[client] = priority
    load.isReload = load.isReload || isReload
    if fallback == nil { load.fallback = nil }
    if isExamined { load.examiners.insert(client) }
    if case .waiting = load.phase, isReload { load.phase = .queued }
    loads[url] = load
    return isNew ? [.lookUp(url: url)] : startTransfers(of: url)
  }

  /// Changes the priority of a client.
  mutating func prioritized(_ client: Client, _ priority: LoadPriority) -> [Action] {
    guard let url = urls[client], let load = loads[url], load.clients[client] != priority else { return [] }
    loads[url]!.clients[client] = priority  // it is there: looked up above
    return startTransfers(of: url)
  }

  /// Removes a client.
  mutating func cancelled(_ client: Client) -> [Action] {
    guard let url = urls.removeValue(forKey: client), loads[url] != nil else { return [] }
    loads[url]!.clients[client] = nil  // it is there: tested above
    loads[url]!.readers[client] = nil
    loads[url]!.examiners.remove(client)
    guard loads[url]!.clients.isEmpty, let load = loads.removeValue(forKey: url) else { return [] }
    var actions: [Action] = []
    if case .transferring(let transfer) = load.phase {
      transfers[transfer] = nil
      actions.append(.cancel(transfer))
    }
    partials.keep(load.partial, for: url, limit: options.partialLimit)
    return actions + startTransfers()
  }

  /// Handles the result of a cache lookup.
  mutating func cacheAnswered(_ url: String, with cached: CachedData?, at now: Moment) -> [Action] {
    guard let load = loads[url], load.phase == .lookingUp else { return [] }
    if let reason = load.fallback {
      guard let cached, !cached.metadata.mustRevalidate else { return finish(url, .failed(LoadError(url: url, failure: reason))) }
      return succeed(url, LoadedData(url: url, bytes: cached.bytes, source: .disk, staleReason: reason), .kept)
    }
    if let cached, cached.metadata.isFresh(at: now.wall), !load.isReload {
      return succeed(url, LoadedData(url: url, bytes: cached.bytes, source: .disk, freshUntil: cached.metadata.freshUntil), .kept)
    }
    loads[url]!.cached = cached  // it is there: looked up above
    loads[url]!.partial = partials.remove(url)
    loads[url]!.phase = .queued
    return startTransfers(of: url)
  }

  /// Records the start of a transfer.
  mutating func began(_ transfer: Transfer, at now: Moment) {
    guard let url = transfers[transfer] else { return }
    loads[url]?.lastActivity = now.steady
    loads[url]?.began = now.steady
    loads[url]?.requestedAt = now.wall
  }

  /// Returns the request of a load: for the rest of its body, for confirmation of its cache entry, or for the whole body.
  func request(_ url: String, _ load: Load) -> (request: DownloadRequest, asks: Load.Question) {
    var request = DownloadRequest(
      url: url, headers: options.headers, byteLimit: options.byteLimit, headerLimit: options.headerLimit, priority: load.priority)
    if let validator = load.partial.validator, !load.partial.bytes.isEmpty {
      request.headers.append(HTTPHeader("Range", "bytes=\(load.partial.bytes.count)-"))
      request.headers.append(HTTPHeader("If-Range", validator))
      request.allowsCompression = false
      return (request, .rest)
    }
    guard let conditions = load.cached?.metadata.conditions, !conditions.isEmpty, !load.asksWhole else { return (request, .whole) }
    request.headers += conditions
    return (request, .confirmation)
  }

  /// Delivers a body to all clients of a load and removes the load. A body that clients examine waits for their verdict; any other is
  /// stored immediately.
  mutating func succeed(_ url: String, _ data: LoadedData, _ outcome: Trial.Outcome) -> [Action] {
    guard let load = loads[url] else { return [] }
    let examiners = load.examiners.sorted()
    guard !examiners.isEmpty else {
      if outcome != .kept { trials[url] = nil }
      return finish(url, .loaded(data)) + outcome.actions(url)
    }
    let plain = load.clients.keys.filter { !load.examiners.contains($0) }.sorted()
    _ = finish(url, .loaded(data))
    let trial = Trial(number: makeNumber(), outcome: outcome, isServed: !plain.isEmpty)
    trials[url] = trial
    return (plain.isEmpty ? [] : [.deliver(plain, .loaded(data))]) + [.offer(examiners, data, trial: trial.number)]
  }

  /// Sends the final event to all clients of a load and removes the load.
  mutating func finish(_ url: String, _ event: LoadEvent) -> [Action] {
    guard let load = loads.removeValue(forKey: url) else { return [] }
    if case .transferring(let transfer) = load.phase { transfers[transfer] = nil }
    let clients = load.clients.keys.sorted()
    for client in clients { urls[client] = nil }
    return [.deliver(clients, event)]
  }
}
