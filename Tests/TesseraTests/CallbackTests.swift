import Testing
@testable import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender

/// Handlers with unusual actions, and failures in the middle of a frame.
@Suite struct CallbackTests {
  /// Calls `run` with every event and change of state.
  struct Actor: FocusableType, TickingType, LifecycleType {
    static let typeName = "actor"
    var run: Hook?
    struct Hook: Equatable, Sendable {
      let run: @Sendable (AnyNode, String) -> Void
      static func == (a: Hook, b: Hook) -> Bool { true }
    }
    static func interfaceStateDidChange(_ node: Node<Actor>, from old: InterfaceState, to new: InterfaceState) {
      node.run?.run(node, "\(new)")
    }
    static func handle(_ event: Event, node: Node<Actor>) -> EventResponse {
      switch event {
      case .touch(let touch): node.run?.run(node, "\(touch.phase)")
      case .focus(let on): node.run?.run(node, "focus \(on)")
      default: node.run?.run(node, "other")
      }
      return .handled
    }
    static func tick(_ node: Node<Actor>, at time: Double) -> Double? {
      node.run?.run(node, "tick")
      return nil
    }
  }

  private func actor(_ run: @escaping @Sendable (AnyNode, String) -> Void) -> Node<Actor> { Node(Actor(run: Actor.Hook(run: run))) }

  @Test func settlingInsideOfACallbackIsRefused() throws {
    let log = Log()
    let holder = Locked<Stage?>(nil)
    let root = BoxNode()
    root.addSubnode(
      actor { node, what in
        guard what == "visible" || what == "began", let stage = holder.withLock({ $0 }) else { return }
        node.addSubnode(PatchNode("more"))
        do { try stage.settle() } catch { log.note("refused") }
      })
    let stage = try manualStage(root: root)
    holder.withLock { $0 = stage }
    try stage.settle()
    #expect(log.count("refused") == 1)
    stage.send(.touch(Touch(phase: .began, location: Point(0, 0))))
    try stage.settle()
    #expect(stage.statistics.nodes == 4 || stage.statistics.nodes == 3)
    holder.withLock { $0 = nil }
  }

  @Test func nodesThatTakeTheFocusFromEachOtherDoNotHangTheFrame() throws {
    let root = BoxNode()
    let greedy: @Sendable (AnyNode, String) -> Void = { node, what in if what == "focus false" { node.becomeFocused() } }
    let (a, b) = (actor(greedy), actor(greedy))
    root.addSubnode(a)
    root.addSubnode(b)
    let stage = try manualStage(root: root)
    try stage.settle()
    a.becomeFocused()
    try stage.frame()
    b.becomeFocused()
    try stage.frame()
    #expect(stage.focusedNode === a || stage.focusedNode === b)
  }

  @Test func focusRequestsAreHandledInOrder() throws {
    let (a, b) = (PatchNode("a"), PatchNode("b"))
    let root = BoxNode()
    root.addSubnode(a)
    root.addSubnode(b)
    let stage = try manualStage(root: root)
    try stage.settle()
    stage.focusedNode = a
    try stage.frame()
    b.becomeFocused()
    a.resignFocus()
    try stage.frame()
    #expect(stage.focusedNode === b)
    stage.focusedNode = a
    stage.focusedNode = nil
    try stage.frame()
    #expect(stage.focusedNode == nil)
  }

  @Test func aNodeThatLeftIsNotFocused() throws {
    let root = BoxNode()
    let stage = try manualStage(root: root)
    try stage.settle()
    let node = PatchNode("a")
    root.addSubnode(node)
    node.becomeFocused()
    node.removeFromSupernode()
    try stage.settle()
    #expect(stage.focusedNode == nil)
    root.addSubnode(node)
    node.becomeFocused()
    try stage.frame()
    #expect(stage.focusedNode === node)
    node.removeFromSupernode()
    // The node was never laid out.
    try stage.settle()
    #expect(stage.focusedNode == nil)
  }

  @Test func aTouchIsCancelledWhenItsNodeLeaves() throws {
    let log = Log()
    let root = BoxNode()
    let node = PatchNode("a", log: log).placed(10, 10, 20, 20)
    node.handles = true
    root.addSubnode(node)
    let stage = try manualStage(root: root)
    try stage.settle()
    stage.send(.touch(Touch(phase: .began, location: Point(15, 16))))
    try stage.frame()
    log.clear()
    node.removeFromSupernode()
    try stage.settle()
    stage.send(.touch(Touch(phase: .moved, location: Point(15, 16))))
    try stage.settle()
    #expect(log.all.filter { !$0.contains(">") } == ["a cancelled 5,6"])
  }

