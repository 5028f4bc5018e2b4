internal import CTesseraSystem
internal import Synchronization

/// When a job that may take too long began, and whether it has ended. Written by the thread that runs it, read by the loop.
final class JobWatch: Sendable {
  /// Seconds of the stage's clock, as bits; all ones: it has not begun.
  private let start = Atomic<UInt64>(.max)
  /// Number of the thread that runs it, by the system.
  private let thread = Atomic<Int64>(0)
  private let over = Atomic<Bool>(false)

  /// It begins at `time` on the calling thread; none is needed where its steps are looked at (``Watchdog``).
  func begin(at time: Double = 0) {
    thread.store(ts_thread_id(), ordering: .relaxed)
    start.store(time.bitPattern, ordering: .releasing)
  }

  /// It has ended, on the thread that it began on.
  func end() { over.store(true, ordering: .releasing) }

  /// Whether it has ended.
  var isOver: Bool { over.load(ordering: .acquiring) }

  /// When it began and on which thread; nil: it waits.
  var begun: (time: Double, thread: Int64)? {
    let bits = start.load(ordering: .acquiring)
    return bits == .max ? nil : (Double(bitPattern: bits), thread.load(ordering: .relaxed))
  }
}
