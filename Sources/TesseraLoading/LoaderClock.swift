#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The clocks of a ``DataLoader``. Any thread.
public protocol LoaderClock: Sendable {
  /// Steady seconds, for waits.
  var steady: Double { get }
  /// Seconds since 1970, for freshness.
  var wall: Double { get }
}

/// The clocks of the system.
public struct SystemLoaderClock: LoaderClock {
  /// Makes it.
  public init() {}
  public var steady: Double { Self.read(CLOCK_MONOTONIC) }
  public var wall: Double { Self.read(CLOCK_REALTIME) }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
