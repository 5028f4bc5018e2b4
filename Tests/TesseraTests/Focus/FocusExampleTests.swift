import Tessera
import TesseraTestSupport
import Testing

/// Example in which keys reach every control, with pictures of the steps.
@Suite struct FocusExampleTests {
  private static let reason = "versions of FreeType round outlines differently"

  @Test func theRingSurroundsTheFocusedNode() throws {
    let h = try HeadlessStage(sceneFile: try PackageFolder.root() + "/docs/examples/focus.yaml")
    func look(_ name: String) throws {
      try h.advance(by: 1.5)
      try expectGolden(h.framebuffer, name, tolerance: .fewPixels(64, beyond: 24), because: Self.reason)
    }
    var way: [String] = []
    func press(_ keys: KeyPress.Key...) throws {
      for key in keys {
        try h.key(key)
        try h.advance(by: 0.6)
        way.append(h.stage.focusedNode?.id ?? "-")
      }
    }
    try press(.right, .right, .right)
    try look("focus_button")
    try press(.left, .left, .down, .down, .down)
    try look("focus_row")
    try press(.right, .down)
    try look("focus_link")
    #expect(way.prefix(5) == ["heat", "light", "more", "light", "heat"] && way[5] == "rooms" && way[7] == "rooms")
    #expect(way.last == "help")
    // A full turn with an encoder visits all enabled controls.
    var seen = Set<String>()
    for _ in 0..<40 {
      try h.key(.next)
      seen.insert(h.stage.focusedNode?.id ?? "-")
    }
    #expect(seen == ["heat", "light", "more", "rooms", "name", "card", "help", "cancel", "ok"])
  }
}
