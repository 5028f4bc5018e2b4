/// State of one URL that clients are waiting for.
struct Load {
  /// State of a load.
  enum Phase: Equatable {
    case lookingUp
    case queued
    case transferring(LoadQueue.Transfer)
    /// Until a steady moment, for another attempt.
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

  /// Meaning of a response for the bytes that are held.
  enum Answer {
    /// The body from its beginning.
    case whole
    /// The continuation of the partial body.
    case rest(ContentRange)
    /// Nothing that can be used together with the bytes or the entry that are held; the reason is for messages.
    case unusable(String)
    /// A status whose body is not read.
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
  /// Reason for asking the cache alone; nil: the server is asked as well.
  var fallback: DownloadFailure?
  /// An expired entry of the cache.
  var cached: CachedData?
  /// The bytes of the body so far.
  var partial = PartialBody()
  /// Head of the response of the current transfer.
  var response: DownloadResponse?
  /// Content of the request of the current transfer.
  var asks = Question.whole
  /// Whether later requests ask for everything, without conditions.
  var asksWhole = false
  /// Where the part that the current transfer sends ends in the body; nil: at the end of the body.
  var rangeEnd: Int?
  /// Parts that came as a whole without completing the body.
  var slices = 0
  var attempts = 0
  /// Start of the current transfer, and its last activity, steady seconds.
  var began = Double.infinity
  var lastActivity = 0.0
  /// Bytes of bodies that came since `began`.
  var receivedBytes = 0
  /// Whether the current transfer is slow and leaves its place to others.
  var isSlow = false
  /// Whether the newest transfer became slow. Such loads start after the others and end no transfer.
  var wasSlow = false
  /// When the request was sent, seconds since 1970.
  var requestedAt = 0.0
  /// Bytes at the last progress that was told.
  var toldBytes = 0
  /// Clients that read the body as it comes.
  var readers: [LoadQueue.Client: Reader] = [:]
  /// Which body `partial` is the beginning of.
  var body: UInt64
  /// Time of the response of the current transfer, steady seconds, and the bytes of the body before it; infinity: none yet.
  var bodyBegan = (time: Double.infinity, count: 0)

  init(order: UInt64, host: String = "", fallback: DownloadFailure? = nil) {
    (self.order, self.host, self.fallback, body) = (order, host, fallback, order)
  }

  /// That of the most urgent client.
  var priority: LoadPriority { clients.values.max() ?? .preload }

  /// Whether `a` is started first. Among loads of one priority those with failed attempts are last, and before them those that were slow.
  static func isBefore(_ a: Load, _ b: Load) -> Bool {
    (b.priority.rawValue, a.attempts, a.wasSlow ? 1 : 0, a.order) < (a.priority.rawValue, b.attempts, b.wasSlow ? 1 : 0, b.order)
  }

  /// Returns the meaning of a response to the current transfer.
  func answer(of response: DownloadResponse) -> Answer {
    switch response.status {
    case 206:
      guard asks == .rest, let range = partial.continuation(in: response) else {
        return .unusable("the server sends other ranges than asked for")
      }
      return .rest(range)
    case 416 where asks == .rest: return .unusable("the server refuses the range that was asked for")
    case 304:
      if asks == .whole { return .other }
      if asks == .confirmation, let cached, cached.metadata.isConfirmed(by: response) { return .other }
      return .unusable("the server confirms another version than the one that is kept")
    case 200..<300: return .whole
    default: return .other
    }
  }

  // MARK: rate

  /// Bytes of the body came.
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

  /// Seconds for which the bytes that came are enough at the least rate.
  private func sustainedTime(_ options: LoadOptions) -> Double {
    options.leastRate > 0 ? Double(receivedBytes) / options.leastRate : .infinity
  }
}
