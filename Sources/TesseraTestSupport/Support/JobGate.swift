internal import Tessera

/// Holds jobs up until it is opened: for tests of what happens while code of a node does not end. Any thread.
public final class JobGate: Sendable, Equatable {
  private let state = Monitor((isOpen: false, entered: 0))

  /// Makes a closed gate.
  public init() {}

  /// Gates are equal to themselves alone, so that values of node types may hold one.
  public static func == (a: JobGate, b: JobGate) -> Bool { a === b }

  /// Jobs that have come here.
  public var count: Int { state.withLock { $0.entered } }

  /// Waits until the gate is open.
  public func pass() {
    state.withLock { $0.entered += 1 }
    state.wait(while: { !$0.isOpen })
  }

  /// Lets all through that wait, and all that come.
  public func open() {
    state.withLock {
      $0.isOpen = true
      state.broadcast()
    }
  }
}
