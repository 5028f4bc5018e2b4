import Testing
@testable import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender

/// The edge of a rounded clip is blended once.
@Suite struct RoundedClipTests {
  /// Creates a stage with a white child in a black clipping box with rounded corners, on white.
  private func stage(radius: Double = 24, _ change: (BoxNode) -> Void = { _ in }) throws -> Stage {
    let root = BoxNode()
    root.background = .color(.white)
    let box = BoxNode()
    box.style.position = .absolute
    box.style.inset = LayoutEdges(top: .points(5), right: .auto, bottom: .auto, left: .points(5))
    box.style.width = .points(80)
    box.style.height = .points(80)
    box.background = .color(.black)
    box.cornerRadius = radius
    box.clipsToBounds = true
    box.addSubnode(PatchNode("child", color: .white).placed(0, 0, 80, 80))
    change(box)
    root.addSubnode(box)
    let stage = try manualStage(root: root)
    try stage.settle()
    return stage
  }

  private func colors(_ stage: Stage) -> [Color] {
    (0..<90).flatMap { y in (0..<90).map { stage.framebuffer.color(x: $0, y: y) } }
  }

  @Test func aBackgroundDoesNotBleedAtTheEdgeOfItsCover() throws {
    #expect(try colors(stage()).allSatisfy { $0 == .white })
  }

  @Test func aBackgroundDoesNotBleedAtABorder() throws {
    let stage = try stage { $0.border = Border(width: 2, color: Color(rgb: 0xFF0000)) }
    #expect(colors(stage).allSatisfy { $0.red == 1 })
    #expect(stage.framebuffer.color(x: 5, y: 45) == Color(rgb: 0xFF0000))
  }

  @Test func cornersAreClippedInEveryPaintedPart() throws {
    let stage = try stage { $0.addSubnode(PatchNode("other", color: Color(rgb: 0x3366CC)).placed(20, 3, 9, 40)) }
    let whole = colors(stage)
    for (x, y) in [(6, 6), (11, 12), (30, 5), (70, 80)] {
      stage.loop.surface.damage(PixelRect(x: x, y: y, width: 7, height: 5))
      try stage.settle()
      #expect(colors(stage) == whole)
    }
    stage.setNeedsRepaint()
    try stage.settle()
    #expect(colors(stage) == whole)
  }
}
