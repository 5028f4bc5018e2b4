import Testing
@testable import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender

@Suite struct StageTests {
  @Test func nodesAreDrawnWhereLayoutPutsThem() throws {
    let root = BoxNode()
    root.addSubnode(PatchNode("a", color: Color(rgb: 0xFF0000)).placed(10, 20, 30, 40))
    let stage = try manualStage(root: root)
    try stage.settle()
    #expect(stage.framebuffer.color(x: 9, y: 20).hex == "#ffffff")
    #expect(stage.framebuffer.color(x: 10, y: 20).hex == "#ff0000")
    #expect(stage.framebuffer.color(x: 39, y: 59).hex == "#ff0000")
    #expect(stage.framebuffer.color(x: 40, y: 59).hex == "#ffffff")
    #expect(root.subnodes[0].frame == Rect(10, 20, 30, 40))
  }

  @Test func interfaceStatesAreEnteredAndLeftOneAtATimeParentsFirst() throws {
    let log = Log()
    let root = PatchNode("root", log: log)
    let child = PatchNode("child", log: log)
    root.addSubnode(child)
    let stage = try manualStage(root: root)
    try stage.settle()
    let enter = ["root idle>measured", "child idle>measured", "root measured>preload", "root preload>display", "root display>visible"]
    let states = log.all.filter { $0.contains(">") }
    #expect(states == enter + ["child measured>preload", "child preload>display", "child display>visible"])
    #expect(child.interfaceState == .visible)
    log.clear()
    child.removeFromSupernode()
    try stage.settle()
    #expect(
      log.all.filter { $0.contains(">") } == [
        "child visible>display", "child display>preload", "child preload>measured", "child measured>idle",
      ])
  }

  @Test func nodesOutsideOfTheScreenAreMeasuredButNotDrawn() throws {
    let log = Log()
    let root = BoxNode()
    let far = PatchNode("far", log: log).placed(500, 0, 10, 10)
    root.addSubnode(far)
    let stage = try manualStage(root: root)
    try stage.settle()
    #expect(far.interfaceState == .measured)
    #expect(log.count("draw far") == 0)
    far.style.inset = LayoutEdges(top: .points(5), left: .points(5))
    try stage.settle()
    #expect(far.interfaceState == .visible)
    #expect(log.count("draw far") == 1)
    far.isHidden = true
    try stage.settle()
    #expect(far.interfaceState == .measured)
  }

  @Test func oneChangeAmongAThousandDrawsOneNodeAndRepaintsItsBox() throws {
    let root = BoxNode()
    var nodes: [PatchNode] = []
    for i in 0..<1000 {
      nodes.append(PatchNode("n").placed(Double(i % 40) * 10, Double(i / 40) * 10, 9, 9))
      root.addSubnode(nodes[i])
    }
    let stage = try manualStage(400, 300, root: root)
    try stage.settle()
    let before = stage.statistics
    #expect(before.draws == 1000)
    nodes[500].color = Color(rgb: 0x00FF00)
    try stage.settle()
    let after = stage.statistics
    #expect(after.draws - before.draws == 1)
    #expect(after.layouts == before.layouts)
    #expect(after.damagedPixels - before.damagedPixels == 81)
    #expect(stage.framebuffer.color(x: 20 * 10 + 4, y: 12 * 10 + 4).hex == "#00ff00")
  }

  @Test func anIdleStagePaintsAndRequestsNothing() throws {
    let root = BoxNode()
    root.addSubnode(PatchNode("a"))
    let stage = try manualStage(root: root)
    try stage.settle()
    let before = stage.statistics
    #expect(try stage.frame() == false)
    #expect(stage.statistics.damageRects == before.damageRects)
    #expect(stage.statistics.layouts == before.layouts)
  }

  @Test func settingAnEqualValueInvalidatesNothing() throws {
    let node = PatchNode("a")
    let stage = try manualStage(root: node)
    try stage.settle()
    let before = stage.statistics
    node.color = node.color
    node.opacity = 1
    node.style = node.style
    node.value = node.value
    try stage.settle()
    #expect(stage.statistics.draws == before.draws)
    #expect(stage.statistics.layouts == before.layouts)
    #expect(stage.statistics.damageRects == before.damageRects)
  }

  @Test func opacityAndBackgroundCostNoDraw() throws {
    let log = Log()
    let root = BoxNode()
    let node = PatchNode("a", color: .black, log: log).placed(0, 0, 50, 50)
    root.addSubnode(node)
    let stage = try manualStage(root: root)
    try stage.settle()
    log.clear()
    node.opacity = 0.5
    try stage.settle()
    #expect(log.all.isEmpty)
    let grey = stage.framebuffer.color(x: 10, y: 10)
    #expect(abs(grey.red - 0.5) < 0.01)
  }

  @Test func aResultOlderThanTheNewestChangeIsNeverShown() throws {
    let log = Log()
    let node = PatchNode("a", color: Color(rgb: 0xFF0000), log: log)
    let stage = try manualStage(root: node)
    try stage.frame()
    stage.drainWorkers()
    try stage.frame()
    // The draw of red waits; the colour changes before it runs.
    node.color = Color(rgb: 0x0000FF)
    try stage.frame()
    try stage.settle()
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#0000ff")
    #expect(stage.statistics.droppedDraws == 1)
  }

  /// A chart or a map whose value is animated: each draw ends before the next frame, which changes the value again.
  @Test func contentThatChangesInEachFrameIsShownInEach() throws {
    let node = PatchNode("a")
    let stage = try manualStage(root: node)
    try stage.settle()
    let before = stage.statistics
    for i in 1...20 {
      node.color = Color(rgb: UInt32(i))
      #expect(try stage.frame() == (i > 1))
      stage.drainWorkers()
      if i > 1 { #expect(stage.framebuffer.color(x: 5, y: 5).hex == Color(rgb: UInt32(i - 1)).hex) }
    }
    #expect(stage.statistics.draws == before.draws + 19 && stage.statistics.droppedDraws == before.droppedDraws)
  }

  @Test func aNodeThatChangesWithEveryFrameIsShown() throws {
    let node = PatchNode("a")
    let stage = try manualStage(root: node)
    try stage.frame()
    stage.drainWorkers()
    for i in 0..<20 {
      node.color = Color(rgb: UInt32(i * 10 + 1))
      try stage.frame()
      // The job ends only after the next change.
      node.color = Color(rgb: UInt32(i * 10 + 2))
      try stage.frame()
      stage.drainWorkers()
    }
    #expect(stage.statistics.draws >= 3)
  }

  @Test func aDrawThatFailsKeepsThePictureAndIsReported() throws {
    let errors = Log()
    let node = PatchNode("a", color: Color(rgb: 0xFF0000))
    node.id = "hero"
    let stage = try manualStage(root: node)
    stage.onError = { errors.note("\($0)") }
    try stage.settle()
    node.update {
      $0.fails = true
      $0.color = .black
    }
    try stage.settle()
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#ff0000")
    #expect(errors.all.count == 1)
    #expect(errors.all.first?.contains("patch `hero`") == true)
    #expect(stage.statistics.failedDraws == 1)
  }

  @Test(arguments: [true, false])
  func aFailingNodeLeavesTheRestOfThePicture(rasterized: Bool) throws {
    let errors = Log()
    let root = BoxNode()
    let (good, bad) = (PatchNode("good", color: .black).placed(0, 0, 20, 20), PatchNode("bad").placed(40, 40, 20, 20))
    bad.fails = true
    bad.id = "hero"
    for node in [bad, good] { root.addSubnode(node) }
    if rasterized { root.rasterizesSubtree = true } else { for node in [good, bad] { node.drawsDirectly = true } }
    let stage = try manualStage(root: root)
    stage.onError = { errors.note("\($0)") }
    try stage.settle()
    stage.setNeedsRepaint()
    try stage.settle()
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#000000")
    #expect(errors.all.count == 1)
    #expect(errors.all.first?.contains("patch `hero`") == true)
    bad.fails = false
    bad.color = .black
    try stage.settle()
    #expect(stage.framebuffer.color(x: 45, y: 45).hex == "#000000")
  }

  @Test func contentThatReachesBeyondTheBoxIsPaintedAndCleared() throws {
    let root = BoxNode()
    let node = PatchNode("a", color: .black).placed(40, 40, 20, 20)
    node.bleed = 5
    root.addSubnode(node)
    let stage = try manualStage(root: root)
    try stage.settle()
    #expect(stage.framebuffer.color(x: 36, y: 36).hex == "#000000")
    node.style.inset = LayoutEdges(top: .points(0), left: .points(0))
    try stage.settle()
    #expect(stage.framebuffer.color(x: 36, y: 36).hex == "#ffffff")
    #expect(stage.framebuffer.color(x: 24, y: 24).hex == "#000000")
  }

  @Test(arguments: [0.0, 1, 33.3]) func aStageOfAnySizeHasADefinedPicture(side: Double) throws {
    let stage = try manualStage(side, side, root: PatchNode("a"))
    try stage.settle()
    #expect(stage.framebuffer.width == Int(side.rounded()))
  }

  @Test(arguments: [Size(.nan, 10), Size(-1, 10), Size(.infinity, 10), Size(1e6, 10)])
  func aStageOfAnImpossibleSizeIsRefused(size: Size) {
    #expect(throws: RenderError.self) { try Stage(size: size, workers: WorkerPool(threads: 0), background: .white) }
  }

  @Test(arguments: [0.0, -1, .nan, .infinity, 65]) func anImpossibleScaleIsRefused(scale: Double) {
    #expect(throws: RenderError.self) { try Stage(size: Size(10, 10), scale: scale, workers: WorkerPool(threads: 0), background: .white) }
  }

  @Test func tenThousandLevelsOfNestingAreCutAndReported() throws {
    let errors = Log()
    // Built from the bottom: adding to the lowest of n nodes checks all supernodes for a cycle.
    var root = BoxNode()
    for _ in 0..<10_000 {
      let above = BoxNode()
      above.addSubnode(root)
      root = above
    }
    let stage = try Stage(size: Size(100, 100), root: root, clock: ManualClock(), workers: WorkerPool(threads: 1), background: .white)
    stage.onError = { errors.note("\($0)") }
    try stage.settle()
    #expect(stage.statistics.nodes == 1024)
    #expect(errors.all.count == 1)
    // Remove nodes from the top: releasing a chain of ten thousand references would recurse that deep.
    var node: AnyNode? = root
    while let current = node {
      node = current.subnodes.first
      node?.removeFromSupernode()
    }
  }

  @Test func nodesWithImpossibleSizesAreHarmless() throws {
    let root = BoxNode()
    for wanted in [Size(.nan, .nan), Size(.infinity, 5), Size(-5, 1e12), Size(1e300, 1e300)] {
      let node = PatchNode("odd")
      node.wanted = wanted
      root.addSubnode(node)
    }
    let stage = try manualStage(root: root)
    stage.onError = { _ in }
    try stage.settle()
    #expect(root.subnodes.allSatisfy { $0.frame.isFinite })
  }

  @Test func changingSizeAndScaleRepaints() throws {
    let log = Log()
    let root = BoxNode()
    root.addSubnode(PatchNode("a", log: log).placed(0, 0, 10, 10))
    let stage = try manualStage(root: root)
    try stage.settle()
    try stage.resize(to: Size(50, 40), scale: 2)
    try stage.settle()
    #expect(stage.framebuffer.width == 100)
    #expect(stage.framebuffer.height == 80)
    #expect(stage.framebuffer.color(x: 19, y: 19).hex == "#3366cc")
    #expect(stage.framebuffer.color(x: 20, y: 19).hex == "#ffffff")
    #expect(log.count("draw a") == 2)
  }

  @Test func rawFramebuffersAreFilledInTheirFormat() throws {
    let root = BoxNode()
    root.background = .color(Color(rgb: 0xFF0000))
    let stage = try manualStage(4, 3, root: root)
    var memory = [UInt8](repeating: 0x11, count: 3 * 10)
    try memory.withUnsafeMutableBytes { raw in
      try stage.render(into: raw.baseAddress!, width: 4, height: 3, stride: 10, format: .rgb565)
    }
    #expect(Array(memory[0..<8]) == [0x00, 0xF8, 0x00, 0xF8, 0x00, 0xF8, 0x00, 0xF8])
    #expect(Array(memory[8..<10]) == [0x11, 0x11])
    #expect(throws: RenderError.self) {
      try memory.withUnsafeMutableBytes { raw in
        try stage.render(into: raw.baseAddress!, width: 4, height: 3, stride: 7, format: .rgb565)
      }
    }
  }

  @Test func aTreeRendersWithOneAwait() async throws {
    let root = BoxNode()
    root.addSubnode(PatchNode("a", color: Color(rgb: 0x00FF00)).placed(0, 0, 5, 5))
    let picture = try await root.rendered(size: Size(10, 10), scale: 2)
    #expect(picture.width == 20)
    #expect(picture.color(x: 9, y: 9).hex == "#00ff00")
    #expect(picture.color(x: 15, y: 15).alpha == 0)
  }
}
