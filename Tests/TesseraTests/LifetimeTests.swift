import Testing
@testable import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender

/// Release of nodes and stages.
@Suite struct LifetimeTests {
  private let leaving = ["visible>display", "display>preload", "preload>measured", "measured>idle"]

  @Test func nodesOfADroppedStageGoBackToIdle() throws {
    let log = Log()
    let node = PatchNode("a", log: log)
    var stage: Stage? = try manualStage(root: node)
    try stage?.settle()
    log.clear()
    stage = nil
    #expect(node.interfaceState == .idle)
    #expect(log.all == leaving.map { "a " + $0 })
  }

  @Test func nodesOfAReplacedRootGoBackToIdleOnce() throws {
    let log = Log()
    let node = PatchNode("a", log: log)
    var stage: Stage? = try manualStage(root: node)
    try stage?.settle()
    log.clear()
    stage?.root = BoxNode()
    try stage?.settle()
    #expect(log.all == leaving.map { "a " + $0 })
    stage = nil
    #expect(log.all.count == 4)
  }

  @Test func aNodeThatMovedToAnotherStageStaysVisibleThere() throws {
    let log = Log()
    let node = PatchNode("a", log: log)
    let first = BoxNode()
    first.addSubnode(node)
    let a = try manualStage(root: first)
    try a.settle()
    let second = BoxNode()
    second.addSubnode(node)
    let b = try manualStage(root: second)
    log.clear()
    try b.settle()
    try a.settle()
    #expect(node.interfaceState == .visible)
    // No state is skipped, whichever is released first.
    var state = "visible"
    for step in log.all.filter({ $0.contains(">") }) {
      let names = step.dropFirst(2).split(separator: ">").map(String.init)
      #expect(names[0] == state)
      state = names[1]
    }
    #expect(state == "visible")
  }

  @Test func aChangeForOneStageIsNotAppliedByItsFormerStage() throws {
    let node = PatchNode("a", color: Color(rgb: 0xFF0000)).placed(0, 0, 20, 20)
    let (first, second) = (BoxNode(), BoxNode())
    first.addSubnode(node)
    let a = try manualStage(root: first)
    let b = try manualStage(root: second)
    try a.settle()
    node.color = Color(rgb: 0x00FF00)
    second.addSubnode(node)
    try b.settle()
    // This change is reported to `a`; pending work is for `b`.
    node.color = Color(rgb: 0x0000FF)
    try a.settle()
    try b.settle()
    #expect(b.framebuffer.color(x: 5, y: 5).hex == "#0000ff")
  }

  @Test func aRootThatMovedToAnotherStageStaysThere() throws {
    let root = PatchNode("a", color: Color(rgb: 0xFF0000))
    var a: Stage? = try manualStage(root: root)
    try a?.settle()
    let b = try manualStage(root: root)
    a = nil
    try b.settle()
    root.color = Color(rgb: 0x0000FF)
    try b.settle()
    #expect(b.framebuffer.color(x: 5, y: 5).hex == "#0000ff")
  }

  @Test func aSubnodeThatBecomesRootLeavesItsParent() throws {
    let parent = BoxNode()
    let child = PatchNode("a")
    parent.addSubnode(child)
    let stage = try manualStage(root: parent)
    try stage.settle()
    stage.root = child
    try stage.settle()
    #expect(child.supernode == nil)
    #expect(parent.subnodes.isEmpty)
    child.color = .black
    try stage.settle()
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#000000")
  }

  @Test(arguments: [0, 1]) func aRemovedNodeAndItsPixelsAreFreed(threads: Int) throws {
    let root = BoxNode()
    let stage = try manualStage(root: root, threads: threads)
    weak var gone: AnyNode?
    do {
      let node = PatchNode("a").placed(0, 0, 50, 50)
      gone = node
      root.addSubnode(node)
    }
    try stage.settle()
    #expect(stage.statistics.contentsBytes > 0)
    root.subnodes[0].removeFromSupernode()
    try stage.settle()
    stage.drainWorkers()
    // A worker releases the old tree, with the lowest priority.
    if threads > 0 { stage.workers.waitUntilIdle() }
    try stage.frame()
    #expect(gone == nil)
    #expect(stage.statistics.contentsBytes == 0)
  }

  @Test func aStageDroppedWhileJobsWaitLeavesNothingBehind() throws {
    weak var link: StageLink?
    weak var inbox: StageInbox?
    weak var node: AnyNode?
    let workers = WorkerPool(threads: 0)
    do {
      let root = PatchNode("a")
      node = root
      let stage = try Stage(size: Size(50, 50), root: root, clock: ManualClock(), workers: workers, background: .white)
      link = stage.link
      inbox = stage.inbox
      try stage.frame()
      workers.runAll()
      try stage.frame()
    }
    workers.runAll()
    #expect(node == nil)
    #expect(link == nil)
    #expect(inbox == nil)
  }

  @Test func aChainOfAHundredThousandNodesIsDroppedWithoutRecursion() {
    weak var last: AnyNode?
    do {
      var top: AnyNode = BoxNode()
      last = top
      for _ in 0..<100_000 {
        let next = BoxNode()
        next.addSubnode(top)
        top = next
      }
    }
    #expect(last == nil)
  }
}
