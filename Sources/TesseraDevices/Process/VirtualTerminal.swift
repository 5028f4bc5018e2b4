internal import CTesseraDevices
internal import Glibc

/// The virtual terminal below a screen: in graphics mode while the program runs, and restored on every exit: normal, signal, crash, kill.
/// One per process; any thread.
public enum VirtualTerminal {
  /// Takes the terminal of the process, or the active one.
  ///
  /// - Parameter path: a specific terminal, such as `/dev/tty1`.
  /// - Returns: Whether there is a terminal: a machine without a console has none, which is not an error.
  /// - Throws: ``DeviceError`` without permission for an existing terminal.
  @discardableResult
  public static func acquire(path: String? = nil) throws(DeviceError) -> Bool {
    let code = td_console_take(path, td_release_signal(), td_acquire_signal())
    switch code {
    case 0: return true
    case ENOTTY, ENOENT, ENXIO, ENODEV, EIO: return false
    case EACCES, EPERM:
      throw .unusable(
        device: path ?? "the console", reason: String(cString: strerror(code)),
        advice: "start the program on that terminal (systemd: TTYPath= and StandardInput=tty), or add the user to the group tty")
    default: throw .unusable(device: path ?? "the console", reason: String(cString: strerror(code)), advice: nil)
    }
  }

  /// Restores the terminal; does nothing if none was taken.
  public static func release() { td_console_give_back() }
  /// Allows a switch to another terminal, after ``SignalSource/Message/releaseTerminal``.
  public static func allowRelease() { td_console_allow_release() }
  /// Acknowledges the switch back, after ``SignalSource/Message/acquireTerminal``.
  public static func acquired() { td_console_acquired() }
  /// Switches to another terminal, counted from 1.
  public static func show(_ number: Int) { _ = td_console_switch(Int32(clamping: number)) }
}
