import Testing
@testable import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport

/// A layout job draws the changed nodes if their draws were fast before: layout and content are adopted in one turn.
@Suite struct EarlyDrawTests {
  private let red = Color(rgb: 0xFF0000)
  private let green = Color(rgb: 0x00FF00)

  private func stage(_ node: PatchNode) throws -> Stage {
    let root = BoxNode()
    root.style.alignItems = .start
    root.addSubnode(node)
    let stage = try manualStage(100, 100, root: root)
    try stage.settle()
    return stage
  }

  @Test func aNewSizeAndItsContentAreShownInOneFrame() throws {
    let log = Log()
    let node = PatchNode("a", color: red, log: log)
    let stage = try stage(node)
    let before = stage.statistics
    log.clear()
    node.update {
      $0.wanted = Size(30, 20)
      $0.color = green
    }
    #expect(try stage.frame() == false)
    stage.drainWorkers()
    #expect(try stage.frame() == true)
    #expect(stage.framebuffer.color(x: 29, y: 19).hex == "#00ff00")
    #expect(!stage.hasWorkUnderWay)
    #expect(log.count("draw a") == 1)
    #expect(stage.statistics.draws - before.draws == 1)
    #expect(stage.statistics.paintedFrames - before.paintedFrames == 1)
  }

  @Test(arguments: [false, true]) func aChangeMadeWhileTheLayoutDrewIsDrawnAfterwards(asksForLayout: Bool) throws {
    let node = PatchNode("a", color: red)
    let stage = try stage(node)
    node.wanted = Size(30, 20)
    try stage.frame()
    // The layout is finished and has drawn red, but is not on the screen yet.
    stage.drainWorkers()
    node.update {
      $0.color = green
      // The same size in pixels, so that only the mark requires a draw.
      if asksForLayout { $0.wanted = Size(30, 19.9) }
    }
    try stage.settle()
    #expect(stage.framebuffer.color(x: 29, y: 10).hex == "#00ff00")
  }

  @Test func aDrawThatFailsWithItsLayoutIsReportedOnceAndThePictureStays() throws {
    let node = PatchNode("a", color: red)
    let stage = try stage(node)
    let errors = Log()
    stage.onError = { errors.note("\($0.activity)") }
    node.update {
      $0.wanted = Size(30, 20)
      $0.fails = true
    }
    try stage.settle()
    #expect(errors.all == ["draw"])
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#ff0000")
  }

