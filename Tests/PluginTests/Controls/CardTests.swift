import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct CardTests {
  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: card, style: {width: 130}, children: [{type: text, string: Card, color: $ink}]}
      - {type: card, elevation: 1, style: {width: 130}, children: [{type: text, string: Raised, color: $ink}]}
      - {type: card, elevation: 3, style: {width: 130}, children: [{type: text, string: High, color: $ink}]}
      - {type: card, selected: true, style: {width: 130}, children: [{type: text, string: Chosen, color: $onWash}]}
      - {type: card, id: pressed$, pressable: true, style: {width: 130}, children: [{type: text, string: Pressed, color: $ink}]}
      - {type: card, padded: false, style: {width: 130}, children: [{type: text, string: No padding, color: $ink}]}
      """, width: 190, height: 400)
    try ControlSheet.press("pressed", in: h)
    try expectGolden(h.framebuffer, "card")
  }

  @Test func onlyAHandlerOrTheAttributeMakesItPressable() throws {
    let taps = Model(0)
    let node = CardNode()
    let h = try HeadlessStage(width: 200, height: 80) { node }
    #expect(node.resolvedSemantics.role == nil)
    try h.key(.tab)
    #expect(h.stage.focusedNode == nil)
    node.on(AnyNode.tap) { taps.value += 1 }
    try h.tap(at: Point(100, 40))
    #expect(taps.value == 1)
    try h.key(.tab)
    #expect(h.stage.focusedNode === node)
    try h.key(.enter)
    #expect(taps.value == 2 && node.resolvedSemantics.role == .button)
    #expect(h.stage.perform(.activate, on: SemanticsID(node: node.serial)) && taps.value == 3)
    node.isEnabled = false
    try h.tap(at: Point(100, 40))
    #expect(taps.value == 3)
  }

  @Test func scenesPressIt() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [200, 80]
        data: {isOpen: false}
        root:
          type: card
          id: card
          selected: {bind: isOpen}
          on: {tap: {set: {isOpen: true}}}
        """)
    let node = try #require(try h.node("card") as? CardNode)
    try h.tap(at: Point(100, 40))
    #expect(node.isSelected)
  }
}
