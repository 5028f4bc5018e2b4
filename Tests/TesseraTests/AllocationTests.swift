import Glibc
import TesseraRender
import Testing
@testable import Tessera
import TesseraGeometry
import TesseraTestSupport

/// Allocation counts. Not measured under a sanitizer.
@Suite(.enabled(if: Allocations.areCounted)) struct AllocationTests {
  @Test func allocationsAreCounted() {
    var kept: [AnyNode] = []
    #expect(Allocations.count { kept.append(BoxNode()) } > 0)
    #expect(Allocations.countInProcess { kept.append(BoxNode()) } > 0)
    var sum = 0
    #expect(Allocations.count { for i in 0..<100 { sum &+= i } } == 0)
    #expect(kept.count == 2 && sum == 4950)
  }

  @Test func turnsOfAnIdleStageAllocateNothing() throws {
    let root = BoxNode()
    for i in 0..<50 { root.addSubnode(PatchNode("n").placed(Double(i), 0, 9, 9)) }
    let stage = try manualStage(root: root)
    try stage.settle()
    let count = try Allocations.count { for _ in 0..<100 { try stage.frame() } }
    #expect(count == 0)
  }

  @Test func anIdleLoopThatIsWokenForNothingAllocatesNothing() throws {
    let stage = try Stage(
      size: Size(100, 100), root: PatchNode("a"), clock: RealClock(), workers: WorkerPool(threads: 1), background: .white)
    try stage.settle()
    // The first run creates the objects that the loop sleeps on, and the runtime's type metadata.
    _ = try allocations(in: stage)
    #expect(try allocations(in: stage) == 0)
  }

  /// Runs the loop while another thread wakes it 200 times without work. Returns the allocations of the loop's thread.
  private func allocations(in stage: Stage) throws -> Int {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(stage).toOpaque()
    let status = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let stage = Unmanaged<Stage>.fromOpaque(context).takeRetainedValue()
        for _ in 0..<200 {
          stage.inbox.wake()
          sched_yield()
        }
        stage.stop()
        return nil
      }, context)
    try #require(status == 0)
    defer { pthread_join(thread, nil) }
    return try Allocations.count { try stage.run() }
  }
}
