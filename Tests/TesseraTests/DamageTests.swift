import Testing
@testable import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender

/// Incremental painting gives the same screen as a new stage.
@Suite struct DamageTests {
  /// Repaints everything and returns whether no pixel changed.
  private func isWhole(_ stage: Stage) throws -> Bool {
    try stage.settle()
    let before = bytes(stage.framebuffer)
    stage.setNeedsRepaint()
    try stage.settle()
    return bytes(stage.framebuffer) == before
  }

  @Test func contentIsDrawnAgainForAnotherScaleOfTheSamePixels() throws {
    let log = Log()
    let node = PatchNode("a", log: log)
    let stage = try manualStage(40, 40, root: node)
    try stage.settle()
    let scales = Log()
    node.drawHook = Patch.Hook(id: 1) { scales.note("\($0.scale) \($0.size.width)") }
    try stage.settle()
    scales.clear()
    try stage.resize(to: Size(20, 20), scale: 2)
    try stage.settle()
    #expect(scales.all == ["2.0 20.0"])
    stage.direction = .rtl
    try stage.settle()
    #expect(scales.all.count == 2)
  }

  @Test func contentIsDrawnAgainForAnotherLogicalSizeInTheSamePixels() throws {
    let sizes = Log()
    let node = PatchNode("a").placed(0, 0, 10.1, 10)
    node.drawHook = Patch.Hook(id: 1) { sizes.note("\($0.size.width)") }
    let root = BoxNode()
    root.addSubnode(node)
    let stage = try manualStage(root: root)
    try stage.settle()
    node.style.width = .points(10.3)
    try stage.settle()
    #expect(sizes.all == ["10.1", "10.3"])
  }

  @Test func aChangeOfAreaIsNotLostBehindAnotherChangeWhileALayoutRuns() throws {
    let root = BoxNode()
    let node = PatchNode("a").placed(40, 40, 20, 20)
    root.addSubnode(node)
    let stage = try manualStage(root: root)
    try stage.settle()
    root.setNeedsLayout()
    try stage.frame()
    // The layout has its copy of the tree, but its result is not adopted yet.
    stage.drainWorkers()
    node.shadow = Shadow(color: .black, offset: Point(20, 0), radius: 0)
    node.transform = .translation(0, 30)
    root.setNeedsLayout()
    // Another turn of the loop that reads only the opacity, while the layout is running.
    var mail = StageInbox.Messages()
    stage.inbox.drain(into: &mail)
    try stage.frame()
    node.opacity = 0.9
    try stage.frame()
    if let layout = mail.layout { stage.inbox.post(layout) }
    #expect(try isWhole(stage))
    #expect(stage.framebuffer.color(x: 70, y: 85).hex != "#ffffff")
  }

  @Test(arguments: [true, false]) func aNodeMovedIntoOrOutOfARasterizedSubtreeIsShownOnce(isMovedIn: Bool) throws {
    let root = BoxNode()
    let raster = BoxNode().placed(0, 0, 50, 50)
    raster.rasterizesSubtree = true
    raster.addSubnode(PatchNode("under", color: Color(rgb: 0x00FF00)).placed(0, 0, 50, 50))
    let plain = BoxNode().placed(0, 0, 50, 50)
    root.addSubnode(plain)
    root.addSubnode(raster)
    let node = PatchNode("a", color: Color(rgb: 0xFF0000)).placed(10, 10, 20, 20)
    (isMovedIn ? plain : raster).addSubnode(node)
    let stage = try manualStage(root: root)
    try stage.settle()
    #expect(stage.framebuffer.color(x: 15, y: 15).hex == (isMovedIn ? "#00ff00" : "#ff0000"))
    (isMovedIn ? raster : plain).addSubnode(node)
    try stage.settle()
    #expect(stage.framebuffer.color(x: 15, y: 15).hex == (isMovedIn ? "#ff0000" : "#00ff00"))
  }

  @Test func theOrderOfNodesInARasterizedSubtreeIsFollowed() throws {
    let root = BoxNode()
    root.rasterizesSubtree = true
    let red = PatchNode("red", color: Color(rgb: 0xFF0000)).placed(0, 0, 20, 20)
    let blue = PatchNode("blue", color: Color(rgb: 0x0000FF)).placed(0, 0, 20, 20)
    root.addSubnode(red)
    root.addSubnode(blue)
    let stage = try manualStage(root: root)
    try stage.settle()
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#0000ff")
    root.addSubnode(red)
    try stage.settle()
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#ff0000")
  }

