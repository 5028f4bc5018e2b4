import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

@testable import Tessera

/// Layout calls of nodes that do not return: report, visible content, and progress of all other work.
@Suite struct EndlessLayoutTests {
  /// Node whose code waits at gates.
  private struct Slow: NodeType {
    static let typeName = "slow"
    var wanted = Size(10, 10)
    var color = Color.black
    var measuring: Hook?
    var layingOut: Hook?
    var placing: Hook?
    var named: Color?

    struct Hook: Sendable, Equatable {
      let gate: JobGate
      static func == (a: Hook, b: Hook) -> Bool { a.gate === b.gate }
    }

    func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
      measuring?.gate.pass()
      return range.clamp(wanted)
    }
    func layout(in context: LayoutContext) -> (any LayoutElement)? {
      layingOut?.gate.pass()
      var part = Patch()
      part.color = named ?? color
      if let placing {
        return ManualLayout(size: { [wanted] _ in wanted }) {
          Subnode("part", part)
        } frames: { size in
          placing.gate.pass()
          return [Rect(size: size)]
        }
      }
      return named == nil ? nil : Subnode("part", part)
    }
    func draw(in canvas: borrowing Canvas, context: DrawContext) { canvas.fill(Rect(size: context.size), .color(color)) }
  }

  /// A node that may hang, and a patch next to it.
  private struct Scene {
    let stage: Stage
    let clock = ManualClock()
    let gate = JobGate()
    let slow = Node(Slow())
    let patch = PatchNode("b", color: .black)
    let root = BoxNode()
    let errors = Locked<[String]>([])

    init(threads: Int = 1, _ prepare: (inout Slow, Slow.Hook) -> Void = { _, _ in }) throws {
      slow.id = "endless"
      slow.update { [gate] in prepare(&$0, Slow.Hook(gate: gate)) }
      root.style.direction = .row
      root.style.alignItems = .start
      root.addSubnode(slow)
      root.addSubnode(patch)
      stage = try Stage(size: Size(40, 20), root: root, clock: clock, workers: WorkerPool(threads: threads), background: .white)
      stage.onError = { [errors] error in errors.withLock { $0.append("\(error)") } }
    }

    var hook: Slow.Hook { Slow.Hook(gate: gate) }
    var told: [String] { errors.withLock { $0 } }
    func color(_ x: Int) -> String { stage.framebuffer.color(x: x, y: 5).hex }

    /// Turns the loop until a condition holds.
    func turn(until isDone: () -> Bool) throws { while !isDone() { try stage.frame() } }

    /// Waits until `count` calls are at the gate, and lets them exceed the time limit.
    func waitTooLong(count: Int = 1) throws {
      try turn { gate.count == count }
      try stage.frame()
      clock.advance(by: stage.drawLimit + 0.1)
      let before = told.count
      try turn { told.count > before }
    }
  }

  private let red = Color(rgb: 0xFF0000)
  private let green = Color(rgb: 0x00FF00)

  // MARK: Draws with a layout

  @Test func aHungDrawInALayoutJobIsReportedAndTheLayoutIsShown() throws {
    let (gate, clock, errors) = (JobGate(), ManualClock(), Locked<[String]>([]))
    let parts = [PatchNode("a", color: red), PatchNode("b", color: red)]
    parts[0].id = "endless"
    let root = BoxNode()
    root.style.direction = .row
    root.style.alignItems = .start
    for part in parts { root.addSubnode(part) }
    let stage = try Stage(size: Size(40, 20), root: root, clock: clock, workers: WorkerPool(threads: 1), background: .white)
    stage.onError = { error in errors.withLock { $0.append("\(error)") } }
    try stage.settle()
    for state in try #require(stage.loop.tree).states where state.drawSeconds != nil { state.drawSeconds = 0.0001 }
    parts[0].update {
      $0.wanted = Size(12, 10)
      $0.color = green
      $0.drawHook = Patch.Hook(id: 1) { _ in gate.pass() }
    }
    parts[1].update {
      $0.wanted = Size(8, 10)
      $0.color = green
    }
    while gate.count == 0 { try stage.frame() }
    // The only worker draws it before its layout is adopted.
    #expect(stage.loop.jobs.layouts.isRunning)
    try stage.frame()
    clock.advance(by: stage.drawLimit - 0.1)
    try stage.frame()
    #expect(errors.withLock { $0 } == [] && stage.loop.jobs.layouts.isRunning)
    clock.advance(by: 0.2)
    while stage.framebuffer.color(x: 18, y: 5).hex != "#00ff00" { try stage.frame() }
    let told = errors.withLock { $0 }
    #expect(told.count == 1 && told.allSatisfy { $0.contains("draw of patch `endless`") && $0.contains("not ended after 5 s") }, "\(told)")
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#ff0000")
    #expect(parts[0].frame.width == 12)
    // Layouts and draws continue, and nothing is reported again.
    parts[1].update {
      $0.wanted = Size(20, 10)
      $0.color = red
    }
    while stage.framebuffer.color(x: 30, y: 5).hex != "#ff0000" { try stage.frame() }
    while !stage.isQuiet { try stage.frame() }
    clock.advance(by: 60)
    try stage.frame()
    #expect(errors.withLock { $0.count } == 1)
    gate.open()
    try stage.settle()
    #expect(stage.framebuffer.color(x: 11, y: 5).hex == "#00ff00")
  }

  @Test func anEndlessDrawOnIdleWorkersDoesNotDelayTheOthers() throws {
    let (gate, clock, errors, log) = (JobGate(), ManualClock(), Locked<[String]>([]), Log())
    let root = BoxNode()
    let nodes = (0..<100).map { i in
      let node = PatchNode("\(i)", color: red, log: log)
      node.style.position = .absolute
      node.style.inset = LayoutEdges(top: .points(Double(i / 10 * 10)), left: .points(Double(i % 10 * 10)))
      root.addSubnode(node)
      return node
    }
    nodes[37].id = "endless"
    let pool = WorkerPool(threads: 8)
    let stage = try Stage(size: Size(100, 100), root: root, clock: clock, workers: pool, background: .white)
    stage.onError = { error in errors.withLock { $0.append("\(error)") } }
    try stage.settle()
    pool.waitUntilIdle()
    for state in try #require(stage.loop.tree).states where state.drawSeconds != nil { state.drawSeconds = 0.0001 }
    for (i, node) in nodes.enumerated() {
      node.update {
        $0.wanted = Size(5, 5)
        $0.color = green
        if i == 37 { $0.drawHook = Patch.Hook(id: 1) { _ in gate.pass() } }
      }
    }
    while gate.count == 0 { try stage.frame() }
    #expect(stage.loop.jobs.layouts.isRunning)
    // Other portions that are still running would be reported in the same step, because the clock jumps.
    let others = nodes.indices.filter { $0 / EarlyDraws.portion != 37 / EarlyDraws.portion }
    let watch = try #require(stage.loop.jobs.supervisor.layout)
    while watch.shares.count > 1 || !others.allSatisfy({ log.count("draw \($0)") == 2 }) {}
    func isSeen(_ i: Int) -> Bool { stage.framebuffer.color(x: i % 10 * 10 + 2, y: i / 10 * 10 + 2).hex == "#00ff00" }
    try stage.frame()
    clock.advance(by: stage.drawLimit + 0.1)
    while !nodes.indices.allSatisfy({ $0 == 37 || isSeen($0) }) { try stage.frame() }
    let told = errors.withLock { $0 }
    #expect(told.count == 1 && told.allSatisfy { $0.contains("draw of patch `endless`") }, "\(told)")
    #expect(!isSeen(37))
    gate.open()
    try stage.settle()
    #expect(nodes.indices.allSatisfy(isSeen))
  }

  @Test func severalHungJobsLoseNoWorker() throws {
    let (gate, clock, errors) = (JobGate(), ManualClock(), Locked<[String]>([]))
    let root = BoxNode()
    let nodes = (0..<100).map { PatchNode("\($0)", color: red).placed(Double($0), 0, 1, 1) }
    for node in nodes { root.addSubnode(node) }
    let pool = WorkerPool(threads: 3)
    let stage = try Stage(size: Size(100, 10), root: root, clock: clock, workers: pool, background: .white)
    stage.onError = { error in errors.withLock { $0.append("\(error)") } }
    try stage.settle()
    pool.waitUntilIdle()
    for state in try #require(stage.loop.tree).states where state.drawSeconds != nil { state.drawSeconds = 0.0001 }
    for (i, node) in nodes.enumerated() {
      node.update {
        $0.wanted = Size(11, 10)
        $0.color = green
        if i % 40 == 10 { $0.drawHook = Patch.Hook(id: 1) { _ in gate.pass() } }
      }
    }
    func isSeen(_ i: Int) -> Bool { stage.framebuffer.color(x: i, y: 0).hex == "#00ff00" }
    while !nodes.indices.allSatisfy({ $0 % 40 == 10 || isSeen($0) }) || pool.freeCount < 3 {
      try stage.frame()
      clock.advance(by: stage.drawLimit / 4)
    }
    gate.open()
    try stage.settle()
    #expect(nodes.indices.allSatisfy(isSeen))
    pool.waitUntilIdle()
  }

  // MARK: Measuring

  @Test func anEndlessMeasurementIsReportedAndKeepsTheSize() throws {
    let scene = try Scene()
    try scene.stage.settle()
    scene.slow.update {
      $0.wanted = Size(20, 10)
      $0.measuring = scene.hook
    }
    scene.patch.color = red
    scene.patch.wanted = Size(6, 10)
    try scene.waitTooLong()
    let told = scene.told
    #expect(told.count == 1)
    #expect(
      told.allSatisfy { $0.hasPrefix("layout of slow `endless`: its `size(thatFits:in:)` has not ended after 5 s; it keeps the size") },
      "\(told)")
    try scene.turn { scene.color(12) == "#ff0000" }
    #expect(scene.slow.frame.width == 10 && scene.patch.frame == Rect(10, 0, 6, 10))
    // Other nodes are laid out and drawn; the hung node is not called again.
    scene.patch.wanted = Size(8, 10)
    try scene.turn { scene.patch.frame.width == 8 && scene.color(17) == "#ff0000" }
    try scene.turn { scene.stage.isQuiet }
    scene.clock.advance(by: 60)
    try scene.stage.frame()
    #expect(scene.told.count == 1 && scene.gate.count == 1)
    // The late result is used.
    scene.gate.open()
    try scene.turn { scene.slow.frame.width == 20 && scene.patch.frame.minX == 20 }
    try scene.stage.settle()
    #expect(scene.color(19) == "#000000" && scene.color(21) == "#ff0000")
    scene.stage.workers.waitUntilIdle()
  }

  @Test func anotherValueIsMeasuredThoughTheOldOneDoesNotEnd() throws {
    let scene = try Scene()
    try scene.stage.settle()
    scene.slow.measuring = scene.hook
    try scene.waitTooLong()
    scene.slow.update {
      $0.measuring = nil
      $0.wanted = Size(16, 10)
    }
    try scene.turn { scene.slow.frame.width == 16 }
    scene.gate.open()
    scene.stage.workers.waitUntilIdle()
    try scene.stage.settle()
    #expect(scene.slow.frame.width == 16 && scene.told.count == 1)
  }

  @Test func theFirstLayoutContinuesWithoutTheEndlessNode() throws {
    let scene = try Scene { slow, hook in slow.measuring = hook }
    try scene.waitTooLong()
    try scene.turn { scene.color(5) == "#000000" }
    #expect(scene.patch.frame.minX == 0)
    scene.gate.open()
    try scene.turn { scene.patch.frame.minX == 10 }
    try scene.stage.settle()
    scene.stage.workers.waitUntilIdle()
  }

  @Test func anEndlessParallelMeasurementDoesNotDelayTheOthers() throws {
    let scene = try Scene(threads: 2)
    let others = (0..<40).map { PatchNode("\($0)", 0.1, 1) }
    for node in others { scene.root.addSubnode(node) }
    try scene.stage.settle()
    for node in others { node.wanted = Size(0.2, 1) }
    scene.slow.measuring = scene.hook
    try scene.waitTooLong()
    #expect(scene.told.count == 1 && scene.told[0].contains("slow `endless`"), "\(scene.told)")
    try scene.turn { others.allSatisfy { $0.frame.width == 0.2 } }
    // The worker that waited for it is also replaced.
    others[0].wanted = Size(0.3, 1)
    try scene.turn { others[0].frame.width == 0.3 }
    scene.gate.open()
    scene.stage.workers.waitUntilIdle()
    try scene.stage.settle()
    #expect(scene.told.count == 1)
  }

  // MARK: Specs

  @Test(arguments: [false, true])
  func anEndlessSpecDoesNotDelayParallelMeasurements(measuresWithoutEnd: Bool) throws {
    let scene = try Scene(threads: 2)
    let measured = Node(Slow())
    measured.id = "measured"
    let others = (0..<40).map { PatchNode("\($0)", 0.1, 1) }
    for node in others { scene.root.addSubnode(node) }
    scene.root.addSubnode(measured)
    try scene.stage.settle()
    let gate = JobGate()
    for node in others { node.wanted = Size(0.12, 1) }
    scene.slow.layingOut = scene.hook
    if measuresWithoutEnd {
      measured.measuring = Slow.Hook(gate: gate)
      try scene.turn { gate.count == 1 }
    }
    try scene.waitTooLong()
    if measuresWithoutEnd {
      // Whichever call was reported first: the replacement layout calls the other one again.
      try scene.turn { scene.gate.count + gate.count == 3 }
      try scene.stage.frame()
      scene.clock.advance(by: scene.stage.drawLimit + 0.1)
      try scene.turn { scene.told.count == 2 }
      #expect(scene.told.contains { $0.contains("slow `measured`: its `size(thatFits:in:)`") }, "\(scene.told)")
    }
    #expect(scene.told.contains { $0.contains("slow `endless`: its `layout(in:)`") }, "\(scene.told)")
    try scene.turn { others.allSatisfy { $0.frame.width == 0.12 } }
    // No worker is lost.
    for width in [0.13, 0.14] {
      for node in others { node.wanted = Size(width, 1) }
      try scene.turn { others.allSatisfy { $0.frame.width == width } }
    }
    scene.gate.open()
    gate.open()
    scene.stage.workers.waitUntilIdle()
    try scene.stage.settle()
    #expect(scene.told.count == (measuresWithoutEnd ? 2 : 1))
  }

  @Test func aNodeWithAnEndlessLayoutStaysEmptyUntilItsValueChanges() throws {
    let scene = try Scene { slow, _ in slow.named = Color(rgb: 0x0000FF) }
    try scene.stage.settle()
    #expect(scene.color(5) == "#0000ff")
    let part = try #require(scene.slow.subnodes.first)
    scene.slow.layingOut = scene.hook
    scene.patch.color = red
    try scene.waitTooLong()
    #expect(
      scene.told.count == 1 && scene.told[0].hasPrefix("layout of slow `endless`: its `layout(in:)` has not ended after 5 s"),
      "\(scene.told)")
    scene.patch.wanted = Size(6, 10)
    try scene.turn { scene.patch.frame.width == 6 }
    #expect(scene.slow.subnodes == [])
    // The late result is outdated and is not used for the newer value.
    scene.slow.update {
      $0.layingOut = nil
      $0.named = green
    }
    try scene.turn { scene.color(5) == "#00ff00" }
    scene.gate.open()
    scene.stage.workers.waitUntilIdle()
    try scene.stage.settle()
    #expect(scene.color(5) == "#00ff00" && scene.slow.subnodes.first === part && scene.told.count == 1)
  }

  @Test func aManualLayoutThatDoesNotEndIsReported() throws {
    let scene = try Scene { slow, hook in
      slow.placing = hook
      slow.named = Color(rgb: 0x0000FF)
    }
    try scene.waitTooLong()
    #expect(scene.told.count == 1 && scene.told[0].contains("slow `endless`: its `ManualLayout` has not ended"), "\(scene.told)")
    try scene.turn { scene.patch.frame.width == 10 }
    scene.gate.open()
    scene.stage.workers.waitUntilIdle()
    try scene.stage.settle()
    #expect(scene.told.count == 1)
  }

  @Test func withoutALimitNothingIsInspected() throws {
    let scene = try Scene { slow, hook in slow.measuring = hook }
    scene.stage.drawLimit = .infinity
    try scene.turn { scene.gate.count == 1 }
    try scene.stage.frame()
    scene.clock.advance(by: 100)
    try scene.stage.frame()
    #expect(scene.told == [] && scene.stage.nextDeadline == nil)
    scene.gate.open()
    try scene.stage.settle()
  }

  @Test func aJobOfANodeThatDoesNotEndIsReportedOnce() throws {
    let scene = try Scene()
    try scene.stage.settle()
    let (gate, overdue, others) = (scene.gate, Locked(0), Locked(0))
    scene.slow.performOnWorker {
      overdue.withLock { $0 += 1 }
    } _: { job in
      job.begin("counting to infinity")
      gate.pass()
    }
    try scene.waitTooLong()
    #expect(
      scene.told.count == 1 && scene.told[0].hasPrefix("data of slow `endless`: counting to infinity has not ended after 5 s"),
      "\(scene.told)")
    #expect(overdue.withLock { $0 } == 1)
    scene.slow.performOnWorker { others.withLock { $0 += 1 } }
    try scene.turn { others.withLock { $0 } == 1 }
    try scene.turn { scene.stage.isQuiet }
    scene.clock.advance(by: 60)
    try scene.stage.frame()
    #expect(scene.told.count == 1)
    scene.gate.open()
    try scene.stage.settle()
  }
}

extension Stage {
  /// Whether no work is running that would be reported together with others, because the clock jumps.
  fileprivate var isQuiet: Bool {
    !loop.jobs.layouts.isRunning && !loop.jobs.layouts.isNeeded && inbox.watchedJobs.isEmpty
      && loop.jobs.supervisor.drawDeadline() == nil
  }
}
