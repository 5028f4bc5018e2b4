internal import CTesseraDevices
public import Tessera

/// Process signals as messages on the loop: SIGTERM and SIGINT, SIGHUP, and the two terminal signals. Loop thread.
public final class SignalSource: MessageSource {
  /// Request of a signal.
  public enum Message: Sendable, Hashable {
    /// SIGTERM, SIGINT.
    case stop
    /// SIGHUP.
    case reload
    /// The terminal is to be released for another one.
    case releaseTerminal
    /// The terminal is active again.
    case acquireTerminal
    /// The machine resumed from sleep; see ``SleepWatch``.
    case machineWoke
  }

  private let file: Int32
  public var onMessage: ((Message, Stage) -> Void)?

  /// Blocks the signals from now on. Create it before starting threads, which inherit the signal mask.
  public init() throws(DeviceError) {
    file = td_signals_open()
    guard file >= 0 else { throw .system(action: "wait for", path: "signals", code: -file) }
  }

  deinit { td_signals_close(file) }

  public var descriptor: Int32 { file }
  public var deadline: Double? { nil }

  public func serve(_ stage: Stage) {
    while true {
      switch td_signals_next(file) {
      case Int32(TD_SIGNAL_STOP.rawValue): onMessage?(.stop, stage)
      case Int32(TD_SIGNAL_RELOAD.rawValue): onMessage?(.reload, stage)
      case Int32(TD_SIGNAL_RELEASE.rawValue): onMessage?(.releaseTerminal, stage)
      case Int32(TD_SIGNAL_ACQUIRE.rawValue): onMessage?(.acquireTerminal, stage)
      default: return
      }
    }
  }
}
