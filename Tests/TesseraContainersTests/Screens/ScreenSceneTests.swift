import TesseraKit
import TesseraTestSupport
import Testing

/// The screens of docs/examples, used as a person would use them.
@Suite struct ScreenSceneTests {
  private static let reason = "versions of FreeType round outlines differently"

  @Test func sheetSwipeAndTabsLookAsTheyShould() throws {
    let h = try HeadlessStage(sceneFile: try PackageFolder.root() + "/docs/examples/screens.yaml")
    try h.advance(by: 0.1)
    let birds = try #require(try h.node("birds") as? ScreensNode)
    #expect(birds.screens.map(\.appearance) == [.hidden, .visible, .visible])
    try expectGolden(h.framebuffer, "screens_sheet", tolerance: .fewPixels(64, beyond: 24), because: Self.reason)
    try h.key(.escape)
    try h.advance(by: 1)
    #expect(birds.screens.count == 2)
    try h.touch(.began, at: Point(6, 300))
    for x in [40.0, 100, 160, 200] {
      h.clock.advance(by: 0.05)
      try h.touch(.moved, at: Point(x, 300))
    }
    try expectGolden(h.framebuffer, "screens_swipe", tolerance: .fewPixels(64, beyond: 24), because: Self.reason)
    h.clock.advance(by: 0.5)
    try h.touch(.ended, at: Point(200, 300))
    try h.advance(by: 1)
    #expect(birds.screens.count == 1)
    try h.tap(at: Point(180, 535))
    try h.advance(by: 0.1)
    try expectGolden(h.framebuffer, "screens_tabs", tolerance: .fewPixels(64, beyond: 24), because: Self.reason)
    try h.advance(by: 1)
    #expect((try h.node("tabs") as? TabsNode)?.selected == 1)
  }
}
