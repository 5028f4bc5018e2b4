internal import CTesseraDevices
public import Tessera

/// Signals of the process as messages on the loop: SIGTERM and SIGINT, SIGHUP, and the two of the terminal. Loop thread.
public final class SignalSource: MessageSource {
  /// What a signal asks for.
  public enum Message: Sendable, Hashable {
    /// SIGTERM, SIGINT.
    case stop
    /// SIGHUP.
    case reload
    /// Another terminal is to be shown.
    case releaseTerminal
    /// The terminal is shown again.
    case acquireTerminal
    /// The machine has slept; see ``SleepWatch``.
    case machineWoke
  }

  private let file: Int32
  public var onMessage: ((Message, Stage) -> Void)?

  /// Holds the signals back from now on. Make it before threads are started, which inherit that.
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