  @Test func manyNodesThatChangeAreDrawnAfterTheirLayout() throws {
    let root = BoxNode()
    let nodes = (0..<EarlyDraws.limit * 3).map { i in PatchNode("n", color: red).placed(Double(i), 0, 1, 1) }
    for node in nodes { root.addSubnode(node) }
    let stage = try manualStage(100, 10, root: root)
    try stage.settle()
    let before = stage.statistics
    for node in nodes {
      node.update {
        $0.wanted = Size(11, 10)
        $0.color = green
      }
    }
    try stage.settle()
    #expect(stage.statistics.draws - before.draws == nodes.count)
    for i in nodes.indices { #expect(stage.framebuffer.color(x: i, y: 0).hex == "#00ff00") }
  }

  // MARK: Many nodes

  /// Creates a stage of many nodes on `pool`, all drawn once, with `seconds` as the recorded time of each draw.
  private func crowd(_ pool: WorkerPool, seconds: Double = 0.0001, log: Log? = nil) throws -> (stage: Stage, nodes: [PatchNode]) {
    let root = BoxNode()
    let nodes = (0..<100).map { i in PatchNode("\(i)", color: red, log: log) }
    for (i, node) in nodes.enumerated() {
      node.style.position = .absolute
      node.style.inset = LayoutEdges(top: .points(Double(i / 10 * 10)), left: .points(Double(i % 10 * 10)))
      root.addSubnode(node)
    }
    let stage = try Stage(size: Size(100, 100), root: root, clock: ManualClock(), workers: pool, background: .white)
    try stage.settle()
    pool.waitUntilIdle()
    for state in try #require(stage.loop.tree).states where state.drawSeconds != nil { state.drawSeconds = seconds }
    return (stage, nodes)
  }

  /// Changes all nodes, and turns the loop until the changes are visible. Returns the number of draws with the layout, and of painted
  /// frames.
  private func change(_ stage: Stage, _ nodes: [PatchNode], _ pool: WorkerPool) throws -> (early: Int, painted: Int) {
    let before = stage.statistics
    for (i, node) in nodes.enumerated() {
      node.update {
        $0.wanted = Size(Double(3 + i % 7), Double(4 + i % 5))
        $0.color = green
      }
    }
    try stage.frame()
    pool.waitUntilIdle()
    if pool.threadCount == 0 { pool.runAll() }
    try stage.frame()
    let early = stage.statistics.draws - before.draws
    pool.waitUntilIdle()
    try stage.settle()
    #expect(stage.statistics.draws - before.draws == nodes.count)
    return (early, stage.statistics.paintedFrames - before.paintedFrames)
  }

  @Test func workersThatHaveNothingToDoDrawManyNodesWithTheirLayout() throws {
    // So many threads that one is always idle, whatever wakes the others.
    let (log, pool) = (Log(), WorkerPool(threads: 8))
    let (stage, nodes) = try crowd(pool, log: log)
    log.clear()
    let (early, painted) = try change(stage, nodes, pool)
    #expect(early == nodes.count)
    #expect(painted == 1)
    for i in nodes.indices { #expect(log.count("draw \(i)") == 1) }
  }

  @Test func oneWorkerDrawsFewOfThemWithTheirLayout() throws {
    for threads in [0, 1] {
      let pool = WorkerPool(threads: threads)
      let (stage, nodes) = try crowd(pool)
      let early = try change(stage, nodes, pool).early
      #expect(early <= EarlyDraws.limit, "\(threads) workers")
    }
  }

  @Test func drawsThatTakeLongDoNotKeepTheLayoutWaiting() throws {
    let pool = WorkerPool(threads: 2)
    // In the first case each draw is fast enough but their sum is not; in the second, none is.
    for seconds in [EarlyDraws.budget / 2, 0.1] {
      let (stage, nodes) = try crowd(pool, seconds: seconds)
      let early = try change(stage, nodes, pool).early
      #expect(early <= 2, "\(seconds) s each")
    }
  }

  @Test func workersThatAreBusyAreNotWaitedFor() throws {
    let pool = WorkerPool(threads: 2)
    let (stage, nodes) = try crowd(pool)
    let (gate, begun) = (Lock(), Locked(false))
    gate.lock()
    pool.submit(.composite) {
      begun.withLock { $0 = true }
      gate.withLock {}
    }
    while !begun.withLock({ $0 }) {}
    for node in nodes { node.wanted = Size(5, 5) }
    try stage.frame()
    let before = stage.statistics
    stage.inbox.waitForSignal()
    try stage.frame()
    #expect(stage.statistics.layouts == before.layouts + 1)
    #expect(stage.statistics.draws - before.draws <= EarlyDraws.limit)
    gate.unlock()
    try stage.settle()
    #expect(stage.statistics.draws - before.draws == nodes.count)
  }

  @Test func aNodeThatChangesDuringAnEarlyDrawIsDrawnAgain() throws {
    let pool = WorkerPool(threads: 2)
    let (stage, nodes) = try crowd(pool)
    for node in nodes { node.wanted = Size(5, 5) }
    try stage.frame()
    pool.waitUntilIdle()
    // Drawn in red, but not on the screen yet.
    nodes[37].color = green
    try stage.settle()
    #expect(stage.framebuffer.color(x: 71, y: 31).hex == "#00ff00")
    #expect(stage.framebuffer.color(x: 81, y: 31).hex == "#ff0000")
  }

  @Test func theNumberOfWorkersDoesNotAffectPixels() throws {
    let pictures = try [0, 1, 2, 8].map { threads in
      let pool = WorkerPool(threads: threads)
      let (stage, nodes) = try crowd(pool)
      _ = try change(stage, nodes, pool)
      return (threads, stage.framebuffer, nodes.map(\.frame))
    }
    for (threads, picture, frames) in pictures {
      #expect(frames == pictures[0].2, "\(threads) workers")
      #expect(try pixelDifference(picture, pictures[0].1).count == 0, "\(threads) workers")
    }
  }
}
