import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing
import TextPlugin

/// Node type that draws texts with its own context.
private struct Pair: NodeType {
  static let typeName = "test-pair"
  var first = Text()
  var second = Text()

  func draw(in canvas: borrowing Canvas, context: DrawContext) throws {
    try first.draw(in: canvas, context: context)
    try second.draw(in: canvas, context: context)
  }
}

/// Values computed once per draw belong to one text, and must not be used for other texts in the same draw.
@Suite struct TextsInOneDrawTests {
  private func picture(_ texts: Pair, directly: Bool) throws -> PixelBuffer {
    let node = Node(texts)
    node.drawsDirectly = directly
    let h = try HeadlessStage(width: 120, height: 40) {
      node.background = .color(.white)
      return node
    }
    return try h.stage.framebuffer.copy()
  }

  @Test func eachIsDrawnAsItself() throws {
    let (black, red) = (Text("Toucan"), Text("iiiii", color: Color(rgb: 0xFF0000)))
    let both = Pair(first: black, second: red)
    let drawn = try picture(both, directly: false)
    // Drawn with the frame, nothing is shared between them.
    let plain = try picture(both, directly: true)
    var (differences, reds) = (0, 0)
    for y in 0..<40 {
      for x in 0..<120 {
        let (a, b) = (drawn.color(x: x, y: y), plain.color(x: x, y: y))
        if abs(a.red - b.red) + abs(a.green - b.green) + abs(a.blue - b.blue) > 0.05 { differences += 1 }
        if a.red > 0.9, a.green < 0.5 { reds += 1 }
      }
    }
    #expect(differences == 0 && reds > 5)
  }
}
