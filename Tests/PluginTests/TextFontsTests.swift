import Foundation
import TesseraKit
import TesseraTestSupport
import Testing

/// Nodes whose fonts are added and removed while they are visible.
@Suite struct TextFontsTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "TesseraRenderTests/Fixtures/colors-v1.ttf").path

  @Test func nodesTakeFontsThatCameWhenTheyAreDrawnAgain() throws {
    try TestFonts.whileTheyChange { try lookAtNodes() }
  }

  private func lookAtNodes() throws {
    let text = TextNode("ABC")
    text.font = Font("Colors", size: 40)
    let fixed = TextNode("ABC")
    fixed.font = Font("Colors", size: 40)
    fixed.style.width = .points(150)
    fixed.style.height = .points(50)
    let field = EditableTextNode(EditableText("ABC", font: Font("Colors", size: 40)))
    let nodes = [text, fixed, field]
    let h = try HeadlessStage(width: 200, height: 200) {
      let column = BoxNode()
      column.style.direction = .column
      column.style.alignItems = .flexStart
      for node in nodes { column.addSubnode(node) }
      return column
    }
    try h.settle()
    /// Whether a coloured pixel is drawn at the node.
    func isColored(_ node: AnyNode) -> Bool {
      let box = node.frame
      return (Int(box.minY)..<Int(box.maxY)).contains { y in
        (Int(box.minX)..<Int(box.maxX)).contains { x in
          let color = h.framebuffer.color(x: x, y: y)
          return abs(color.red - color.blue) > 0.2 || abs(color.red - color.green) > 0.2
        }
      }
    }
    let before = text.frame.width
    #expect(nodes.allSatisfy { !isColored($0) })
    try FontLibrary.shared.add(file: Self.file)
    defer { FontLibrary.shared.remove(Self.file) }
    for node in nodes { node.setNeedsDisplay() }
    try h.settle()
    #expect(nodes.map(isColored) == [true, true, true])
    // It has the size of its new font.
    #expect(text.frame.width != before)
    #expect(text.frame.width == text.textLayout().size.width.rounded(.up))
    #expect(FontLibrary.shared.remove(Self.file))
    for node in nodes { node.setNeedsDisplay() }
    try h.settle()
    #expect(nodes.map(isColored) == [false, false, false])
    #expect(text.frame.width == before)
  }
}
