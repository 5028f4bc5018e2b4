import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraTestSupport
import Testing

@Suite struct ScreenLookupTests {
  @Test func aNodeFindsItsScreen() throws {
    let (screens, screen, label) = (ScreensNode(), ScreenNode(), BoxNode())
    #expect(label.screen == nil)
    screen.addSubnode(label)
    screens.push(screen)
    _ = try HeadlessStage(width: 40, height: 40) { screens }
    #expect(label.screen === screen && screen.screen === screen && screens.screen == nil)
  }
}
