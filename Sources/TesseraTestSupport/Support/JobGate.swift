internal import Tessera

/// Blocks jobs until it is opened, for tests of hung node code. Any thread.
public final class JobGate: Sendable, Equatable {
  private let state = Monitor((isOpen: false, entered: 0))

  /// Creates a closed gate.
  public init() {}

  /// Compares identities, so that values of node types may contain a gate.
  public static func == (a: JobGate, b: JobGate) -> Bool { a === b }

  /// Number of jobs that have reached the gate.
  public var count: Int { state.withLock { $0.entered } }

  /// Waits until the gate is open.
  public func pass() {
    state.withLock { $0.entered += 1 }
    state.wait(while: { !$0.isOpen })
  }

  /// Releases all waiting jobs and opens the gate for later ones.
  public func open() {
    state.withLock {
      $0.isOpen = true
      state.broadcast()
    }
  }
}
