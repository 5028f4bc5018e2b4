/// Decides what a loader does: looks into the cache, queues, starts, resumes and repeats transfers, and answers those who asked.
///
/// A value: its methods take facts and moments, and return what is to be done. It reads no clock, no file and no network. A URL has one ``Load``, however
/// many clients asked for it.
struct LoadQueue {
  typealias Client = UInt64
  typealias Transfer = UInt64

  /// What the loader has to do, in order.
  enum Action: Equatable {
    /// Look into the cache, and tell ``LoadQueue/cacheAnswered(_:with:at:)``.
    case lookUp(url: String)
    case start(Transfer, DownloadRequest)
    case cancel(Transfer)
    case store(url: String, bytes: [UInt8], CacheMetadata)
    case confirm(url: String, CacheMetadata)
    case remove(url: String)
    case deliver([Client], LoadEvent)
  }

  /// A moment: steady seconds for waits, and seconds since 1970 for freshness.
  struct Moment: Equatable {
    var steady: Double
    var wall: Double
  }

  var options: LoadOptions
  var loads: [String: Load] = [:]
  var urls: [Client: String] = [:]
  var transfers: [Transfer: String] = [:]
  var partials = PartialStore()
  private var nextNumber: UInt64 = 1

  init(options: LoadOptions = LoadOptions()) { self.options = options }

  /// Whether nothing is loaded and nothing waited for.
  var isIdle: Bool { loads.isEmpty }

  /// Number for the next client or transfer.
  mutating func makeNumber() -> UInt64 {
    defer { nextNumber += 1 }
    return nextNumber
  }

  /// Somebody wants `url`.
  ///
  /// - Parameter isReload: whether the server is asked although the cache has a fresh answer.
  mutating func requested(_ url: String, by client: Client, priority: LoadPriority, isReload: Bool = false) -> [Action] {
    urls[client] = url
    if let load = loads[url] {
      loads[url]!.clients[client] = priority  // it is there: looked up above
      loads[url]!.isReload = load.isReload || isReload
      if case .waiting = load.phase, isReload { loads[url]!.phase = .queued }
      return startTransfers()
    }
    var load = Load(order: makeNumber())
    load.body = load.order
    load.clients[client] = priority
    load.isReload = isReload
    loads[url] = load
    return [.lookUp(url: url)]
  }

  /// A client is nearer to the screen than before, or farther.
  mutating func prioritized(_ client: Client, _ priority: LoadPriority) {
    guard let url = urls[client] else { return }
    loads[url]?.clients[client] = priority
  }

  /// A client does not want its data any more.
  mutating func cancelled(_ client: Client) -> [Action] {
    guard let url = urls.removeValue(forKey: client), loads[url] != nil else { return [] }
    loads[url]!.clients[client] = nil  // it is there: tested above
    loads[url]!.readers[client] = nil
    guard loads[url]!.clients.isEmpty, let load = loads.removeValue(forKey: url) else { return [] }
    var actions: [Action] = []
    if case .transferring(let transfer) = load.phase {
      transfers[transfer] = nil
      actions.append(.cancel(transfer))
    }
    partials.keep(load.partial, for: url, limit: options.partialLimit)
    return actions + startTransfers()
  }

  /// The cache was looked into.
  mutating func cacheAnswered(_ url: String, with cached: CachedData?, at now: Moment) -> [Action] {
    guard let load = loads[url], load.phase == .lookingUp else { return [] }
    if let cached, cached.metadata.isFresh(at: now.wall), !load.isReload {
      return finish(url, .loaded(LoadedData(url: url, bytes: cached.bytes, source: .disk, freshUntil: cached.metadata.freshUntil)))
    }
    loads[url]!.cached = cached  // it is there: looked up above
    loads[url]!.partial = partials.take(url)
    loads[url]!.phase = .queued
    return startTransfers()
  }

  /// Time went by: what waited long enough begins, and what stands still is ended.
  mutating func timePassed(to now: Moment) -> [Action] {
    var actions: [Action] = []
    for (url, load) in loads.sorted(by: { $0.value.order < $1.value.order }) {
      switch load.phase {
      case .transferring(let transfer) where now.steady >= load.lastActivity + options.timeout:
        actions.append(.cancel(transfer))
        actions += failed(url, transfer, .timedOut(seconds: options.timeout), at: now)
      case .waiting(let until) where now.steady >= until:
        loads[url]?.phase = .queued
      default: break
      }
    }
    return actions + startTransfers(at: now)
  }

