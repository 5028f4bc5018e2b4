internal import Glibc

/// Capabilities of standard output if it is a terminal.
enum Terminal {
  /// Whether colours are used: the terminal supports them, and NO_COLOR is not set (https://no-color.org).
  static var wantsColor: Bool {
    func value(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    return isatty(STDOUT_FILENO) == 1 && value("NO_COLOR").isEmpty && value("TERM") != "dumb"
  }

  /// Number of columns; nil if standard output is not a terminal.
  static var columns: Int? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else { return nil }
    return Int(size.ws_col)
  }
}
