internal import Tessera

/// Lets another terminal be shown when the displays of all screens have been let go of. Any thread.
final class TerminalRelease: Sendable {
  /// Displays that are still held.
  private let held = Locked(0)
  private let allow: @Sendable () -> Void

  /// - Parameter allow: lets the other terminal be shown.
  init(_ allow: @escaping @Sendable () -> Void) { self.allow = allow }

  /// Another terminal is asked for while `screens` screens are shown; called before any of them is told.
  func begin(screens: Int) { held.withLock { $0 = screens } }

  /// A screen has let go of its display.
  func screenDidLetGo() {
    let isLast = held.withLock { held in
      guard held > 0 else { return false }
      held -= 1
      return held == 0
    }
    if isLast { allow() }
  }
}