  /// When ``timePassed(to:)`` is to be called next, steady seconds; nil: not at all.
  var nextDeadline: Double? {
    loads.values.compactMap { load in
      switch load.phase {
      case .transferring: load.lastActivity + options.timeout
      case .waiting(let until): until
      case .lookingUp, .queued: nil
      }
    }.min()
  }

  /// Starts what is most urgent while there is room.
  mutating func startTransfers(at now: Moment? = nil) -> [Action] {
    var actions: [Action] = []
    while transfers.count < options.transferLimit {
      let queued = loads.lazy.filter { $0.value.phase == .queued }
      guard let url = queued.min(by: { Load.isBefore($0.value, $1.value) })?.key, let load = loads[url] else { break }
      let transfer = makeNumber()
      transfers[transfer] = url
      loads[url]!.phase = .transferring(transfer)  // it is there: found above
      // Set when the transfer begins (``began(_:at:)``); until then its time does not run.
      loads[url]!.lastActivity = now?.steady ?? .infinity
      loads[url]!.response = nil
      loads[url]!.attempts += 1
      actions.append(.start(transfer, request(url, load)))
    }
    return actions
  }

  /// The loader started a transfer.
  mutating func began(_ transfer: Transfer, at now: Moment) {
    guard let url = transfers[transfer] else { return }
    loads[url]?.lastActivity = now.steady
    loads[url]?.requestedAt = now.wall
  }

  private func request(_ url: String, _ load: Load) -> DownloadRequest {
    var request = DownloadRequest(
      url: url, headers: options.headers, byteLimit: options.byteLimit, headerLimit: options.headerLimit, priority: load.priority)
    if let validator = load.partial.validator, !load.partial.bytes.isEmpty {
      request.headers.append(HTTPHeader("Range", "bytes=\(load.partial.bytes.count)-"))
      request.headers.append(HTTPHeader("If-Range", validator))
      request.allowsCompression = false
    } else if let cached = load.cached {
      request.headers += cached.metadata.conditions
    }
    return request
  }

  /// Answers all clients of a load, and forgets it.
  mutating func finish(_ url: String, _ event: LoadEvent) -> [Action] {
    guard let load = loads.removeValue(forKey: url) else { return [] }
    if case .transferring(let transfer) = load.phase { transfers[transfer] = nil }
    let clients = load.clients.keys.sorted()
    for client in clients { urls[client] = nil }
    return [.deliver(clients, event)]
  }
}

/// What is known of one URL that somebody wants.
struct Load {
  /// Where it stands.
  enum Phase: Equatable {
    case lookingUp
    case queued
    case transferring(LoadQueue.Transfer)
    /// Until a steady moment, for another attempt.
    case waiting(until: Double)
  }

  /// Position among loads of the same priority.
  let order: UInt64
  var clients: [LoadQueue.Client: LoadPriority] = [:]
  var phase = Phase.lookingUp
  var isReload = false
  /// An expired entry of the cache.
  var cached: CachedData?
  /// What came of the body so far.
  var partial = PartialBody()
  /// Head of the response of the transfer under way.
  var response: DownloadResponse?
  var attempts = 0
  /// When something last came, steady seconds.
  var lastActivity = 0.0
  /// When the request was sent, seconds since 1970.
  var requestedAt = 0.0
  /// Bytes at the last progress that was told.
  var toldBytes = 0
  /// Clients that read the body as it comes.
  var readers: [LoadQueue.Client: Reader] = [:]
  /// Which body `partial` is the beginning of.
  var body: UInt64 = 0
  /// When the response of the transfer under way came, steady seconds, and what had come of the body by then.
  var bodyBegan = (time: 0.0, count: 0)

  init(order: UInt64) { self.order = order }

  /// That of the most urgent client.
  var priority: LoadPriority { clients.values.max() ?? .preload }

  /// Whether `a` is started first.
  static func isBefore(_ a: Load, _ b: Load) -> Bool {
    a.priority != b.priority ? a.priority > b.priority : a.order < b.order
  }
}
