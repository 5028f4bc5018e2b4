internal import CTesseraSystem
internal import Synchronization

/// Start and end of a job that may take too long. Written by the thread that runs it, read by the loop.
final class JobWatch: Sendable {
  /// Seconds of the stage's clock, as bits; all ones means that it has not begun.
  private let start = Atomic<UInt64>(.max)
  /// System number of the thread that runs it.
  private let thread = Atomic<Int64>(0)
  private let over = Atomic<Bool>(false)

  /// Called at the start, on the thread that runs it. The time is not needed if the job's steps are watched (``Watchdog``).
  func begin(at time: Double = 0) {
    thread.store(ts_thread_id(), ordering: .relaxed)
    start.store(time.bitPattern, ordering: .releasing)
  }

  /// Called at the end, on the same thread.
  func end() { over.store(true, ordering: .releasing) }

  /// Whether it has ended.
  var isOver: Bool { over.load(ordering: .acquiring) }

  /// Start time and thread; nil if it has not begun.
  var begun: (time: Double, thread: Int64)? {
    let bits = start.load(ordering: .acquiring)
    return bits == .max ? nil : (Double(bitPattern: bits), thread.load(ordering: .relaxed))
  }
}
