import Tessera
import TesseraGeometry
import TesseraKit
import TesseraReader
import TesseraTestSupport
import Testing

/// Switch scanning on scenes.
struct ScanTests {
  static let scene = """
    tessera: 1
    root:
      type: box
      style: {flexDirection: column}
      children:
        - type: box
          label: Lights
          role: group
          style: {flexDirection: row}
          children:
            - {type: switch, id: kitchen, title: Kitchen}
            - {type: switch, id: hall, title: Hall}
        - {type: button, id: away, title: Away}
        - {type: slider, label: Heat, value: 40, step: 10, style: {width: 200, height: 40}}
    """

  private func start(_ mode: SwitchScanner.Mode) throws -> (HeadlessStage, SwitchAssistant, () -> [String]) {
    let h = try HeadlessStage(scene: Self.scene, width: 320, height: 240)
    let assistant = SwitchAssistant(mode, interval: 1)
    var words: [String] = []
    assistant.onHighlight = { place, text, _ in if place != nil { words.append(text) } }
    h.stage.assistant = assistant
    try h.settle()
    return (
      h, assistant,
      { () -> [String] in
        defer { words = [] }
        return words
      }
    )
  }

  @Test func oneSwitchMovesByTimeAndSelects() throws {
    let (h, assistant, words) = try start(.one)
    func wait(_ seconds: Double) throws {
      h.clock.advance(by: seconds)
      try h.settle()
    }
    #expect(words() == ["Lights, group"])
    try wait(1)
    try wait(1)
    try wait(1)
    #expect(words() == ["Away, button", "Heat, 40, slider", "Lights, group"])
    try h.key(.space)
    try wait(1)
    try h.key(.space)
    #expect(words() == ["Kitchen, switch, off", "Hall, switch, off", "Lights, group"])
    #expect(h.stage.semanticsTree.all().first { $0.name == "hall" }?.semantics.checked == .on)
    try wait(1)
    try wait(1)
    try h.key(.space)
    try h.key(.space)
    try h.key(.space)
    #expect(words() == ["Away, button", "Heat, 40, slider", "increase"])
    #expect(h.stage.semanticsTree.all().first { $0.role == .slider }?.semantics.number?.value == 60)
    try wait(1)
    try h.key(.space)
    try wait(1)
    try h.key(.space)
    #expect(words() == ["decrease", "back", "Heat, 50, slider"])
    // After three rounds the highlight rests until the switch is pressed.
    for _ in 0..<20 { try wait(1) }
    #expect(assistant.scanner.isResting && assistant.scanner.deadline == nil)
    try h.key(.space)
    #expect(!assistant.scanner.isResting)
  }

  @Test func twoSwitchesMoveAndSelect() throws {
    let (h, _, words) = try start(.two)
    h.clock.advance(by: 60)
    try h.settle()
    #expect(words() == ["Lights, group"])
    try h.key(.enter)
    try h.key(.space)
    try h.key(.space)
    try h.key(.enter)
    #expect(words() == ["Kitchen, switch, off", "Hall, switch, off", "back", "Lights, group"])
    let ring = try #require(h.stage.highlightedElement)
    #expect(h.stage.semanticsTree[ring]?.semantics.label == "Lights")
  }

  @Test func aTouchAnywhereIsTheSwitch() throws {
    let (h, assistant, words) = try start(.one)
    assistant.takesTouches = true
    _ = words()
    try h.tap(at: Point(300, 230))
    #expect(words() == ["Kitchen, switch, off"])
  }
}
