import Testing
@testable import Tessera
import TesseraGeometry
import TesseraRender

/// A layout job draws what it changed, where that was quick before: layout and content are adopted in one turn.
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

  @Test func aNodeOfAnotherSizeIsSeenWithItsNewContentInOneTurnAndPaintedOnce() throws {
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
    // The layout is finished and has drawn the red; nobody has seen it yet.
    stage.drainWorkers()
    node.update {
      $0.color = green
      // The same size in pixels, so that nothing but the mark says that it is to be drawn.
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
}
