import Testing
import TesseraKit
import TesseraTestSupport

@Suite struct ListTileTests {
  /// Creates a stage with a tile as a node, or in the spec of a node.
  private func stage(asSpec isSpec: Bool = false, _ tile: any NodeElement) throws -> HeadlessStage {
    try HeadlessStage(width: 200, height: 60) {
      guard isSpec else { return Column { tile }.makeNode() }
      let root = BoxNode()
      root.layoutSpec = { _ in Column { tile } }
      return root
    }
  }

  private func box(_ id: String, _ width: Double, _ height: Double) -> Subnode<Box> { Box().size(width, height).id(id) }

  @Test(arguments: [false, true]) func theLinesFillTheSpaceBetweenLeadingAndTrailing(isSpec: Bool) throws {
    let h = try stage(
      asSpec: isSpec,
      ListTile(
        box("title", 40, 20), box("subtitle", 60, 10), gap: 8, lineGap: 3, leading: box("leading", 30, 51),
        trailing: box("trailing", 20, 11)))
    #expect(try h.frame(of: "leading") == Rect(0, 0, 30, 51))
    #expect(try h.frame(of: "title") == Rect(38, 9, 40, 20))
    #expect(try h.frame(of: "subtitle") == Rect(38, 32, 60, 10))
    #expect(try h.frame(of: "trailing") == Rect(180, 20, 20, 11))
  }

  @Test func aDetailIsAtTheEndOfTheFirstLine() throws {
    let h = try stage(
      ListTile(Text("Ines").id("title"), box("subtitle", 60, 10), detail: box("detail", 24, 8), trailing: box("trailing", 20, 40)))
    let (title, subtitle, detail) = (try h.frame(of: "title"), try h.frame(of: "subtitle"), try h.frame(of: "detail"))
    #expect(detail.minX == 200 - 20 - 10 - 24 && title.minX == 0 && title.maxX == detail.minX - 10)
    #expect(abs(detail.midY - title.midY) <= 0.5 && subtitle.minY == title.maxY + 2)
  }

  @Test func longTitlesLeaveTheRestItsRoom() throws {
    let words = String(repeating: "long ", count: 40)
    let h = try stage(ListTile(Text(words).lineLimit(1).id("title"), leading: box("leading", 30, 10), trailing: box("trailing", 20, 10)))
    #expect(try h.frame(of: "title").width == 200 - 30 - 20 - 2 * 10)
    #expect(try h.frame(of: "leading").width == 30 && h.frame(of: "trailing") == Rect(180, h.frame(of: "trailing").minY, 20, 10))
  }

  @Test func layoutModifiersApplyAndNodeModifiersCreateANode() throws {
    let plain = try stage(ListTile(box("title", 40, 20)).padding(6))
    #expect(try plain.frame(of: "title") == Rect(6, 6, 40, 20))
    let tinted = try stage(ListTile(box("title", 40, 20)).padding(6).background(.white).id("tile"))
    #expect(try tinted.frame(of: "tile") == Rect(0, 0, 200, 32) && tinted.frame(of: "title") == Rect(6, 6, 40, 20))
    #expect(ListTile(box("title", 40, 20)).makeNode().find(Box.self) { $0.id == "title" } != nil)
  }
}
