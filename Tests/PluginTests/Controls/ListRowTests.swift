import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct ListRowTests {
  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: list-row, title: Wi-Fi, detail: Home, accessory: chevron, style: {width: 256}}
      - {type: list-row, title: Ada Lovelace, subtitle: See you at noon, leads: true, style: {width: 256}, children: [{type: avatar, name: Ada Lovelace}, {type: badge, value: 2}]}
      - {type: list-row, title: Sound, style: {width: 256}, children: [{type: switch, label: Sound, value: true}]}
      - {type: list-row, title: Chosen, selected: true, accessory: check, style: {width: 256}}
      - {type: list-row, title: Disabled, detail: None, enabled: false, style: {width: 256}}
      - {type: list-row, title: A title with more words than there is room for, detail: A value that is long, style: {width: 256}}
      - {type: list-row, title: Pressed, id: pressed$, on: {tap: {set: {a: 1}}}, style: {width: 256}}
      """, width: 280, height: 500, modes: 2)
    try ControlSheet.press("pressed", in: h)
    try expectGolden(h.framebuffer, "list-row")
  }

  @Test func aHandlerMakesItPressable() throws {
    let taps = Model(0)
    let node = ListRowNode(ListRow("Wi-Fi", value: "Home", accessory: .chevron))
    let h = try HeadlessStage(width: 300, height: 56) { node }
    try h.key(.tab)
    #expect(h.stage.focusedNode == nil && node.resolvedSemantics.role == .group)
    node.on(AnyNode.tap) { taps.value += 1 }
    try h.tap(at: Point(40, 28))
    try h.key(.tab)
    try h.key(.enter)
    #expect(taps.value == 2)
    let semantics = node.resolvedSemantics
    #expect(semantics.role == .button && semantics.label == "Wi-Fi" && semantics.value == "Home")
    #expect(h.stage.perform(.activate, on: SemanticsID(node: node.serial)) && taps.value == 3)
  }

  @Test func rightToLeftThePartsAreMirrored() throws {
    let part = BoxNode()
    (part.style.width, part.style.height) = (.points(20), .points(20))
    var row = ListRow("Wi-Fi")
    row.parts = [part]
    let node = ListRowNode(row)
    let h = try HeadlessStage(width: 300, height: 56, direction: .rtl) { node }
    #expect(h.frame(of: part).maxX < 60)
    node.leads = true
    try h.settle()
    #expect(h.frame(of: part).minX > 240)
  }
}
