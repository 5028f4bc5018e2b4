import TesseraGeometry
import TesseraRender
import Testing

@testable import Tessera

/// Asynchronous work of nodes outside of the loop.
@Suite struct NodeTaskTests {
  private func stage() throws -> (Stage, root: BoxNode, node: PatchNode) {
    let root = BoxNode()
    let node = PatchNode("a").placed(0, 0, 10, 10)
    root.addSubnode(node)
    return (try manualStage(root: root), root, node)
  }

  @Test func theResultReachesTheLoopWithTheTypedNode() throws {
    let (stage, _, node) = try stage()
    try stage.settle()
    let log = Log()
    let task = node.task { _ in
      6 * 7
    } then: { node, number in
      log.note("\(node.name) \(number)")
    }
    #expect(task.isRunning && stage.hasWorkUnderWay)
    stage.workers.runAll()
    #expect(log.all.isEmpty && !task.isOver)
    try stage.frame()
    #expect(log.all == ["a 42"] && task.isOver && !task.isRunning)
    try stage.settle()
    #expect(log.all == ["a 42"])
  }

  @Test func aTaskBeginsWhenItsNodeIsNear() throws {
    let (stage, root, node) = try stage()
    node.removeFromSupernode()
    let log = Log()
    node.task { _ in log.note("work") }
    try stage.settle()
    #expect(log.all.isEmpty)
    root.addSubnode(node)
    try stage.settle()
    #expect(log.all == ["work"])
    // One call is enough.
    node.isHidden = true
    try stage.settle()
    node.isHidden = false
    try stage.settle()
    #expect(log.all == ["work"])
  }

  @Test func aTaskIsCancelledWhenItsNodeLeavesAndRestartsOnReturn() throws {
    let (stage, root, node) = try stage()
    try stage.settle()
    let log = Log()
    let task = node.task { isCancelled in
      log.note(isCancelled() ? "unwanted" : "work")
      return log.count("work")
    } then: { _, number in
      log.note("result \(number)")
    }
    // The work is done, and its result is pending when the node is removed.
    stage.workers.runAll()
    node.removeFromSupernode()
    try stage.frame()
    #expect(log.all == ["work", "result 1"])
    #expect(task.isOver)
    try stage.settle()
    #expect(node.interfaceState == .idle)

    let second = node.task { isCancelled in
      log.note(isCancelled() ? "unwanted" : "again")
    } then: { _, _ in
      log.note("done")
    }
    root.addSubnode(node)
    // Runs the layout that adds the node, and none of its jobs.
    while node.interfaceState < .preload {
      try stage.frame()
      if node.interfaceState < .preload { stage.workers.runOne() }
    }
    #expect(second.isRunning)
    node.isHidden = true
    node.removeFromSupernode()
    try stage.frame()
    while node.interfaceState > .idle {
      stage.workers.runOne()
      try stage.frame()
    }
    #expect(!second.isRunning && !second.isOver && log.count("done") == 0)
    root.addSubnode(node)
    node.isHidden = false
    try stage.settle()
    #expect(second.isOver && log.count("done") == 1)
  }

  @Test func aTaskBeginsForANodeThatLeftAndReturnedWithinAFrame() throws {
    let (stage, root, node) = try stage()
    try stage.settle()
    let log = Log()
    node.removeFromSupernode()
    let task = node.task { _ in
      log.note("work")
    } then: { _, _ in
      log.note("done")
    }
    #expect(!task.isRunning)
    root.addSubnode(node)
    try stage.settle()
    #expect(log.all == ["work", "done"] && task.isOver)
  }

  @Test func aCancelledTaskIsNotRestarted() throws {
    let (stage, _, node) = try stage()
    try stage.settle()
    let log = Log()
    let task = node.task { _ in
      log.note("work")
    } then: { _, _ in
      log.note("done")
    }
    task.cancel()
    try stage.settle()
    node.isHidden = true
    try stage.settle()
    node.isHidden = false
    try stage.settle()
    #expect(log.all.isEmpty && task.isOver)
  }

  @Test func higherPrioritiesBeginFirst() throws {
    let (stage, _, node) = try stage()
    try stage.settle()
    let log = Log()
    for (name, priority) in [("a", 0), ("b", 2), ("c", 1), ("d", 2)] { node.task(priority: priority) { _ in log.note(name) } }
    try stage.settle()
    #expect(log.all == ["b", "d", "c", "a"])
  }

  @Test func errorsOfATaskAreReported() throws {
    struct Broken: Error {}
    let (stage, _, node) = try stage()
    let log = Log()
    stage.onError = { log.note("\($0)") }
    try stage.settle()
    node.task { _ in
      throw Broken()
    } then: { (_: PatchNode, _: Void) in
      log.note("done")
    }
    try stage.settle()
    #expect(log.all == ["task of patch: Broken()"])
  }

  @Test func asynchronousWorkIsCancelledWithTheNode() async throws {
    let (stage, _, node) = try stage()
    try stage.settle()
    let (values, source) = AsyncStream.makeStream(of: Int.self)
    let (ends, end) = AsyncStream.makeStream(of: Bool.self)
    let log = Log()
    let task = node.task {
      var sum = 0
      for await value in values { sum += value }
      end.yield(Task.isCancelled)
      return sum
    } then: { _, sum in
      log.note("\(sum)")
    }
    source.yield(1)
    #expect(!stage.hasWorkUnderWay)
    node.removeFromSupernode()
    try stage.settle()
    #expect(!task.isRunning)
    // Cancellation ends the sequence.
    for await wasCancelled in ends {
      #expect(wasCancelled)
      break
    }
    try stage.settle()
    #expect(log.all.isEmpty)
  }

  @Test func theResultCanBeAwaited() async throws {
    let root = BoxNode()
    let node = PatchNode("a").placed(0, 0, 10, 10)
    root.addSubnode(node)
    let stage = try Stage(size: Size(20, 20), root: root, clock: ManualClock(), workers: WorkerPool(threads: 1), background: .white)
    try stage.settle()
    let waiting = Task { try await node.runOnWorker { _ in 42 } }
    // The loop delivers it.
    let turning = Locked(true)
    let answer = Task {
      defer { turning.withLock { $0 = false } }
      return try await waiting.value
    }
    while turning.withLock({ $0 }) {
      try stage.settle()
      await Task.yield()
    }
    #expect(try await answer.value == 42)

    let gone = Task { try await node.runOnWorker(in: .visible) { _ in 1 } }
    node.removeFromSupernode()
    gone.cancel()
    await #expect(throws: CancellationError.self) { try await gone.value }
  }
}
