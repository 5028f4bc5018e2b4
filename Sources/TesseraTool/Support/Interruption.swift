internal import Glibc

/// Ctrl-C and the like, taken between two frames, so that a recording that is given up leaves nothing behind.
enum Interruption {
  private static var signals: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, signal) }
    return set
  }

  /// Holds the signals back. Called before threads are started, which inherit it.
  static func hold() {
    var set = signals
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Whether one came since.
  static var isRequested: Bool {
    var pending = sigset_t()
    guard sigpending(&pending) == 0 else { return false }
    return [SIGINT, SIGTERM, SIGHUP].contains { sigismember(&pending, $0) == 1 }
  }

  /// Lets the signals through: one that came ends the program, as it would have done.
  static func release() {
    var set = signals
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}