  @Test func aTouchThatBeginsAgainLeavesItsFormerNode() throws {
    let log = Log()
    let root = BoxNode()
    root.isInteractive = true
    root.style.width = .points(50)
    let node = PatchNode("a", log: log).placed(0, 0, 20, 20)
    node.handles = true
    root.addSubnode(node)
    let stage = try manualStage(root: root)
    try stage.settle()
    log.clear()
    stage.send(.touch(Touch(phase: .began, location: Point(5, 5))))
    stage.send(.touch(Touch(phase: .began, location: Point(80, 80))))
    stage.send(.touch(Touch(phase: .moved, location: Point(81, 80))))
    try stage.frame()
    #expect(log.all == ["a began 5,5", "a cancelled 5,5"])
  }

  @Test func eventsSentByHandlersAreSettledToo() throws {
    let log = Log()
    let holder = Locked<Stage?>(nil)
    let root = actor { _, what in
      log.note(what)
      if what == "began" { holder.withLock { $0 }?.send(.touch(Touch(phase: .ended, location: Point(1, 1)))) }
    }
    let stage = try manualStage(root: root)
    holder.withLock { $0 = stage }
    try stage.settle()
    log.clear()
    stage.send(.touch(Touch(phase: .began, location: Point(1, 1))))
    try stage.settle()
    #expect(log.all == ["began", "ended"])
    holder.withLock { $0 = nil }
  }

  @Test func ticksAreNotDoubledAndEndWithTheStay() throws {
    let log = Log()
    let clock = ManualClock()
    let root = BoxNode()
    let node = PatchNode("repeating", log: log)
    root.addSubnode(node)
    let stage = try Stage(size: Size(20, 20), root: root, clock: clock, workers: WorkerPool(threads: 0), background: .white)
    try stage.settle()
    node.requestTick(after: 0.5)
    node.requestTick(after: 0.5)
    try stage.frame()
    for _ in 0..<3 {
      clock.advance(by: 0.5)
      try stage.frame()
    }
    #expect(log.count("repeating tick") == 3)
    node.requestTick(after: 0.1)
    node.removeFromSupernode()
    clock.advance(by: 5)
    try stage.frame()
    #expect(log.count("repeating tick") == 3)
  }

  @Test func aDirectDrawThatFailsIsReportedAndTheRestIsPainted() throws {
    let errors = Log()
    let root = BoxNode()
    let bad = PatchNode("bad").placed(0, 0, 20, 20)
    bad.drawsDirectly = true
    bad.fails = true
    root.addSubnode(bad)
    root.addSubnode(PatchNode("good", color: .black).placed(30, 0, 20, 20))
    let stage = try manualStage(root: root)
    stage.onError = { errors.note("\($0)") }
    try stage.settle()
    stage.setNeedsRepaint()
    try stage.settle()
    #expect(stage.framebuffer.color(x: 35, y: 5).hex == "#000000")
    #expect(errors.all.count == 1)
    #expect(errors.all.first?.contains("patch") == true)
  }

  @Test func aFailedDisplayGetsTheDamageAgain() throws {
    final class Flaky: Display {
      var fails = true
      var seen: [[PixelRect]] = []
      func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws {
        if fails { throw Patch.Failure() }
        seen.append(damage)
      }
    }
    let root = BoxNode()
    let node = PatchNode("a").placed(0, 0, 10, 10)
    root.addSubnode(node)
    let stage = try manualStage(root: root)
    stage.onError = { _ in }
    let display = Flaky()
    stage.display = display
    try stage.settle()
    display.fails = false
    node.color = .black
    try stage.settle()
    #expect(display.seen.count == 1)
    #expect(display.seen.first?.contains { $0.contains(stage.framebufferBounds) } == true)
  }

