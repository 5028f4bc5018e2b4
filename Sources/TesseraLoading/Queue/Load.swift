/// State of one URL that clients are waiting for.
struct Load {
  /// State of a load.
  enum Phase: Equatable {
    case lookingUp
    case queued
    case transferring(LoadQueue.Transfer)
    /// Waiting for another attempt, until a time in steady seconds.
    case waiting(until: Double)
  }

  /// Content of a request.
  enum Question {
    case whole
    /// The rest of the partial body.
    case rest
    /// Whether the entry of the cache is still valid.
    case confirmation
  }

  /// Meaning of a response for the bytes already received.
  enum Answer {
    /// The body from its beginning.
    case whole
    /// The continuation of the partial body.
    case rest(ContentRange)
    /// Response that cannot be combined with the received bytes or the cache entry; the reason is for messages.
    case unusable(String)
    /// Status whose body is not read.
    case other
  }

  /// Position among loads of the same priority.
  let order: UInt64
  /// Host and port.
  let host: String
  var clients: [LoadQueue.Client: LoadPriority] = [:]
  /// Clients that examine the body.
  var examiners: Set<LoadQueue.Client> = []
  var phase = Phase.lookingUp
  var isReload = false
  /// Reason for using the cache only; nil if the server is used as well.
  var fallback: DownloadFailure?
  /// Expired cache entry.
  var cached: CachedData?
  /// Bytes of the body received so far.
  var partial = PartialBody()
  /// Head of the response of the current transfer.
  var response: DownloadResponse?
  /// Content of the request of the current transfer.
  var asks = Question.whole
  /// Whether later requests fetch the whole body unconditionally.
  var asksWhole = false
  /// End of the current transfer's part within the body; nil if it is the end of the body.
  var rangeEnd: Int?
  /// Number of parts that were complete without completing the body.
  var slices = 0
  var attempts = 0
  /// Failure of the last attempt; nil before one failed.
  var lastFailure: DownloadFailure?
  /// Start and last activity of the current transfer, steady seconds.
  var began = Double.infinity
  var lastActivity = 0.0
  /// Body bytes received since `began`.
  var receivedBytes = 0
  /// Whether the current transfer is slow and does not count against the limits.
  var isSlow = false
  /// Whether the last transfer became slow. Such loads start after the others and displace no transfer.
  var wasSlow = false
  /// Time of the request, seconds since 1970.
  var requestedAt = 0.0
  /// Byte count of the last progress event.
  var toldBytes = 0
  /// Clients that read the body while it arrives.
  var readers: [LoadQueue.Client: Reader] = [:]
  /// Number of the body that `partial` belongs to.
  var body: UInt64
  /// Time of the current transfer's response in steady seconds, infinite before it, and the number of body bytes received before.
  var bodyBegan = (time: Double.infinity, count: 0)

  init(order: UInt64, host: String = "", fallback: DownloadFailure? = nil) {
    (self.order, self.host, self.fallback, body) = (order, host, fallback, order)
  }

  /// Priority of the most urgent client.
  var priority: LoadPriority { clients.values.max() ?? .preload }

  /// Whether `a` starts before `b`. Within one priority, loads that were slow follow the others, and loads with failed attempts are last.
  static func isBefore(_ a: Load, _ b: Load) -> Bool {
    (b.priority.rawValue, a.attempts, a.wasSlow ? 1 : 0, a.order) < (a.priority.rawValue, b.attempts, b.wasSlow ? 1 : 0, b.order)
  }

  /// Returns the meaning of a response to the current transfer.
  func answer(of response: DownloadResponse) -> Answer {
    switch response.status {
    case 206:
      if asks == .rest, let range = partial.continuation(in: response) { return .rest(range) }
      // The range of the whole body is a complete answer, with or without a request for ranges (RFC 9110, 15.3.7).
      guard response.wholeRange != nil else { return .unusable("the server sends other ranges than requested") }
      return .whole
    case 416 where asks == .rest: return .unusable("the server refuses the requested range")
    case 304:
      if asks == .whole { return .other }
      if asks == .confirmation, let cached, cached.metadata.isConfirmed(by: response) { return .other }
      return .unusable("the server confirms another version than the one that is kept")
    case 200..<300: return .whole
    default: return .other
    }
  }

  // MARK: rate

  /// Records the arrival of body bytes.
  mutating func arrived(_ count: Int, at now: Double, leastRate: Double) {
    lastActivity = now
    receivedBytes += count
    if isSlow, Double(receivedBytes) >= leastRate * (now - began) { (isSlow, wasSlow) = (false, false) }
  }

  /// Returns the time at which the current transfer becomes slow without further data, steady seconds.
  func slowTime(_ options: LoadOptions) -> Double {
    min(lastActivity + options.slowTime, began + max(options.slowTime, sustainedTime(options)))
  }

  /// Returns the time at which the current transfer ends without further data, steady seconds, and the reason.
  func endTime(_ options: LoadOptions) -> (time: Double, reason: DownloadFailure) {
    let ends: [(time: Double, reason: DownloadFailure)] = [
      (lastActivity + options.timeout, .timedOut(seconds: options.timeout)),
      (bodyBegan.time + max(options.leastRateTime, sustainedTime(options)), .tooSlow(leastRate: options.leastRate)),
      (began + options.transferTime, .tookTooLong(seconds: options.transferTime)),
    ]
    return ends.min { $0.time < $1.time }!  // there are three
  }

  /// Returns the seconds for which the received bytes satisfy the required rate.
  private func sustainedTime(_ options: LoadOptions) -> Double {
    options.leastRate > 0 ? Double(receivedBytes) / options.leastRate : .infinity
  }
}
