internal import Glibc

/// Local date and time of a scene: `env.time` in expressions.
enum SceneTime {
  /// Name in `env`.
  static let name = "time"
  /// Members that change each second; the others change at most each minute.
  private static let fast: Set<String> = ["second", "epoch"]

  /// Returns the members of `env.time`.
  ///
  /// - Parameter seconds: Seconds since 1970.
  static func value(at seconds: Double) -> [String: DataValue] {
    var time = time_t(seconds.isFinite ? max(-1e11, min(1e11, seconds.rounded(.down))) : 0)
    var parts = tm()
    localtime_r(&time, &parts)
    // The week begins on Monday, as in ISO 8601.
    let weekday = (parts.tm_wday + 6) % 7 + 1
    let members: [String: Int] = [
      "year": Int(parts.tm_year) + 1900, "month": Int(parts.tm_mon) + 1, "day": Int(parts.tm_mday), "weekday": Int(weekday),
      "hour": Int(parts.tm_hour), "minute": Int(parts.tm_min), "second": Int(parts.tm_sec), "epoch": Int(time),
    ]
    return members.mapValues { .number(Double($0)) }
  }

  /// Returns whether an expression reads the time.
  static func isRead(by expression: Expression) -> Bool { expression.reads.contains { unit(of: $0) != nil } }

  /// Returns the interval in seconds at which the dependents need the time; nil if none reads it.
  static func unit(of dependents: [any DataDependent]) -> Double? {
    var slowest: Double?
    for dependent in dependents {
      for read in dependent.reads {
        guard let unit = unit(of: read) else { continue }
        if unit == 1 { return 1 }
        slowest = unit
      }
    }
    return slowest
  }

  private static func unit(of read: Expression.Read) -> Double? {
    guard read.root == SceneEnvironment.name, read.keys.first == name else { return nil }
    return read.keys.count == 1 || fast.contains(read.keys[1]) ? 1 : 60
  }

  /// Returns seconds since 1970 of the system's clock.
  static func system() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}

extension SceneData {
  private static let timePath = DataPath([SceneEnvironment.name, SceneTime.name])

  /// Source of `env.time`: seconds since 1970. nil: the system's clock. For tests and simulated time. Any thread; set it before nodes are created.
  public var wallClock: (@Sendable () -> Double)? {
    get { timeSource.withLock { $0 } }
    set { timeSource.withLock { $0 = newValue } }
  }

  /// Current time of the wall clock, seconds since 1970.
  var wallTime: Double { wallClock?() ?? SceneTime.system() }

  /// Sets the members of `env.time` that have changed, and updates their readers.
  func refreshTime() {
    let new = SceneTime.value(at: wallTime)
    guard case .map(let known)? = value(at: Self.timePath) else {
      // Not possible if a program replaced `env` by another value; nothing reads the time then.
      try? set(.map(new), at: Self.timePath)
      return
    }
    let changes = new.keys.sorted().filter { known[$0] != new[$0] }.map { (Self.timePath + [$0], new[$0] ?? .null) }
    if !changes.isEmpty { try? set(changes) }
  }
}
