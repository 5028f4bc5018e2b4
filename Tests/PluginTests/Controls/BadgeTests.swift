import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct BadgeTests {
  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: badge, label: New}
      - {type: badge, value: 3}
      - {type: badge, value: 42, kind: accent}
      - {type: badge, value: 128, kind: neutral}
      - {type: badge, title: New, rim: $surface}
      - {type: badge, value: 5, environment: {textScale: 2}}
      """, width: 100, height: 190)
    try expectGolden(h.framebuffer, "badge")
  }

  @Test func wordsAndSemantics() throws {
    #expect(BadgeNode(Badge(100)).resolvedSemantics.label == "99+")
    #expect(BadgeNode(Badge(-3)).resolvedSemantics.label == "-3")
    #expect(BadgeNode(Badge("New")).resolvedSemantics.role == .status)
    #expect(BadgeNode(Badge()).resolvedSemantics.role == nil)
  }

  @Test func scenesBindTheNumber() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [100, 48]
        data: {news: 2}
        root: {type: badge, id: badge, value: {bind: news}}
        """)
    let node = try #require(try h.node("badge") as? BadgeNode)
    #expect(node.count == 2 && node.attribute("value") == .number(2))
  }
}
