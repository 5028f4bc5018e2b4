import TesseraGeometry
import TesseraRender
import TesseraTestSupport
import Testing

@testable import Tessera

@Suite struct PathMotionTests {
  /// Filled outline.
  private struct Outline: NodeType {
    static let typeName = "motion-outline"
    static let attributes: [NodeAttribute<Outline>] = [
      NodeAttribute(
        "path", kind: .path, help: "The outline.", get: { .text($0.path.svg) },
        set: { value, new in
          guard let path = new.path else { throw AttributeError(attribute: "path", reason: "must be \(AttributeKind.path.description)") }
          value.path = path
        })
    ]
    var path = Path()
    init() {}
    init(_ data: String) { path = Path(svg: data) ?? Path() }

    func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { range.clamp(Size(60, 60)) }
    func draw(in canvas: borrowing Canvas, context: DrawContext) throws { canvas.fill(path, .color(.black)) }
    static func invalidation(from old: Outline, to new: Outline) -> Invalidation { .display }
  }

  private static func stage(_ node: AnyNode, threads: Int = 0) throws -> HeadlessStage {
    node.style.width = .points(60)
    node.style.height = .points(60)
    let root = BoxNode()
    root.addSubnode(node)
    return try HeadlessStage(width: 60, height: 60, threads: threads) { root }
  }

  private static func shown(_ node: AnyNode) throws -> Path { try #require(node.shownAttribute("path")?.path) }

  @Test func pathsOfTheSameStepsMovePointByPoint() throws {
    let node = Node(Outline("M0 0 L20 0 L20 20 Z"))
    let h = try Self.stage(node)
    let animation = animate(.linear(1)) { node.value = Outline("M0 0 L60 0 L40 60 Z") }
    try h.settle()
    #expect(try Self.shown(node) == Path(svg: "M0 0 L20 0 L20 20 Z"))
    try h.advance(by: 0.5, step: 0.5)
    #expect(try Self.shown(node).allPoints == [Point(0, 0), Point(40, 0), Point(30, 40)])
    try h.advance(by: 0.5, step: 0.5)
    #expect(try Self.shown(node) == Path(svg: "M0 0 L60 0 L40 60 Z"))
    #expect(animation.isEnded && h.stage.nextDeadline == nil)
  }

  @Test func pathsWithDifferentCommandsChangeImmediately() throws {
    let node = Node(Outline("M0 0 L20 0 L20 20 Z"))
    let h = try Self.stage(node)
    let animation = animate(.linear(1)) { node.value = Outline("M0 0 L60 0 Q60 60 0 60 Z") }
    try h.settle()
    #expect(try Self.shown(node) == Path(svg: "M0 0 L60 0 Q60 60 0 60 Z"))
    #expect(animation.isEnded && h.stage.nextDeadline == nil)
  }

  @Test func keyframesOfPathsAreTextsOfPathData() throws {
    let node = Node(Outline("M0 0 L10 10"))
    let h = try Self.stage(node)
    let frames = ["M0 0 L10 10", "M0 0 L30 50", "M20 0 L10 10"].map { Keyframe(AttributeValue.text($0)) }
    let animation = node.animate(attribute: "path", keyframes: frames, .linear(1))
    try h.settle()
    try h.advance(by: 0.25, step: 0.25)
    #expect(try Self.shown(node).allPoints == [Point(0, 0), Point(20, 30)])
    try h.advance(by: 0.5, step: 0.5)
    #expect(try Self.shown(node).allPoints == [Point(10, 0), Point(20, 30)])
    try h.advance(by: 0.5, step: 0.5)
    #expect(try Self.shown(node) == Path(svg: "M0 0 L10 10") && animation.isEnded)
    let bad = [Keyframe(AttributeValue.text("M0 0 L1 1")), Keyframe(AttributeValue.text("M0 0 Z"))]
    #expect(node.animate(attribute: "path", keyframes: bad).isEnded)
  }

  /// Random targets during motions: the outline is continuous, independent of the step size and the number of workers, and ends at the
  /// model's value.
  @Test(arguments: [1, 2, 3, 4]) func anOutlineContinuesFromItsShownShape(seed: UInt64) throws {
    struct Order {
      var at: Double
      var data: String
      var motion: Motion
    }
    var random = SeededGenerator(seed: seed)
    var orders: [Order] = []
    for number in 0..<8 {
      let n = (0..<6).map { _ in Int.random(in: 0...60, using: &random) }
      let motion: Motion = Bool.random(using: &random) ? .spring(duration: 0.4, bounce: 0.3) : .easeInOut(0.35)
      orders.append(Order(at: Double(number) * 0.125, data: "M\(n[0]) \(n[1]) L\(n[2]) \(n[3]) L\(n[4]) \(n[5]) Z", motion: motion))
    }
    func run(step: Double, threads: Int) throws -> (points: [[Point]], picture: PixelBuffer) {
      let node = Node(Outline("M0 0 L60 0 L30 60 Z"))
      let h = try Self.stage(node, threads: threads)
      var points: [[Point]] = []
      for order in orders {
        animate(order.motion) { node.value = Outline(order.data) }
        try h.settle()
        points.append(try Self.shown(node).allPoints)
        try h.advance(by: 0.125, step: step)
      }
      let picture = try h.snapshot()
      try h.advance(by: 5, step: 1)
      #expect(try Self.shown(node) == Path(svg: orders[7].data))
      #expect(h.stage.nextDeadline == nil)
      return (points, picture)
    }
    let fine = try run(step: 1.0 / 128, threads: 0)
    let coarse = try run(step: 0.125, threads: 0)
    let parallel = try run(step: 0.125, threads: 3)
    #expect(coarse.points == parallel.points)
    for (a, b) in zip(fine.points, coarse.points) { #expect(zip(a, b).allSatisfy { abs($0.x - $1.x) < 1e-6 && abs($0.y - $1.y) < 1e-6 }) }
    try expectEqualPixels(coarse.picture, parallel.picture)
    try expectEqualPixels(fine.picture, coarse.picture)
  }
}
