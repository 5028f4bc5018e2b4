import Foundation
import Testing

@testable import Tessera

/// Values protected by a lock, and threads that wait for it.
@Suite struct LockedTests {
  private final class Token: Sendable {}

  private enum Refusal: Error { case refused }

  @Test func aBoxHoldsItsValueAsLongAsItLives() {
    weak var held: Token?
    do {
      let box = Locked([Token()])
      held = box.withLock { $0[0] }
      #expect(held != nil)
      box.withLock { $0.append(Token()) }
      #expect(box.withLock { $0.count } == 2)
    }
    #expect(held == nil)
  }

  @Test func aValueIsAlignedForItsType() {
    func check<Value: Equatable & Sendable>(_ value: Value) {
      let box = Locked(value)
      box.withLock {
        #expect($0 == value)
        withUnsafeMutablePointer(to: &$0) { #expect(Int(bitPattern: $0) % MemoryLayout<Value>.alignment == 0) }
      }
    }
    check(UInt8(7))
    check("text that does not fit into a small string")
    check(SIMD16<Double>(repeating: 0.5))
    Locked(()).withLock { #expect($0 == ()) }
  }

  @Test func anErrorReleasesTheLock() {
    let box = Locked(1)
    #expect(throws: Refusal.refused) {
      try box.withLock { value throws(Refusal) in
        value = 2
        throw .refused
      }
    }
    #expect(box.withLock { $0 } == 2)
  }

  @Test func aWaiterGetsTheValueOfAnotherThread() {
    let numbers = Monitor<[Int]>([])
    let sum = Monitor<Int?>(nil)
    Thread.detachNewThread {
      var total = 0
      for _ in 1...100 { total += numbers.wait { $0.popLast() } }
      sum.withLock {
        $0 = total
        sum.signal()
      }
    }
    for number in 1...100 {
      numbers.withLock {
        $0.append(number)
        numbers.signal()
      }
    }
    #expect(sum.wait { $0 } == 5050)
    #expect(numbers.withLock { $0.isEmpty })
  }

  @Test func aBroadcastWakesEveryWaiter() {
    struct Door {
      var waiting = 0
      var isOpen = false
      var passed = 0
    }
    let door = Monitor(Door())
    let others = door.makeCondition()
    for _ in 0..<4 {
      Thread.detachNewThread {
        door.withLock {
          $0.waiting += 1
          others.signal()
        }
        door.wait(while: { !$0.isOpen })
        door.withLock {
          $0.passed += 1
          others.signal()
        }
      }
    }
    door.wait(for: others, while: { $0.waiting < 4 })
    #expect(door.withLock { $0.passed } == 0)
    door.withLock {
      $0.isOpen = true
      door.broadcast()
    }
    door.wait(for: others, while: { $0.passed < 4 })
    #expect(door.withLock { $0.passed } == 4)
  }
}
