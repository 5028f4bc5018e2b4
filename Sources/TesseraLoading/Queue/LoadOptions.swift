/// Limits and waits of a ``DataLoader``.
public struct LoadOptions: Sendable, Hashable {
  /// Transfers at a time.
  public var transferLimit = 6
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
  /// Bytes of cancelled downloads that are kept in memory to be resumed.
  public var partialLimit = 4 << 20
  /// Headers sent with every request.
  public var headers: [HTTPHeader] = []

  /// Makes the defaults.
  public init() {}
}
