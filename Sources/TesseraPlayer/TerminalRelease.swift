internal import Tessera

/// Permits the switch to another terminal after all screens have released their displays. Any thread.
final class TerminalRelease: Sendable {
  /// Number of displays not yet released.
  private let held = Locked(0)
  private let allow: @Sendable () -> Void

  /// Creates the release.
  /// - Parameter allow: permits the switch to the other terminal.
  init(_ allow: @escaping @Sendable () -> Void) { self.allow = allow }

  /// Starts a switch while `screens` screens are shown; called before any of them is notified.
  func begin(screens: Int) { held.withLock { $0 = screens } }

  /// Records that a screen has released its display.
  func screenDidLetGo() {
    let isLast = held.withLock { held in
      guard held > 0 else { return false }
      held -= 1
      return held == 0
    }
    if isLast { allow() }
  }
}
