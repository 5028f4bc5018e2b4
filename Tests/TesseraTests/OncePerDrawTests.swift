import TesseraGeometry
import TesseraRender
import Testing

@testable import Tessera

/// A node whose methods all need the same thing, which takes long to make.
private struct Plan: NodeType {
  static let typeName = "plan"
  final class Made: Sendable {
    let width: Double
    init(_ width: Double) { self.width = width }
  }
  var reach = 8.0
  var drawsPlainly = false
  var log = Log()
  static func == (a: Self, b: Self) -> Bool { (a.reach, a.drawsPlainly, a.log) == (b.reach, b.drawsPlainly, b.log) }

  private func made(_ context: DrawContext) -> Made {
    context.oncePerDraw {
      log.note("made")
      return Made(reach)
    }
  }
  func contents(in context: DrawContext) -> ContentsKind { made(context).width > 0 ? drawsPlainly ? .direct : .pixels : .none }
  func drawingBounds(in context: DrawContext) -> Rect { Rect(0, 0, made(context).width, 10) }
  func draw(in canvas: borrowing Canvas, context: DrawContext) { canvas.fill(Rect(0, 0, made(context).width, 10), .color(.black)) }
}

/// What a type works out once for all that it is asked for one draw.
@Suite struct OncePerDrawTests {
  @Test func allThatIsAskedForOneDrawSharesIt() throws {
    let log = Log()
    let node = Node(Plan(log: log)).placed(0, 0, 20, 10)
    let root = BoxNode()
    root.background = .color(.white)
    root.addSubnode(node)
    let stage = try manualStage(20, 10, root: root)
    try stage.settle()
    #expect(log.count("made") == 1)
    #expect(stage.framebuffer.color(x: 7, y: 5) == .black)
    // The next draw is of another value.
    node.reach = 3
    try stage.settle()
    #expect(log.count("made") == 2)
    #expect(stage.framebuffer.color(x: 2, y: 5) == .black && stage.framebuffer.color(x: 7, y: 5) == .white)
  }

  /// The picture of a frame is of the value that there is then: content that is drawn with each of them keeps nothing from one to the next.
  @Test func contentThatIsDrawnWithTheFrameMakesItEachTime() throws {
    let log = Log()
    let node = Node(Plan(drawsPlainly: true, log: log)).placed(0, 0, 20, 10)
    let root = BoxNode()
    root.background = .color(.white)
    root.addSubnode(node)
    let stage = try manualStage(20, 10, root: root)
    try stage.settle()
    let first = log.count("made")
    stage.setNeedsRepaint(in: stage.framebufferBounds)
    try stage.settle()
    #expect(log.count("made") > first)
  }

  @Test func nothingIsSharedOutsideOfADrawOrBetweenTypes() {
    let context = DrawContext(size: Size(1, 1))
    let (a, b) = (context.oncePerDraw { Plan.Made(1) }, context.oncePerDraw { Plan.Made(2) })
    #expect((a.width, b.width) == (1, 2))
    let draw = context.forOneDraw
    #expect(draw.oncePerDraw { Plan.Made(1) } === draw.oncePerDraw { Plan.Made(2) })
    let other = Log()
    #expect(draw.oncePerDraw { other } === other)
  }
}