  @Test func aRootThatRasterizesFollowsItsOwnProperties() throws {
    let root = BoxNode()
    root.rasterizesSubtree = true
    root.style.width = .points(50)
    root.style.height = .points(50)
    root.addSubnode(PatchNode("a", color: .black).placed(40, 40, 20, 20))
    let stage = try manualStage(root: root)
    try stage.settle()
    #expect(stage.framebuffer.color(x: 55, y: 55).hex == "#000000")
    root.clipsToBounds = true
    try stage.settle()
    #expect(stage.framebuffer.color(x: 55, y: 55).hex == "#ffffff")
  }

  @Test func aRunningDrawDoesNotReplaceDirectDrawing() throws {
    let root = BoxNode()
    let node = PatchNode("a", color: Color(rgb: 0xFF0000)).placed(0, 0, 20, 20)
    root.addSubnode(node)
    let stage = try manualStage(root: root)
    try stage.settle()
    node.color = Color(rgb: 0x00FF00)
    try stage.frame()
    node.drawsDirectly = true
    try stage.frame()
    // The layout runs first; the draw of green waits.
    #expect(stage.workers.runOne(from: .layout, through: .layout))
    try stage.frame()
    node.color = Color(rgb: 0x0000FF)
    try stage.settle()
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#0000ff")
  }

  @Test(arguments: [true, false]) func aPlaceholderIsRemovedIfThereIsNothingToDraw(isBox: Bool) throws {
    let root = BoxNode()
    let empty = PatchNode("a").placed(0, 0, 20, 20)
    empty.kind = .none
    let node: AnyNode = isBox ? BoxNode().placed(0, 0, 20, 20) : empty
    node.placeholder = Placeholder(.color(Color(rgb: 0x00FF00)), fadeDuration: 0)
    root.addSubnode(node)
    let stage = try manualStage(root: root)
    try stage.settle()
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#ffffff")
    #expect(try isWhole(stage))
  }

  @Test func aChangeOfASpecSubnodeIsDetectedBeforeAdoption() throws {
    let inner = PatchNode("inner").placed(0, 0, 20, 20)
    let holder = Node(Holder(child: inner))
    let stage = try manualStage(root: holder)
    try stage.frame()
    stage.drainWorkers()
    inner.opacity = 0
    inner.shadow = Shadow(color: .black, offset: Point(50, 0), radius: 0)
    try stage.settle()
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#ffffff")
    inner.opacity = 1
    #expect(try isWhole(stage))
    #expect(stage.framebuffer.color(x: 60, y: 5).hex == "#000000")
  }

  @Test func subnodesThatASpecNoLongerNamesLeaveTheScreen() throws {
    let log = Log()
    let inner = PatchNode("inner", log: log).placed(0, 0, 20, 20)
    let holder = Node(Holder(child: inner))
    let stage = try manualStage(root: holder)
    try stage.settle()
    #expect(stage.framebuffer.color(x: 5, y: 5).hex != "#ffffff")
    holder.child = nil
    try stage.settle()
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#ffffff")
    #expect(inner.interfaceState == .idle)
    #expect(inner.supernode == nil)
  }

  @Test func contentOfARasterizedSubtreeIsShownBelowAnInvisibleBox() throws {
    let root = BoxNode()
    let raster = BoxNode().placed(200, 0, 10, 10)
    raster.rasterizesSubtree = true
    raster.addSubnode(PatchNode("a", color: .black).placed(-150, 0, 20, 20))
    root.addSubnode(raster)
    let stage = try manualStage(root: root)
    try stage.settle()
    #expect(stage.framebuffer.color(x: 55, y: 5).hex == "#000000")
  }

  @Test func aRasterizedSubtreeKeepsOneBuffer() throws {
    let root = BoxNode()
    root.addSubnode(PatchNode("a").placed(0, 0, 50, 50))
    let stage = try manualStage(root: root)
    try stage.settle()
    root.rasterizesSubtree = true
    try stage.settle()
    #expect(stage.statistics.contentsBytes == 100 * 100 * 4)
    root.rasterizesSubtree = false
    try stage.settle()
    #expect(stage.statistics.contentsBytes < 100 * 100 * 4)
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#3366cc")
  }
}

/// A composite with one node, or a leaf.
struct Holder: NodeType {
  static let typeName = "holder"
  static let traits: NodeTraits = .drawsNothing
  var child: AnyNode?
  func layout(in context: LayoutContext) -> (any LayoutElement)? { child }
}
