import Foundation
import TesseraGeometry
import TesseraRender
import Testing

@testable import Tessera

@Suite struct LoopOwnershipTests {
  @Test func anotherThreadMayNotTouchTheLoopWhileItTurns() {
    typealias Access = LoopOwnership.Access
    #expect(
      Access(thread: 7, owner: 0) == .free && Access(thread: 7, owner: 7) == .own && Access(thread: 7, owner: 9) == .foreign(owner: 9))
    #expect(Access.free.isAllowed && Access.own.isAllowed && !Access.foreign(owner: 9).isAllowed)
  }

  @Test func theMessageNamesTheEntryPointAndTheRemedy() {
    let message = LoopOwnership.Access.foreign(owner: 9).message("hitTest(_:)", thread: 7)
    #expect(message.hasPrefix("Stage.hitTest(_:) was called on thread 7 while thread 9 runs the stage's loop."))
    #expect(message.contains("in a handler or callback of the stage") && message.contains("send(_:)"))
  }

  @Test func aThreadTakesTheLoopFromATurnToItsEnd() async throws {
    let ownership = LoopOwnership()
    #expect(ownership.acquire() == .free && ownership.access == .own && ownership.acquire() == .own)
    let (access, taken) = try await onAnotherThread { (ownership.access, ownership.acquire()) }
    #expect(!access.isAllowed && !taken.isAllowed)
    ownership.release()
    let after = try await onAnotherThread { ownership.access }
    #expect(after == .free)
  }

  @Test func theLoopMayBeHandedFromThreadToThreadBetweenTurns() async throws {
    let stage = try Stage(size: Size(4, 4), clock: ManualClock(), workers: WorkerPool(threads: 0), background: .white)
    try stage.settle()
    let width = try await onAnotherThread {
      try stage.settle()
      return stage.framebuffer.width
    }
    #expect(width == 4 && stage.hitTest(Point(1, 1)) === stage.root)
  }

  #if DEBUG
    @Test func aDebugBuildStopsIfAnotherThreadUsesTheLoop() async {
      await #expect(processExitsWith: .failure) {
        let stage = try Stage(size: Size(4, 4), clock: ManualClock(), workers: WorkerPool(threads: 0), background: .white)
        stage.onError = { [weak stage] _ in
          let done = DispatchSemaphore(value: 0)
          Thread.detachNewThread { [weak stage] in
            _ = stage?.hitTest(.zero)
            done.signal()
          }
          done.wait()
        }
        stage.root.report(.layout, "a turn that another thread looks into")
        try stage.settle()
      }
    }
  #endif
}

private func onAnotherThread<Answer: Sendable>(_ body: @escaping @Sendable () throws -> Answer) async throws -> Answer {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
  }
}
