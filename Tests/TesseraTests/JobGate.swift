@testable import Tessera

/// Holds jobs up until it is opened.
final class JobGate: @unchecked Sendable {
  // @unchecked: everything mutable is only touched with `lock` held.
  private let lock = Lock()
  private let condition: Condition
  private var isOpen = false
  private var entered = 0
  init() { condition = Condition(lock) }

  /// Jobs that have come here.
  var count: Int { lock.withLock { entered } }

  func pass() {
    lock.withLock {
      entered += 1
      while !isOpen { condition.wait() }
    }
  }

  func open() {
    lock.withLock {
      isOpen = true
      condition.broadcast()
    }
  }
}
