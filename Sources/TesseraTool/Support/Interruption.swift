internal import Glibc

/// Handles Ctrl-C and similar signals between two frames, so that an aborted recording leaves no file behind.
enum Interruption {
  private static var signals: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, signal) }
    return set
  }

  /// Blocks the signals. Called before threads are started, which inherit the mask.
  static func hold() {
    var set = signals
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Whether a signal is pending.
  static var isRequested: Bool {
    var pending = sigset_t()
    guard sigpending(&pending) == 0 else { return false }
    return [SIGINT, SIGTERM, SIGHUP].contains { sigismember(&pending, $0) == 1 }
  }

  /// Unblocks the signals; a pending one then ends the program.
  static func release() {
    var set = signals
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}
