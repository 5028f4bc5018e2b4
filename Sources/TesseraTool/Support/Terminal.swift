internal import Glibc

/// What standard output can do, if it is a terminal.
enum Terminal {
  /// Whether colours are wanted: a terminal that knows them, and nobody has set NO_COLOR (https://no-color.org).
  static var wantsColor: Bool {
    func value(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    return isatty(STDOUT_FILENO) == 1 && value("NO_COLOR").isEmpty && value("TERM") != "dumb"
  }

  /// How many characters a line has; nil where standard output is no terminal.
  static var columns: Int? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else { return nil }
    return Int(size.ws_col)
  }
}