  @Test func memoryThatRunsOutInAFrameKeepsTheDamage() throws {
    func make() throws -> (Stage, PatchNode) {
      let root = BoxNode()
      let node = PatchNode("a").placed(10, 10, 40, 40)
      node.cornerRadius = 8
      node.clipsToBounds = true
      node.background = .color(.black)
      node.shadow = Shadow(color: .black, radius: 6)
      let child = PatchNode("b", color: Color(rgb: 0xFF0000)).placed(3, 3, 30, 30)
      child.transform = .rotation(0.3)
      node.addSubnode(child)
      root.addSubnode(node)
      let stage = try manualStage(root: root)
      try stage.settle()
      return (stage, node)
    }
    let (whole, other) = try make()
    other.opacity = 0.5
    try whole.settle()
    var refused = 0
    for count in 0..<400 {
      let (stage, node) = try make()
      node.opacity = 0.5
      do {
        try RenderMemory.refusingAllocations(after: count) { _ = try stage.frame() }
      } catch {
        refused += 1
      }
      try stage.settle()
      #expect(bytes(stage.framebuffer) == bytes(whole.framebuffer), "\(count) allocations")
    }
    #expect(refused > 0)
  }

  @Test func outOfMemoryDuringAResizeKeepsTheRequestedLayout() throws {
    let root = PatchNode("a")
    let stage = try manualStage(root: root)
    try stage.settle()
    try stage.resize(to: Size(50, 60), scale: 1)
    #expect(throws: RenderError.self) { try RenderMemory.refusingAllocations(after: 0) { _ = try stage.frame() } }
    try stage.settle()
    #expect(root.frame == Rect(0, 0, 50, 60))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e18]) func propertiesThatAreNaNAreHarmless(number: Double)
    throws
  {
    let root = BoxNode()
    let node = PatchNode("a").placed(10, 10, 40, 40)
    root.addSubnode(node)
    let under = PatchNode("b", color: .black).placed(60, 60, 10, 10)
    root.addSubnode(under)
    let stage = try manualStage(root: root)
    stage.onError = { _ in }
    try stage.settle()
    let changes: [@Sendable (inout NodeProperties) -> Void] = [
      { $0.opacity = number }, { $0.backdropBlur = number }, { $0.transform = .translation(number, 0) },
      { $0.transform = .scale(number, number) },
      { $0.shadow = Shadow(color: .black, offset: Point(number, number), radius: number, spread: number) },
      { $0.border = Border(width: number, color: .black) }, { $0.cornerRadii = CornerRadii(number) },
      { $0.hitTestSlop = Insets(number) }, { $0.placeholder = Placeholder(.color(.black), fadeDuration: number) },
    ]
    for rasterizes in [false, true] {
      for change in changes {
        node.updateProperties {
          $0 = NodeProperties()
          $0.rasterizesSubtree = rasterizes
          change(&$0)
        }
        try? stage.settle(limit: 50)
        _ = stage.hitTest(Point(15, 15))
      }
    }
    node.properties = NodeProperties()
    try stage.settle()
    #expect(stage.framebuffer.color(x: 65, y: 65).hex == "#000000")
    #expect(stage.framebuffer.color(x: 15, y: 15).hex == "#3366cc")
  }

  @Test func anIdlePoolHasDoneAllSubmittedJobs() {
    let pool = WorkerPool(threads: 3)
    let done = Locked(0)
    pool.waitUntilIdle()
    for round in 1...50 {
      for _ in 0..<20 {
        pool.submit(.visible) {
          pool.submit(.layout) { done.withLock { $0 += 1 } }
        }
      }
      pool.waitUntilIdle()
      #expect(done.withLock { $0 } == round * 20)
    }
    // A manual pool has no threads to wait for.
    let manual = WorkerPool(threads: 0)
    manual.submit(.visible) { done.withLock { $0 = 0 } }
    manual.waitUntilIdle()
    #expect(done.withLock { $0 } == 1000)
  }

  @Test func burstsOfJobsAreSharedAmongThreads() {
    let queue = JobQueue()
    var startsThread = queue.push({}, 0, startUpTo: 2)
    #expect(startsThread)
    let pool = WorkerPool(threads: 1)
    pool.submit(.composite) { while let job = queue.waitForJob(0) { job() } }
    while queue.idleCount == 0 {}
    // One thread waits and runs one of the two jobs, which takes long. The other job justifies a second thread.
    let gate = Lock()
    gate.lock()
    _ = queue.push({ gate.withLock {} }, 0, startUpTo: 2)
    startsThread = queue.push({}, 0, startUpTo: 2)
    #expect(startsThread)
    gate.unlock()
    queue.stop()
  }
}
