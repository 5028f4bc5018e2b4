@testable import Tessera
import TesseraTestSupport
import Testing

/// A counter with two values that one lock guards.
private final class Counter: @unchecked Sendable {
  // @unchecked: the cells check the lock.
  let lock: LockedCell<Int>
  let other: GuardedCell<Int>

  init() {
    let holder = LockHolder()
    lock = LockedCell(0, holder: holder)
    other = GuardedCell(0, holder)
  }

  func add() {
    lock.withLock {
      // A copy of the address: the thread sanitizer takes a change through the property for a change of the property.
      let count = lock.pointer
      count.pointee += 1
      other.value += 2
    }
  }
}

@Suite struct LockedCellTests {
  @Test func oneLockGuardsTheValuesOfSeveralCells() {
    let counter = Counter()
    WorkerPool(threads: 4).parallel(4) { _ in for _ in 0..<1000 { counter.add() } }
    counter.lock.lock()
    #expect(counter.lock.pointer.pointee == 4000 && counter.other.value == 8000)
    counter.lock.unlock()
  }

  #if DEBUG
    @Test func theLockIsHeldByOneThread() {
      let counter = Counter()
      #expect(!counter.lock.holder.isHeld)
      counter.lock.withLock {
        #expect(counter.lock.holder.isHeld)
        let (isHeldElsewhere, gate) = (Locked(true), JobGate())
        let workers = WorkerPool(threads: 1)
        workers.submit(.layout) {
          isHeldElsewhere.withLock { $0 = counter.lock.holder.isHeld }
          gate.open()
        }
        gate.pass()
        #expect(!isHeldElsewhere.withLock { $0 })
      }
      #expect(!counter.lock.holder.isHeld)
    }

    @Test func aDebugBuildStopsIfStateIsReachedWithoutItsLock() async {
      await #expect(processExitsWith: .failure) { _ = Counter().lock.pointer.pointee }
      await #expect(processExitsWith: .failure) { _ = Counter().other.value }
      await #expect(processExitsWith: .failure) { _ = Node(Box()).state.id }
      await #expect(processExitsWith: .failure) { Counter().lock.unlock() }
    }
  #endif
}
