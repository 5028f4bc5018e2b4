internal import CTesseraDevices
internal import Glibc

/// The virtual terminal under a screen: in graphics mode while the program runs, and restored on every exit: normal, signal, crash, kill.
/// One a process; any thread.
public enum VirtualTerminal {
  /// Takes the terminal that the process belongs to, or the one that is seen.
  ///
  /// - Parameter path: a certain one, such as `/dev/tty1`.
  /// - Returns: Whether there is one: a machine without a console has none, which is no error.
  /// - Throws: ``DeviceError`` where there is one that may not be taken.
  @discardableResult
  public static func take(path: String? = nil) throws(DeviceError) -> Bool {
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

  /// Gives it back as it was found; nothing where nothing was taken.
  public static func giveBack() { td_console_give_back() }
  /// Lets another terminal be shown, after ``SignalSource/Message/releaseTerminal``.
  public static func allowRelease() { td_console_allow_release() }
  /// Takes it again, after ``SignalSource/Message/acquireTerminal``.
  public static func acquired() { td_console_acquired() }
  /// Asks for another terminal to be shown, from 1.
  public static func show(_ number: Int) { _ = td_console_switch(Int32(clamping: number)) }
}
