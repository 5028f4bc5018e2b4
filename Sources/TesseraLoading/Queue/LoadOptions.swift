/// Limits and waits of a ``DataLoader``.
public struct LoadOptions: Sendable, Hashable {
  /// Maximum number of transfers at a time, except slow ones.
  public var transferLimit = 12
  /// Maximum number of transfers at a time from one host and port, except slow ones.
  public var hostLimit = 6
  /// Maximum number of slow transfers that are not counted in the limits above. Transfers are slow if nothing has come for ``slowTime``, or less than
  /// ``leastRate`` since they began. Slow transfers beyond this number are ended if a load waits that was not slow; they are queued again.
  public var slowLimit = 12
  /// Seconds after which a transfer can be slow.
  public var slowTime = 3.0
  /// Least number of bytes a second, over the whole body of an attempt. A slower attempt ends after ``leastRateTime``.
  public var leastRate = 256.0
  /// Seconds after the response before ``leastRate`` is required.
  public var leastRateTime = 30.0
  /// Maximum number of seconds of one attempt.
  public var transferTime = 600.0
  /// Seconds without data after which an attempt ends.
  public var timeout = 30.0
  /// Seconds before each further attempt; their number is that of the attempts after the first.
  public var retryDelays = [4.0, 16.0, 64.0]
  /// Longest wait that a server may ask for by `Retry-After`, seconds.
  public var retryAfterLimit = 300.0
  /// Maximum number of bytes of one body.
  public var byteLimit = 64 << 20
  /// Maximum number of bytes of all headers of one attempt: those of redirects, interim responses and trailers count together.
  public var headerLimit = 256 << 10
  /// Maximum number of parts in which a server may send a body that is resumed; each further part counts as a failed attempt.
  public var sliceLimit = 100
  /// Bytes of cancelled downloads that are kept in memory to be resumed.
  public var partialLimit = 4 << 20
  /// Headers sent with every request.
  public var headers: [HTTPHeader] = []

  /// Makes the defaults.
  public init() {}
}
