#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Clocks of a ``DataLoader``. Any thread.
public protocol LoaderClock: Sendable {
  /// Seconds of a monotonic clock, for timeouts.
  var steady: Double { get }
  /// Seconds since 1970, for freshness.
  var wall: Double { get }
}

/// The system's clocks.
public struct SystemLoaderClock: LoaderClock {
  /// Creates the clocks.
  public init() {}
  public var steady: Double { Self.read(CLOCK_MONOTONIC) }
  public var wall: Double { Self.read(CLOCK_REALTIME) }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
