import TesseraGeometry
import TesseraRender
import Testing

@testable import Tessera

private struct First: EnvironmentKey { static let defaultValue = 0 }
private struct Second: EnvironmentKey { static let defaultValue = 0 }

extension EnvironmentValues {
  fileprivate var first: Int {
    get { self[First.self] }
    set { self[First.self] = newValue }
  }
  fileprivate var second: Int {
    get { self[Second.self] }
    set { self[Second.self] = newValue }
  }
}

/// Hooks of the core that need no node type: lifetimes of nodes, drawing around content, draws within a frame, environment values of many threads.
@Suite struct CoreHookTests {
  @Test func valuesThatTwoThreadsSetInOneNodeAreBothKept() async {
    let (root, node, below) = (BoxNode(), BoxNode(), BoxNode())
    root.addSubnode(node)
    node.addSubnode(below)
    for round in 1...200 {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { node.environment[\.first] = round }
        group.addTask { node.environment[\.second] = round }
        group.addTask { root.environment[\.isEnabled] = round % 2 == 0 }
      }
      let values = below.environmentValues
      #expect(values.first == round && values.second == round && values.isEnabled == (round % 2 == 0))
    }
  }

  @Test func everyNodeIsReportedWhenItIsMadeAndReleased() {
    let log = Log()
    let name = Patch.typeName
    var observation: NodeLifetime.Observation? = NodeLifetime.observe(
      creation: { node in if node is PatchNode { log.note("made \(node.serial)") } },
      release: { type, serial in if type.name == name { log.note("released \(serial)") } })
    let kept = PatchNode("kept")
    let gone: UInt64
    do {
      let box = BoxNode()
      let node = PatchNode("gone")
      box.addSubnode(node)
      gone = node.serial
    }
    // Other tests create patches meanwhile.
    #expect(log.count("made \(kept.serial)") == 1 && log.count("released \(kept.serial)") == 0)
    #expect(log.count("made \(gone)") == 1 && log.count("released \(gone)") == 1)
    withExtendedLifetime(observation) {}
    observation = nil
    let later = PatchNode("later")
    #expect(log.count("made \(later.serial)") == 0)
  }

  // MARK: drawing around content

  private func stage(_ node: PatchNode) throws -> Stage {
    let root = BoxNode()
    root.background = .color(.white)
    root.addSubnode(node.placed(4, 4, 10, 10))
    let stage = try manualStage(20, 20, root: root)
    try stage.settle()
    return stage
  }

  private func colors(_ stage: Stage, _ points: (Int, Int)...) -> [String] {
    points.map { stage.framebuffer.color(x: $0.0, y: $0.1).hex }
  }

  @Test(arguments: [false, true]) func aClosureClipsTheContentAndDrawsBelowAndAboveIt(directly: Bool) throws {
    let node = PatchNode("a", color: Color(rgb: 0x00FF00))
    node.drawsDirectly = directly
    let stage = try stage(node)
    #expect(colors(stage, (5, 5), (13, 13), (15, 15)) == ["#00ff00", "#00ff00", "#ffffff"])
    node.contentDrawing = NodeContentDrawing(reach: Insets(2)) { canvas, context, content in
      canvas.fill(Rect(-2, -2, 4, 4), .color(Color(rgb: 0xFF0000)))
      canvas.save()
      canvas.clip(Rect(0, 0, context.size.width, 5))
      try content(canvas)
      canvas.restore()
      canvas.fill(Rect(8, 0, 2, 10), .color(Color(rgb: 0x0000FF)))
    }
    try stage.settle()
    // Below the content, content, clipped content, above the content.
    #expect(colors(stage, (2, 2), (5, 5), (5, 12), (13, 13)) == ["#ff0000", "#00ff00", "#ffffff", "#0000ff"])
    node.contentDrawing = nil
    try stage.settle()
    #expect(colors(stage, (2, 2), (5, 12), (13, 13)) == ["#ffffff", "#00ff00", "#00ff00"])
  }

  @Test func aBoxDrawsTheClosureAndSpecsKeepADrawingWithItsID() throws {
    let log = Log()
    let count = Model(1)
    let root = BoxNode()
    root.background = .color(.white)
    root.layoutSpec = { _ in
      let number = count.value
      return Column {
        Box().size(10, 10).opacity(number > 2 ? 0.5 : 1).drawing(id: number / 2) { canvas, context, _ in
          log.note("drawn \(number)")
          canvas.fill(Rect(size: context.size), .color(.black))
        }
      }
    }
    let stage = try manualStage(20, 20, root: root)
    try stage.settle()
    #expect(log.all == ["drawn 1"] && colors(stage, (5, 5), (12, 5)) == ["#000000", "#ffffff"])
    for number in 2...4 {
      count.value = number
      try stage.settle()
    }
    #expect(log.all == ["drawn 1", "drawn 2", "drawn 4"])
  }

  // MARK: draws within a frame

  @Test func contentThatDrawsSynchronouslyIsInTheFrameOfItsChange() throws {
    let log = Log()
    let (root, node, other) = (BoxNode(), PatchNode("a", color: .black, log: log), PatchNode("b", color: .black))
    for (i, patch) in [node, other].enumerated() { root.addSubnode(patch.placed(Double(i) * 10, 0, 10, 10)) }
    let stage = try manualStage(20, 20, root: root)
    try stage.settle()
    node.drawsSynchronously = true
    try stage.settle()
    #expect(draws(log) == 1, "the property alone draws nothing")
    for patch in [node, other] { patch.color = Color(rgb: 0xFF0000) }
    #expect(try stage.frame())
    #expect(colors(stage, (5, 5), (15, 5)) == ["#ff0000", "#000000"])
    #expect(draws(log) == 2)
    try stage.settle()
    #expect(colors(stage, (5, 5), (15, 5)) == ["#ff0000", "#ff0000"] && !stage.hasWorkUnderWay)
    // A new box is drawn in the frame that adopts its layout.
    node.style.width = .points(4)
    try stage.frame()
    stage.workers.runAll()
    try stage.frame()
    #expect(draws(log) == 3 && colors(stage, (3, 5)) == ["#ff0000"])
  }

  private func draws(_ log: Log) -> Int { log.all.count { $0.hasPrefix("draw ") } }
}
