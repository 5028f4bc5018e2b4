internal import CTesseraSystem

/// Watches how long tasks of this machine wait for memory, as the kernel tells it (PSI: Documentation/accounting/psi.rst). Loop.
final class MemoryWatch {
  /// A trigger's file, or -1.
  private let some: Int32
  private let full: Int32
  /// Both, and what is asked and told of them: kept, so that looking allocates nothing.
  private let triggers: [Int32]
  private var states: [UInt8] = [0, 0]
  private var told: MemoryPressure?
  /// Whether the kernel took a trigger away: then there is nothing to wait for.
  private var isGone = false
  /// How long what was told counts, seconds.
  static let duration = 10.0

  /// Begins to watch; nil where the kernel does not tell.
  ///
  /// Told of are 150 ms that some task waited, and 100 ms that all did, within 2 seconds: the least window that any user may watch.
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

  /// What was told since the last look; nil: nothing.
  func take() -> MemoryPressure? {
    if !isGone {
      for i in states.indices { states[i] = UInt8(TS_URGENT) }
      if ts_wait_any(triggers, &states, 2, 0) > 0 { note(some: states[0], full: states[1]) }
    }
    defer { told = nil }
    return told
  }

  /// Takes what came of the two files, as `ts_wait_any` tells it.
  func note(some: UInt8, full: UInt8) {
    if (some | full) & UInt8(TS_FAILED) != 0 { isGone = true }
    if full & UInt8(TS_URGENT) != 0 {
      told = .critical
    } else if some & UInt8(TS_URGENT) != 0 {
      told = max(told ?? .none, .moderate)
    }
  }

  /// Whether something was told and not taken.
  var isTold: Bool { told != nil }

  /// Files that the sleeping loop watches beside its own; -1: none.
  var files: (Int32, Int32) { isGone ? (-1, -1) : (some, full) }
}
