import TesseraKit
import TesseraTestSupport
import Testing

/// The screens of docs/examples, used as a person would use them.
@Suite struct ScreenSceneTests {
  @Test func sheetSwipeAndTabsMatchTheirGoldenPictures() throws {
    let h = try HeadlessStage(sceneFile: try PackageFolder.root() + "/docs/examples/screens.yaml")
    try h.advance(by: 0.1)
    let birds = try #require(try h.node("birds") as? ScreensNode)
    #expect(birds.screens.map(\.appearance) == [.hidden, .visible, .visible])
    // The sheet is white and covers the bar of the tabs; the page beneath it is dimmed, and in its place.
    #expect(h.framebuffer.color(x: 352, y: 480).hex == "#ffffff" && h.framebuffer.color(x: 340, y: 555).hex == "#ffffff")
    #expect(h.framebuffer.color(x: 340, y: 200).green < 0.7 && h.framebuffer.color(x: 340, y: 200).green > 0.4)
    try h.key(.escape)
    try h.advance(by: 1)
    #expect(birds.screens.count == 2)
    try h.touch(.began, at: Point(6, 300))
    for x in [40.0, 100, 160, 200, 260] {
      h.clock.advance(by: 0.05)
      try h.touch(.moved, at: Point(x, 300))
    }
    // What is beneath shows at the left, the page at the right.
    let beneath = h.framebuffer.color(x: 60, y: 400)
    #expect(
      beneath.red > beneath.green && beneath.green > beneath.blue && beneath.red > 0.85
        && h.framebuffer.color(x: 340, y: 400).hex == "#deebd6")
    h.clock.advance(by: 0.5)
    try h.touch(.ended, at: Point(260, 300))
    try h.advance(by: 1)
    #expect(birds.screens.count == 1)
    try h.tap(at: Point(180, 535))
    try h.advance(by: 0.1)
    try h.advance(by: 1)
    #expect((try h.node("tabs") as? TabsNode)?.selected == 1)
    #expect(h.framebuffer.color(x: 180, y: 300).hex == "#dee7f7")
  }
}
