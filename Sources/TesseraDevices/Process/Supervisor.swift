internal import CTesseraDevices
public import Tessera

/// Notifies the supervisor of the process (systemd, or another one that sets NOTIFY_SOCKET) of its state, and sends the watchdog signals of
/// WATCHDOG_USEC. Loop thread. Source: sd_notify(3).
public final class Supervisor: EventSource {
  private let interval: Double?
  private var next: Double?

  /// Reads the environment. Without a watchdog there is no timer.
  public init() {
    let microseconds = td_watchdog_interval()
    interval = microseconds > 0 ? Double(microseconds) / 2e6 : nil
    next = interval.map { _ in 0 }
  }

  public var descriptor: Int32 { -1 }
  public var deadline: Double? { next }

  public func serve(_ stage: Stage) {
    guard let interval, let due = next, due <= stage.now + 1e-6 else { return }
    Self.notify("WATCHDOG=1")
    next = stage.now + interval
  }

  /// Sends a message such as `READY=1`; does nothing without a supervisor.
  public static func notify(_ message: String) { _ = td_notify(message) }

  /// Peak memory use of the process, bytes.
  public static var peakMemory: Int { Int(clamping: td_peak_memory()) }
}
