import TesseraGeometry
import TesseraLayout
import Testing

@testable import Tessera

/// Timers of nodes, driven by the stage's clock.
@Suite struct NodeTimerTests {
  private let log = Log()

  private func stage() throws -> (stage: Stage, clock: ManualClock, node: BoxNode) {
    let (root, node) = (BoxNode(), BoxNode().placed(0, 0, 10, 10))
    root.addSubnode(node)
    let stage = try manualStage(root: root)
    let clock = try #require(stage.clock as? ManualClock)
    try stage.settle()
    return (stage, clock, node)
  }

  private func pass(_ seconds: Double, _ stage: Stage, _ clock: ManualClock) throws {
    clock.advance(by: seconds)
    try stage.settle()
  }

  @Test func aTimerRepeatsWhileItsNodeIsVisible() throws {
    let (stage, clock, node) = try stage()
    let task = node.every(1) { [log] _ in log.note("tick") }
    try stage.settle()
    #expect(stage.nextDeadline == 1)
    try pass(0.9, stage, clock)
    #expect(log.all.isEmpty)
    try pass(0.2, stage, clock)
    // Late by a tenth; the next time is a multiple of the interval from the first.
    #expect(log.all == ["tick"])
    try pass(5, stage, clock)
    #expect(log.all == ["tick", "tick"])
    node.isHidden = true
    try stage.settle()
    #expect(stage.nextDeadline == nil)
    try pass(5, stage, clock)
    #expect(log.all.count == 2)
    node.isHidden = false
    try stage.settle()
    try pass(1, stage, clock)
    #expect(log.all.count == 3)
    task.cancel()
    try stage.settle()
    #expect(stage.nextDeadline == nil)
  }

  @Test func aTimerFiresOnceAfterADelay() throws {
    let (stage, clock, node) = try stage()
    let task = node.after(0.3) { [log] _ in log.note("once") }
    try pass(0.2, stage, clock)
    node.isHidden = true
    try stage.settle()
    try pass(1, stage, clock)
    node.isHidden = false
    try stage.settle()
    try pass(0.2, stage, clock)
    #expect(log.all.isEmpty && !task.isOver)
    try pass(0.2, stage, clock)
    try pass(5, stage, clock)
    #expect(log.all == ["once"] && task.isOver && stage.nextDeadline == nil)
  }

  @Test(arguments: [0, -1, Double.nan, 0.001]) func theSmallestIntervalIsAFrame(seconds: Double) throws {
    let (stage, clock, node) = try stage()
    node.every(seconds) { [log] _ in log.note("tick") }
    try stage.settle()
    #expect(stage.nextDeadline == RepeatedTimes.minimumInterval)
    for _ in 0..<16 { try pass(0.001, stage, clock) }
    #expect(log.all.count == 1)
  }

  @Test func aTimerCanCancelItself() throws {
    let (stage, clock, node) = try stage()
    let own = Locked<NodeTask?>(nil)
    let task = node.every(1) { [log] _ in
      log.note("tick")
      own.withLock { $0 }?.cancel()
    }
    own.withLock { $0 = task }
    for _ in 0..<3 { try pass(1, stage, clock) }
    #expect(log.all == ["tick"])
  }
}
