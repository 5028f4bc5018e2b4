internal import CTesseraSystem

/// Monitors how long tasks of this machine wait for memory, through the kernel's PSI (Documentation/accounting/psi.rst). Loop.
final class MemoryWatch {
  /// File of a trigger, or -1.
  private let some: Int32
  private let full: Int32
  /// Both triggers and their states: stored, so that polling does not allocate.
  private let triggers: [Int32]
  private var states: [UInt8] = [0, 0]
  private var told: MemoryPressure?
  /// Whether the kernel removed a trigger, so that there is nothing to wait for.
  private var isGone = false
  /// Validity of a notification, seconds.
  static let duration = 10.0

  /// Starts monitoring; nil if the kernel does not support it.
  ///
  /// Thresholds: 150 ms in which some task waited, and 100 ms in which all did, within 2 seconds. This is the shortest window that
  /// unprivileged users may monitor.
  init?(path: String = "/proc/pressure/memory") {
    some = ts_pressure_open(path, "some 150000 2000000")
    full = ts_pressure_open(path, "full 100000 2000000")
    triggers = [some, full]
    guard some >= 0 || full >= 0 else { return nil }
  }

  deinit {
    if some >= 0 { ts_close(some) }
    if full >= 0 { ts_close(full) }
  }

  /// Returns the pressure reported since the last call; nil if there was none.
  func dequeue() -> MemoryPressure? {
    if !isGone {
      for i in states.indices { states[i] = UInt8(TS_URGENT) }
      if ts_wait_any(triggers, &states, 2, 0) > 0 { record(some: states[0], full: states[1]) }
    }
    defer { told = nil }
    return told
  }

  /// Records the events of the two files, as reported by `ts_wait_any`.
  func record(some: UInt8, full: UInt8) {
    if (some | full) & UInt8(TS_FAILED) != 0 { isGone = true }
    if full & UInt8(TS_URGENT) != 0 {
      told = .critical
    } else if some & UInt8(TS_URGENT) != 0 {
      told = max(told ?? .none, .moderate)
    }
  }

  /// Whether there is an unread report.
  var isTold: Bool { told != nil }

  /// Files that the sleeping loop polls in addition to its own; -1 means none.
  var files: (Int32, Int32) { isGone ? (-1, -1) : (some, full) }
}
