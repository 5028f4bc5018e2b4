import TesseraGeometry
import TesseraRender
import TesseraTestSupport
import Testing

@testable import Tessera

@Suite struct AttributeMotionTests {
  /// Bar of one colour whose length is an attribute.
  private struct Bar: NodeType {
    static let typeName = "motion-bar"
    static let attributes: [NodeAttribute<Bar>] = [
      .number("share", \.share, in: 0...1, help: "How long."), .color("color", \.color, help: "Its colour."),
      .integer("steps", \.steps, in: 0...10, help: "How many."), .text("title", \.title, help: "What it says."),
    ]
    var share = 0.0
    var color = Color.black
    var steps = 0
    var title = ""

    func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { range.clamp(Size(100, 20)) }
    func draw(in canvas: borrowing Canvas, context: DrawContext) throws {
      canvas.fill(Rect(0, 0, context.size.width * share, context.size.height), .color(color))
    }
    static func invalidation(from old: Bar, to new: Bar) -> Invalidation { .display }
  }

  private func stage(_ bar: Node<Bar>) throws -> HeadlessStage {
    bar.style.width = .points(100)
    bar.style.height = .points(20)
    let root = BoxNode()
    root.addSubnode(bar)
    return try HeadlessStage(width: 120, height: 40) { root }
  }

  private func length(_ h: HeadlessStage) -> Int {
    (0..<120).filter { h.framebuffer.color(x: $0, y: 10).alpha > 0 && h.framebuffer.color(x: $0, y: 10).red < 0.5 }.count
  }

  @Test func aNumberOfAPluginsValueMovesByDrawsAlone() throws {
    let bar = Node(Bar())
    let h = try stage(bar)
    let layouts = h.stage.statistics.layouts
    let animation = animate(.linear(1)) { bar.share = 1 }
    #expect(bar.share == 1)
    try h.settle()
    #expect(length(h) == 0)
    for tenth in 1...10 {
      try h.advance(by: 0.1, step: 0.1)
      #expect(abs(length(h) - tenth * 10) <= 1)
    }
    try h.advance(by: 0.1, step: 0.1)
    #expect(length(h) == 100 && animation.isEnded && h.stage.nextDeadline == nil)
    #expect(h.stage.statistics.layouts == layouts)
  }

  @Test func springsStayInTheRangeAndWholeNumbersWhole() throws {
    let bar = Node(Bar(share: 0.5))
    let h = try stage(bar)
    animate(.spring(duration: 0.3, bounce: 0.7)) {
      bar.share = 1
      bar.steps = 7
    }
    for _ in 0..<60 {
      try h.advance(by: 1.0 / 60)
      guard case .number(let share)? = bar.shownAttribute("share"), case .number(let steps)? = bar.shownAttribute("steps") else {
        Issue.record("attributes are numbers")
        return
      }
      #expect((0...1).contains(share) && steps == steps.rounded() && (0...10).contains(steps))
    }
    #expect(h.errors.isEmpty)
  }

  @Test func otherAttributesChangeImmediatelyWhileNumbersMove() throws {
    let bar = Node(Bar())
    let h = try stage(bar)
    bar.motion["share"] = .linear(1)
    bar.share = 1
    try h.settle()
    try h.advance(by: 0.5, step: 0.5)
    #expect(abs(length(h) - 50) <= 1)
    bar.title = "half way"
    bar.color = Color(rgb: 0x000080)
    try h.settle()
    #expect(abs(length(h) - 50) <= 1)
    bar.share = 0.2
    try h.settle()
    #expect(abs(length(h) - 50) <= 1, "its own motion goes on to the new target")
    animate(.none) { bar.share = 0.3 }
    try h.settle()
    #expect(abs(length(h) - 30) <= 1)
    #expect(h.stage.nextDeadline == nil)
  }

  @Test func aStoppedAttributeKeepsItsValue() throws {
    let bar = Node(Bar())
    let h = try stage(bar)
    let animation = animate(.linear(1)) { bar.share = 1 }
    try h.settle()
    try h.advance(by: 0.4, step: 0.4)
    animation.stop()
    #expect(abs(bar.share - 0.4) < 1e-5)
    try h.advance(by: 1, step: 1)
    #expect(abs(length(h) - 40) <= 1 && animation.isEnded)
  }
}
