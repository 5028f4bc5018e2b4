import Testing
import Synchronization
@testable import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport

/// Run under the thread sanitizer by `make tsan`.
@Suite struct StressTests {
  @Test func eightThreadsChangeATreeWhileItIsRendered() throws {
    let root = BoxNode()
    let nodes: [PatchNode] = (0..<64).map { (i: Int) -> PatchNode in
      let node = PatchNode("n", color: Color(rgb: UInt32(i * 4)))
      return node.placed(Double(i % 8) * 12, Double(i / 8) * 12, 10, 10)
    }
    for node in nodes { root.addSubnode(node) }
    let stage = try manualStage(100, 100, root: root, threads: 2)
    let running = Atomic<Int>(8)
    let pool = WorkerPool(threads: 8)
    for thread in 0..<8 {
      pool.submit(.visible) {
        var random = SplitMix(seed: UInt64(thread))
        for _ in 0..<400 {
          let node = nodes[Int.random(in: 0..<nodes.count, using: &random)]
          switch Int.random(in: 0..<10, using: &random) {
          case 0: node.color = Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random))
          case 1: node.opacity = Double.random(in: 0...1, using: &random)
          case 2: node.style.width = .points(Double.random(in: 1...20, using: &random))
          case 3: node.removeFromSupernode()
          case 4: root.addSubnode(node)
          case 5: nodes[Int.random(in: 0..<nodes.count, using: &random)].addSubnode(node)
          case 6: root.insertSubnode(node, at: 0)
          case 7: node.update { $0.wanted.width += 1 }
          case 8: stage.send(.touch(Touch(id: thread, phase: .began, location: Point(Double.random(in: 0...100, using: &random), 50))))
          default: _ = (node.frame, node.interfaceState, node.supernode, node.subnodes, node.value)
          }
        }
        running.subtract(1, ordering: .acquiringAndReleasing)
      }
    }
    while running.load(ordering: .acquiring) > 0 { try stage.frame() }
    try stage.settle()
    // The screen shows the current tree.
    let fresh = try manualStage(100, 100, root: root)
    try fresh.settle()
    try expectEqualPixels(stage.framebuffer, fresh.framebuffer)
    func count(_ node: AnyNode) -> Int { 1 + node.subnodes.map(count).reduce(0, +) }
    #expect(fresh.statistics.nodes == count(root))
  }

  @Test func jobsOfAPoolAllRunAndTheMostUrgentFirst() {
    let log = Log()
    let manual = WorkerPool(threads: 0)
    manual.submit(.offline) { log.note("offline") }
    manual.submit(.visible) { log.note("visible 1") }
    manual.submit(.layout) { log.note("layout") }
    manual.submit(.visible) { log.note("visible 2") }
    #expect(manual.runAll() == 4)
    #expect(log.all == ["layout", "visible 1", "visible 2", "offline"])
    let sum = Atomic<Int>(0)
    let pool = WorkerPool(threads: 4)
    for _ in 0..<100 { pool.parallel(37) { sum.add($0, ordering: .relaxed) } }
    #expect(sum.load(ordering: .relaxed) == 100 * 37 * 18)
  }

  @Test func aRunningLoopSleepsWithoutWorkAndStopsOnRequest() throws {
    let node = PatchNode("a", color: Color(rgb: 0xFF0000))
    let stage = try Stage(size: Size(20, 20), root: node, clock: RealClock(), workers: WorkerPool(threads: 1), background: .white)
    let log = Log()
    let watcher = Watcher { frame in
      log.note(frame.color(x: 5, y: 5).hex)
      if frame.color(x: 5, y: 5).hex == "#ff0000" { node.color = Color(rgb: 0x0000FF) }
      if frame.color(x: 5, y: 5).hex == "#0000ff" { stage.stop() }
    }
    stage.display = watcher
    try stage.run()
    // The watcher retains the stage.
    stage.display = nil
    #expect(log.all.last == "#0000ff")
    #expect(stage.statistics.frames < 40)
  }

  final class Watcher: Display {
    let perform: (PixelBuffer) -> Void
    init(_ perform: @escaping (PixelBuffer) -> Void) { self.perform = perform }
    func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) { perform(frame) }
  }
}
