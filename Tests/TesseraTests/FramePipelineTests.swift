import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

@testable import Tessera

/// Cost of frames, in counts.
@Suite struct FramePipelineTests {
  @Test(arguments: 0..<40) func aRegionWithoutOverlapsHasTheSamePixels(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var region = DamageRegion(bounds: PixelRect(x: 0, y: 0, width: 64, height: 48))
    var wanted = Set<Int>()
    var fits = true
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      let rect = PixelRect(
        x: Int.random(in: -5...60, using: &random), y: Int.random(in: -5...44, using: &random),
        width: Int.random(in: 0...20, using: &random), height: Int.random(in: 0...12, using: &random))
      region.add(rect)
      for y in max(0, rect.y)..<max(0, min(48, rect.maxY)) {
        for x in max(0, rect.x)..<max(0, min(64, rect.maxX)) { wanted.insert(y * 64 + x) }
      }
    }
    var covered = Set<Int>()
    for rect in region.disjoint {
      for y in rect.y..<rect.maxY { for x in rect.x..<rect.maxX { fits = covered.insert(y * 64 + x).inserted && fits } }
    }
    var all = Set<Int>()
    for rect in region.rects { for y in rect.y..<rect.maxY { for x in rect.x..<rect.maxX { all.insert(y * 64 + x) } } }
    #expect(fits && covered == all && covered.isSuperset(of: wanted) && region.rects.count <= 32)
  }

  /// Ten thousand nodes in a hundred rows; twenty distant ones change.
  @Test func paintingLooksAtTheTreeOnceForAllDamage() throws {
    let root = BoxNode()
    var cells: [PatchNode] = []
    for y in 0..<100 {
      let row = BoxNode()
      row.style.position = .absolute
      row.style.inset.top = .points(Double(y) * 10)
      row.style.inset.left = .points(0)
      row.style.width = .points(1000)
      row.style.height = .points(10)
      for x in 0..<100 {
        let cell = PatchNode("", color: .black).placed(Double(x) * 10, 0, 9, 9)
        cells.append(cell)
        row.addSubnode(cell)
      }
      root.addSubnode(row)
    }
    let stage = try Stage(size: Size(1000, 1000), root: root, clock: ManualClock(), workers: WorkerPool(threads: 0), background: .white)
    try stage.settle()
    let before = stage.statistics
    for number in 0..<20 { cells[(number * 5 + 1) * 100 + (number * 37) % 100].color = Color(rgb: 0xFF0000) }
    try stage.settle()
    let after = stage.statistics
    #expect(after.damageRects - before.damageRects == 20)
    // Every row, and the cells of twenty rows, are visited once; then the visible ones for each of twenty rectangles. Before, it was up to
    // 2 x 20 x 10,000.
    #expect(after.visitedNodes - before.visitedNodes < 100 + 20 * 100 + 20 * 2 * 45)
  }

  @Test(arguments: [1, 3]) func everyWorkerGetsOneRequestForAllBandsOfAFrame(threads: Int) throws {
    let root = BoxNode()
    let nodes = (0..<4).map { PatchNode("\($0)", color: .black).placed(Double($0) * 260, Double($0 % 2) * 260, 250, 250) }
    for node in nodes { root.addSubnode(node) }
    let stage = try Stage(
      size: Size(1040, 520), root: root, clock: ManualClock(), workers: WorkerPool(threads: threads), background: .white)
    try stage.settle()
    let before = stage.statistics
    for node in nodes { node.background = .color(Color(rgb: 0x00FF00)) }
    try stage.frame()
    let after = stage.statistics
    #expect(after.damageRects - before.damageRects == 4 && after.paintJobs - before.paintJobs == threads)
  }

  /// Input is handled in the next turn, whatever work is running, and however late it is.
  @Test func lateWorkBlocksNoInput() throws {
    let log = Log()
    let root = BoxNode()
    for number in 0..<50 { root.addSubnode(PatchNode("\(number)", color: .black).placed(0, Double(number), 10, 1)) }
    let button = PatchNode("button", color: .black).placed(50, 0, 20, 20)
    button.handles = true
    button.log = log
    root.addSubnode(button)
    let clock = ManualClock()
    let stage = try Stage(size: Size(100, 100), root: root, clock: clock, workers: WorkerPool(threads: 0), background: .white)
    try stage.frame()
    stage.workers.runOne()
    try stage.frame()
    // No draw has run, and the frame's time has passed repeatedly.
    for number in 0..<5 {
      clock.advance(by: 0.1)
      stage.send(.touch(Touch(phase: number % 2 == 0 ? .began : .ended, location: Point(60, 10), time: clock.now)))
      let before = log.all.count
      try stage.frame()
      #expect(log.all.count > before && stage.statistics.draws == 0)
    }
  }

  @Test func fadesWakeTheLoopAtItsRate() throws {
    let stage = try Stage(size: Size(10, 10), root: BoxNode(), clock: ManualClock(), workers: WorkerPool(threads: 0), background: .white)
    try stage.settle()
    stage.animate(LayoutTransition(duration: 1)) { stage.root.addSubnode(PatchNode("a", color: .black).placed(0, 0, 5, 5)) }
    try stage.settle()
    #expect(stage.nextDeadline == 1.0 / 60)
    stage.loop.frames.pacing.begin(interval: 1.0 / 120, at: 0, isFirst: false)
    #expect(stage.nextDeadline == 1.0 / 120)
  }

  @Test func aTransitionHasAllChangesOfItsLayout() throws {
    // The last change and the end of the transition are posted together: a layout that starts between them has neither.
    let node = PatchNode("a", color: .black).placed(0, 0, 5, 5)
    let root = BoxNode()
    root.addSubnode(node)
    let stage = try Stage(size: Size(100, 10), root: root, clock: ManualClock(), workers: WorkerPool(threads: 0), background: .white)
    try stage.settle()
    let handle = stage.animate(LayoutTransition(duration: 1, curve: .linear)) { node.style.inset.left = .points(50) }
    // The loop has not taken the messages yet, so no layout may have the transition.
    stage.recordTransitionsInLayout()
    #expect(stage.loop.animations.transitions.inLayout.isEmpty && !handle.isEnded)
    try stage.settle()
    #expect(stage.loop.animations.transitions.runs.count == 1)
    #expect(stage.link.pendingTransitions.isEmpty)
  }
}
