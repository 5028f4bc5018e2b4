internal import CTesseraSystem

/// Watches how long tasks of this machine wait for memory, as the kernel tells it (PSI: Documentation/accounting/psi.rst). Loop.
final class MemoryWatch {
  /// The triggers' files; -1: none.
  private let some: Int32
  private let full: Int32
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
    guard some >= 0 || full >= 0 else { return nil }
  }

  deinit {
    if some >= 0 { ts_close(some) }
    if full >= 0 { ts_close(full) }
  }

  /// What was told since the last look; nil: nothing.
  func take() -> MemoryPressure? {
    if told == nil, !files.isEmpty {
      var ready: [UInt8] = [1, 1]
      _ = ts_wait_any(files, &ready, Int32(files.count), 0)
      note(ready[...])
    }
    defer { told = nil }
    return told
  }

  /// Takes what waiting for the files said of each, as of `ts_wait_any`.
  func note(_ ready: some Sequence<UInt8>) {
    for (i, state) in ready.enumerated() {
      if state == 2 { isGone = true }
      if state == 1 { told = max(told ?? .none, i == 1 ? .critical : .moderate) }
    }
  }

  /// Whether something was told and not taken.
  var isTold: Bool { told != nil }

  /// Files that the sleeping loop watches beside its own: who waits, and that all wait.
  var files: [Int32] { isGone ? [] : [some, full] }
}
