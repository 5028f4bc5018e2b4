import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct CheckboxTests {
  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: checkbox, title: Unchecked}
      - {type: checkbox, title: Checked, value: true}
      - {type: checkbox, title: Mixed, value: mixed}
      - {type: checkbox, title: Invalid, invalid: true}
      - {type: checkbox, title: Disabled, enabled: false}
      - {type: checkbox, title: Disabled, enabled: false, value: true}
      - {type: checkbox, id: pressed$, title: Pressed}
      - {type: checkbox, title: Words that do not fit into a line}
      """, width: 200, height: 480)
    try ControlSheet.press("pressed", in: h)
    try expectGolden(h.framebuffer, "checkbox")
  }

  @Test func aPressChecksAndNotifies() throws {
    let isChecked = Model(false)
    let node = CheckboxNode("Keep warm", isChecked: Binding(isChecked, \.value))
    let h = try HeadlessStage(width: 200, height: 48) { node }
    try h.tap(at: Point(100, 24))
    #expect(node.state == .on && isChecked.value)
    try h.key(.tab)
    try h.key(.space)
    #expect(node.state == .off && !isChecked.value)
    node.state = .mixed
    #expect(h.stage.perform(.activate, on: SemanticsID(node: node.serial)) && node.state == .on)
    let semantics = node.resolvedSemantics
    #expect(semantics.role == .checkbox && semantics.label == "Keep warm" && semantics.checked == .on)
  }

  @Test func scenesBindItBothWays() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [200, 48]
        data: {keep: mixed}
        root: {type: checkbox, id: keep, title: Keep, value: {bind: keep}}
        """)
    let node = try #require(try h.node("keep") as? CheckboxNode)
    try h.tap(at: Point(12, 24))
    #expect(node.state == .on && node.attribute("value") == .boolean(true))
  }
}
