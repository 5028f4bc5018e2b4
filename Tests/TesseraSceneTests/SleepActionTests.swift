import TesseraKit
import TesseraTestSupport
import Testing

@testable import TesseraScene

/// The action `sleep`.
@Suite struct SleepActionTests {
  @Test(arguments: ["sleep", "[{set: {taps: taps + 1}}, sleep]", "{sleep: true}"])
  func theDisplaySleepsUntilATouchThatIsNoTap(_ action: String) throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [100, 100]
        data: {taps: 0}
        root: {type: button, id: off, title: "Off", on: {tap: \(action)}}
        """)
    try h.tap(id: "off")
    try h.settle()
    #expect(h.stage.displaySleeps)
    try h.tap(id: "off")
    try h.settle()
    #expect(!h.stage.displaySleeps)
    try h.tap(id: "off")
    try h.settle()
    #expect(h.stage.displaySleeps)
  }
}
