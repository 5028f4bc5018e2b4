import TesseraGeometry
import TesseraRender
import Testing

@testable import Tessera

/// Drawing of subtrees and release of their contents, as controlled by a program.
@Suite struct DrawControlTests {
  private static let white = "#ffffff"

  private func stage(_ log: Log, count: Int = 3) throws -> (stage: Stage, box: BoxNode, nodes: [PatchNode]) {
    let (root, box) = (BoxNode(), BoxNode())
    let nodes = (0..<count).map { PatchNode("\($0)", color: .black, log: log).placed(Double($0) * 10, 0, 10, 10) }
    for node in nodes { box.addSubnode(node) }
    root.addSubnode(box)
    return (try manualStage(root: root), box, nodes)
  }

  private func draws(_ log: Log) -> [String] { log.all.filter { $0.hasPrefix("draw ") } }

  @Test func aSuspendedSubtreeKeepsItsPictureAndIsDrawnOnceOnResume() throws {
    let log = Log()
    let (stage, box, nodes) = try stage(log)
    try stage.settle()
    log.clear()
    box.suspendsDrawing = true
    for step in 1...3 {
      nodes[0].color = Color(rgb: UInt32(step))
      try stage.settle()
    }
    #expect(draws(log).isEmpty && stage.framebuffer.color(x: 5, y: 5).hex == "#000000")
    #expect(!stage.hasWorkUnderWay)
    box.suspendsDrawing = false
    try stage.settle()
    #expect(draws(log) == ["draw 0"] && stage.framebuffer.color(x: 5, y: 5).hex == "#000003")
  }

  @Test func suspendingDropsARunningDrawWithoutAPaint() throws {
    let log = Log()
    let (stage, box, nodes) = try stage(log)
    try stage.settle()
    nodes[1].color = Color(rgb: 0xFF0000)
    try stage.frame()
    box.suspendsDrawing = true
    #expect(try !stage.frame())
    stage.workers.runAll()
    #expect(try !stage.frame())
    #expect(stage.framebuffer.color(x: 15, y: 5).hex == "#000000")
    box.suspendsDrawing = false
    try stage.settle()
    #expect(stage.framebuffer.color(x: 15, y: 5).hex == "#ff0000")
  }

  @Test func nodesAddedSuspendedAreDrawnLater() throws {
    let log = Log()
    let (stage, box, _) = try stage(log)
    box.suspendsDrawing = true
    try stage.settle()
    #expect(draws(log).isEmpty)
    box.suspendsDrawing = false
    try stage.settle()
    #expect(draws(log) == ["draw 0", "draw 1", "draw 2"])
  }

  @Test func drawsOfAHigherPriorityBeginFirst() throws {
    let log = Log()
    let (stage, box, nodes) = try stage(log, count: 6)
    nodes[4].drawPriority = 2
    nodes[5].drawPriority = 1
    nodes[1].drawPriority = -1
    try stage.settle()
    #expect(draws(log) == ["4", "5", "0", "2", "3", "1"].map { "draw " + $0 })
    log.clear()
    // A node without a priority inherits that of its supernode.
    box.drawPriority = 1
    for node in nodes { node.color = Color(rgb: 0xFF) }
    try stage.settle()
    #expect(draws(log) == ["4", "0", "2", "3", "5", "1"].map { "draw " + $0 })
  }

  @Test func hiddenContentsCanBeDropped() throws {
    let log = Log()
    let (stage, box, nodes) = try stage(log)
    try stage.settle()
    func kept() -> Int { stage.memoryUse.shares.first { $0.name == "contents" }?.bytes ?? 0 }
    let before = kept()
    log.clear()
    box.dropContents()
    try stage.settle()
    #expect(kept() == before && draws(log).isEmpty, "what is seen stays")
    nodes[2].suspendsDrawing = true
    box.dropContents()
    try stage.settle()
    #expect(kept() == before * 2 / 3 && stage.framebuffer.color(x: 25, y: 5).hex == Self.white)
    nodes[2].suspendsDrawing = false
    try stage.settle()
    #expect(kept() == before && draws(log) == ["draw 2"] && stage.framebuffer.color(x: 25, y: 5).hex == "#000000")
  }

  @Test func dataCanBeLoadedAndReleasedExplicitly() throws {
    let log = Log()
    let (stage, box, nodes) = try stage(log, count: 1)
    nodes[0].onPreload { log.note("load") }
    nodes[0].onPreloadClear { log.note("clear") }
    func told() -> [String] { log.all.filter { $0 == "load" || $0 == "clear" } }
    try stage.settle()
    #expect(told() == ["load"])
    box.setNeedsPreload()
    try stage.settle()
    #expect(told() == ["load", "load"])
    box.clearPreloaded()
    try stage.settle()
    #expect(told() == ["load", "load", "clear"])
    nodes[0].removeFromSupernode()
    try stage.settle()
    #expect(told() == ["load", "load", "clear", "clear"])
  }

  @Test func aPlaceholderIsKeptWhileDataAreLoading() throws {
    let log = Log()
    let (stage, box, nodes) = try stage(log)
    box.style.width = 30
    box.style.height = 10
    box.placeholder = Placeholder(.color(Color(rgb: 0x00FF00)))
    nodes[1].keepsPlaceholder = true
    try stage.settle()
    #expect(draws(log).count == 3 && !stage.hasWorkUnderWay)
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#00ff00")
    nodes[1].keepsPlaceholder = false
    try stage.settle()
    #expect(draws(log).count == 3 && stage.framebuffer.color(x: 5, y: 5).hex == "#000000")
    // Visible content is not replaced by the placeholder again.
    nodes[1].keepsPlaceholder = true
    nodes[0].color = Color(rgb: 0xFF0000)
    try stage.settle()
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#ff0000")
  }

  @Test func theLoopDoesNotWaitForDataThatAreLoading() throws {
    let log = Log()
    let (stage, box, nodes) = try stage(log)
    box.neverShowsPlaceholder = true
    nodes[0].keepsPlaceholder = true
    try stage.settle()
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == Self.white)
    nodes[0].keepsPlaceholder = false
    try stage.settle()
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#000000")
  }
}
