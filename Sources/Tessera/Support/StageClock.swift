internal import CTesseraSystem

/// Time of a stage, in seconds since a fixed moment. Any thread.
public protocol StageClock: AnyObject, Sendable {
  /// Seconds since the clock's own zero; never decreases.
  var now: Double { get }
}

/// The machine's monotonic clock.
public final class RealClock: StageClock {
  /// Makes a clock.
  public init() {}
  public var now: Double { Double(ts_monotonic_ns()) / 1e9 }
}

/// A clock that only moves when advanced, for tests and offline rendering.
public final class ManualClock: StageClock {
  private let time: Locked<Double>

  /// Makes a clock with the time `now`.
  public init(now: Double = 0) { time = Locked(now) }
  public var now: Double { time.withLock { $0 } }

  /// Advances the clock; a negative or non-finite step is ignored.
  public func advance(by seconds: Double) {
    guard seconds > 0, seconds.isFinite else { return }
    time.withLock { $0 += seconds }
  }
}
