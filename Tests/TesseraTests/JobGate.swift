@testable import Tessera

/// Holds jobs up until it is opened.
final class JobGate: Sendable {
  private let state = Monitor((isOpen: false, entered: 0))

  /// Jobs that have come here.
  var count: Int { state.withLock { $0.entered } }

  func pass() {
    state.withLock { $0.entered += 1 }
    state.wait(while: { !$0.isOpen })
  }

  func open() {
    state.withLock {
      $0.isOpen = true
      state.broadcast()
    }
  }
}
