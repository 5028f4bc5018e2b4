import TesseraGeometry
import TesseraRender
import Testing

@testable import Tessera

/// Node type with an expensive computation for its draws.
private struct Outline: NodeType {
  static let typeName = "outline"
  var reach = 8.0
  var isDirect = false
  var log = Log()
  static func == (a: Self, b: Self) -> Bool { (a.reach, a.isDirect, a.log) == (b.reach, b.isDirect, b.log) }

  func drawPlan(in context: DrawContext) throws -> DrawPlan {
    log.note("planned")
    let area = Rect(0, 0, reach, 10)
    let draw: DrawPlan.Drawing = { [log] in
      log.note("drawn")
      $0.fill(area, .color(.black))
    }
    return isDirect ? .direct(bounds: area, draw) : .pixels(bounds: area, draw)
  }
}

/// One plan serves all queries of a draw.
@Suite struct DrawPlanTests {
  private func stage(_ node: Node<Outline>) throws -> Stage {
    let root = BoxNode()
    root.background = .color(.white)
    root.addSubnode(node.placed(0, 0, 20, 10))
    let stage = try manualStage(20, 10, root: root)
    try stage.settle()
    return stage
  }

  @Test func aDrawRequestsOnePlan() throws {
    let log = Log()
    let node = Node(Outline(log: log))
    let stage = try stage(node)
    #expect((log.count("planned"), log.count("drawn")) == (1, 1))
    #expect(stage.framebuffer.color(x: 7, y: 5) == .black)
    node.reach = 3
    try stage.settle()
    #expect((log.count("planned"), log.count("drawn")) == (2, 2))
    #expect(stage.framebuffer.color(x: 2, y: 5) == .black && stage.framebuffer.color(x: 7, y: 5) == .white)
  }

  /// A plan that is drawn with the frame is created once for a value and a box, independent of the number of paints.
  @Test func aDirectPlanIsPaintedAsOftenAsItsAreaIs() throws {
    let log = Log()
    let node = Node(Outline(isDirect: true, log: log))
    let stage = try stage(node)
    let (plans, draws) = (log.count("planned"), log.count("drawn"))
    stage.setNeedsRepaint(in: stage.framebufferBounds)
    try stage.settle()
    #expect(log.count("planned") == plans && log.count("drawn") == draws + 1)
    node.reach = 3
    try stage.settle()
    #expect(stage.framebuffer.color(x: 7, y: 5) == .white)
  }

  @Test func aNodeThatDrawsDirectlyPaintsAPlanOfPixels() throws {
    let log = Log()
    let node = Node(Outline(log: log))
    node.drawsDirectly = true
    let stage = try stage(node)
    #expect(log.count("planned") == 1 && log.count("drawn") == 1)
    #expect(stage.statistics.contentsBytes == 0 && stage.framebuffer.color(x: 7, y: 5) == .black)
  }
}
