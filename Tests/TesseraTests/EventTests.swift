import TesseraRender
import Testing
import Tessera
import TesseraGeometry
import TesseraLayout

@Suite struct EventTests {
  @Test func theTopmostNodeIsHitThenItsParents() throws {
    let log = Log()
    let parent = PatchNode("parent", log: log).placed(10, 10, 80, 80)
    parent.handles = true
    let child = PatchNode("child", log: log).placed(10, 10, 20, 20)
    parent.addSubnode(child)
    let root = BoxNode()
    root.addSubnode(parent)
    let stage = try manualStage(root: root)
    try stage.settle()
    log.clear()
    stage.send(.touch(Touch(phase: .began, location: Point(25, 26))))
    stage.send(.touch(Touch(phase: .moved, location: Point(95, 95))))
    stage.send(.touch(Touch(phase: .ended, location: Point(95, 95))))
    stage.send(.touch(Touch(phase: .moved, location: Point(95, 95))))
    try stage.frame()
    // The node that handled the beginning of a touch gets the rest, in its own coordinates, at any location of the finger.
    #expect(log.all == ["child began 5,6", "parent began 15,16", "parent moved 85,85", "parent ended 85,85"])
  }

  @Test func slopCountsOnlyOutsideOfBoxes() throws {
    let root = BoxNode()
    let near = PatchNode("near").placed(10, 10, 10, 10)
    near.hitTestSlop = Insets(8)
    let other = PatchNode("other").placed(22, 10, 10, 10)
    root.addSubnode(other)
    root.addSubnode(near)
    root.style.width = .points(0)
    let stage = try manualStage(root: root)
    try stage.settle()
    #expect(stage.hitTest(Point(23, 15)) === other)
    #expect(stage.hitTest(Point(15, 5)) === near)
    #expect(stage.hitTest(Point(15, 1)) == nil)
  }

  @Test func hiddenAndNonInteractiveNodesAreNotHit() throws {
    let root = BoxNode()
    let node = PatchNode("a").placed(0, 0, 50, 50)
    root.addSubnode(node)
    let stage = try manualStage(root: root)
    try stage.settle()
    #expect(stage.hitTest(Point(5, 5)) === node)
    node.isInteractive = false
    try stage.settle()
    #expect(stage.hitTest(Point(5, 5)) === root)
    node.isInteractive = true
    node.isHidden = true
    try stage.settle()
    #expect(stage.hitTest(Point(5, 5)) === root)
  }

  @Test func aRotatedNodeIsHitAtItsVisiblePlace() throws {
    let root = BoxNode()
    let node = PatchNode("bar").placed(20, 45, 60, 10)
    node.transform = .rotation(.pi / 2)
    root.addSubnode(node)
    let stage = try manualStage(root: root)
    try stage.settle()
    #expect(stage.hitTest(Point(50, 25)) === node)
    #expect(stage.hitTest(Point(25, 50)) === root)
    let local = try #require(stage.convert(Point(50, 25), to: node))
    #expect(abs(local.x - 5) < 1e-9 && abs(local.y - 5) < 1e-9)
  }

  @Test func keysGoToTheFocusedNodeAndTabMovesOn() throws {
    let log = Log()
    let root = BoxNode()
    let a = PatchNode("a", log: log)
    let b = PatchNode("b", log: log)
    root.addSubnode(a)
    root.addSubnode(b)
    let stage = try manualStage(root: root)
    try stage.settle()
    log.clear()
    stage.send(.key(KeyPress(.character("x"))))
    try stage.settle()
    #expect(log.all.isEmpty)
    stage.send(.key(KeyPress(.tab)))
    try stage.settle()
    #expect(stage.focusedNode === a)
    stage.send(.text("é"))
    stage.send(.key(KeyPress(.tab)))
    try stage.settle()
    #expect(stage.focusedNode === b)
    stage.send(.key(KeyPress(.tab, modifiers: .shift)))
    try stage.settle()
    #expect(stage.focusedNode === a)
    let told = log.all.filter { $0.contains("focus") || $0.contains("text") }
    #expect(told == ["a focus true", "a text é", "a focus false", "b focus true", "b focus false", "a focus true"])
    a.removeFromSupernode()
    try stage.settle()
    #expect(stage.focusedNode === b, "keys are at work: what is nearest takes its place")
  }

  @Test func aTickRunsWhenItsTimeHasCome() throws {
    let log = Log()
    let clock = ManualClock()
    let node = PatchNode("repeating", log: log)
    let stage = try Stage(size: Size(10, 10), root: node, clock: clock, workers: WorkerPool(threads: 0), background: .white)
    try stage.settle()
    log.clear()
    node.requestTick(after: 1)
    try stage.frame()
    clock.advance(by: 0.9)
    try stage.frame()
    #expect(log.count("repeating tick") == 0)
    clock.advance(by: 0.1)
    try stage.frame()
    #expect(log.count("repeating tick") == 1)
    clock.advance(by: 0.5)
    try stage.frame()
    #expect(log.count("repeating tick") == 2)
  }

  @Test func signalsReachTheirHandlersUntilTheseAreRemoved() {
    let log = Log()
    let node = PatchNode("a")
    let token = node.on(AnyNode.tap) { log.note("first") }
    node.on(AnyNode.tap) { log.note("second") }
    node.send(AnyNode.tap)
    node.removeHandler(token)
    node.send(AnyNode.tap)
    node.send(Signal<Void>("other"))
    #expect(log.all == ["first", "second", "second"])
  }

  @Test func eventsThatMakeNoSenseAreIgnored() throws {
    let stage = try manualStage(root: PatchNode("a"))
    try stage.settle()
    stage.send(.touch(Touch(phase: .began, location: Point(.nan, 0))))
    stage.send(.touch(Touch(phase: .ended, location: Point(5, 5))))
    stage.send(.wheel(location: Point(.infinity, 0), delta: Point(0, .nan)))
    try stage.settle()
    #expect(stage.hitTest(Point(.nan, .nan)) == nil)
  }
}
