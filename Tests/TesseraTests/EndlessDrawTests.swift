import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

@testable import Tessera

/// Draws that do not end: report, visible content, and progress of all other work.
@Suite struct EndlessDrawTests {
  /// Two patches in a row on a stage with few workers; the draw of the first is blocked.
  private struct Scene {
    let stage: Stage
    let clock = ManualClock()
    let gate = JobGate()
    let parts = [PatchNode("a", color: .black).placed(0, 0, 10, 10), PatchNode("b", color: .black).placed(10, 0, 10, 10)]
    let errors = Locked<[String]>([])

    init(threads: Int = 1) throws {
      parts[0].id = "endless"
      parts[0].drawHook = Patch.Hook(id: 1) { [gate] _ in gate.pass() }
      let card = BoxNode()
      for part in parts { card.addSubnode(part) }
      card.style.width = 20
      card.style.height = 10
      card.placeholder = Placeholder(.color(Color(rgb: 0x00FF00)))
      let root = BoxNode()
      root.addSubnode(card)
      stage = try Stage(size: Size(20, 20), root: root, clock: clock, workers: WorkerPool(threads: threads), background: .white)
      stage.onError = { [errors] error in errors.withLock { $0.append("\(error)") } }
    }

    var colors: [String] { [5, 15].map { stage.framebuffer.color(x: $0, y: 5).hex } }
    var told: [String] { errors.withLock { $0 } }

    /// Turns the loop until a condition holds.
    func turn(until isDone: () -> Bool) throws { while !isDone() { try stage.frame() } }
  }

  @Test func anEndlessDrawOnTheOnlyWorkerIsReportedAndOthersAreDrawn() throws {
    let scene = try Scene()
    try scene.turn { scene.gate.count == 1 }
    // It occupies the only worker, so nothing else is drawn.
    #expect(scene.stage.nextDeadline == scene.stage.drawLimit)
    scene.clock.advance(by: scene.stage.drawLimit - 0.1)
    try scene.stage.frame()
    #expect(scene.colors == ["#00ff00", "#00ff00"] && scene.told.isEmpty)
    scene.clock.advance(by: 0.2)
    try scene.turn { scene.colors == ["#ffffff", "#000000"] }
    let errors = scene.told
    #expect(errors.count == 1 && errors.allSatisfy { $0.contains("`endless`") && $0.contains("has not ended after 5 s") }, "\(errors)")
    scene.clock.advance(by: 60)
    try scene.stage.frame()
    #expect(scene.told.count == 1 && scene.stage.nextDeadline == nil)
    // The late result is shown, and the thread ends.
    scene.gate.open()
    try scene.stage.settle()
    #expect(scene.colors == ["#000000", "#000000"])
    scene.stage.workers.waitUntilIdle()
    scene.parts[1].color = Color(rgb: 0xFF0000)
    try scene.stage.settle()
    #expect(scene.colors == ["#000000", "#ff0000"] && scene.told.count == 1)
  }

  @Test func anEndlessCancelledDrawIsReported() throws {
    let scene = try Scene(threads: 2)
    try scene.turn { scene.gate.count == 1 }
    scene.parts[0].removeFromSupernode()
    try scene.turn { scene.parts[0].interfaceState == .idle }
    scene.clock.advance(by: scene.stage.drawLimit + 0.1)
    try scene.turn { !scene.told.isEmpty }
    let errors = scene.told
    #expect(errors.count == 1 && errors.allSatisfy { $0.contains("`endless`") && $0.contains("isCancelled") }, "\(errors)")
    scene.gate.open()
    try scene.stage.settle()
  }

  @Test func aNewValueIsDrawnThoughTheDrawOfTheOldDoesNotEnd() throws {
    let scene = try Scene()
    scene.stage.drawLimit = 0.5
    try scene.turn { scene.gate.count == 1 }
    scene.clock.advance(by: 0.6)
    try scene.turn { scene.colors == ["#ffffff", "#000000"] }
    #expect(scene.told.count == 1 && scene.told[0].contains("after 0.5 s"))
    scene.parts[0].update { patch in
      patch.drawHook = nil
      patch.color = Color(rgb: 0x0000FF)
    }
    try scene.turn { scene.colors == ["#0000ff", "#000000"] }
    // The old draw ends; its result is not shown.
    scene.gate.open()
    scene.stage.workers.waitUntilIdle()
    try scene.stage.settle()
    #expect(scene.colors == ["#0000ff", "#000000"])
  }

  @Test func longJobsLeaveAWorkerForOthers() throws {
    let gate = JobGate()
    let root = BoxNode()
    for number in 0..<12 {
      let patch = PatchNode("\(number)", color: .black).placed(Double(number), 0, 1, 20)
      patch.drawHook = Patch.Hook(id: 1) { _ in gate.pass() }
      root.addSubnode(patch)
    }
    let last = PatchNode("last", color: .black).placed(14, 0, 6, 20)
    root.addSubnode(last)
    let clock = ManualClock()
    let stage = try Stage(size: Size(20, 20), root: root, clock: clock, workers: WorkerPool(threads: 2), background: .white)
    let errors = Locked(0)
    stage.onError = { _ in errors.withLock { $0 += 1 } }
    for count in [2, 4, 6, 8, 10, 12] {
      while gate.count < count { try stage.frame() }
      clock.advance(by: 6)
      try stage.frame()
    }
    while stage.framebuffer.color(x: 16, y: 5).hex != "#000000" { try stage.frame() }
    #expect(errors.withLock { $0 } == 12)
    gate.open()
    try stage.settle()
    #expect(stage.framebuffer.color(x: 5, y: 5).hex == "#000000")
  }
}
