import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct ExpanderTests {
  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: expander, title: Closed, style: {width: 176}, children: [{type: text, string: Details, color: $ink}]}
      - {type: expander, title: Open, value: true, style: {width: 176}, children: [{type: text, string: Details, color: $ink}]}
      - {type: expander, title: Disabled, enabled: false, style: {width: 176}}
      - {type: expander, title: Pressed, id: pressed$, style: {width: 176}}
      """, width: 200, height: 330)
    try ControlSheet.press("pressed", in: h)
    try expectGolden(h.framebuffer, "expander")
  }

  @Test func thePressOfItsRowOpensIt() throws {
    let isOpen = Model(false)
    let content = BoxNode()
    content.style.height = .points(40)
    let node = ExpanderNode("Details", isExpanded: Binding(isOpen, \.value), contents: [content])
    node.environment[\.density] = .regular
    let h = try HeadlessStage(width: 200, height: 200) {
      let root = BoxNode()
      root.style.alignItems = .start
      root.addSubnode(node)
      return root
    }
    #expect(node.frame.height == 56)
    try h.tap(at: Point(20, 28))
    #expect(isOpen.value && node.frame.height == 56 + 40 + 16 && content.frame.height == 40)
    try h.tap(at: Point(20, 80))
    #expect(isOpen.value, "a tap on the contents")
    try h.key(.tab)
    try h.key(.space)
    #expect(!isOpen.value)
    isOpen.value = true
    try h.settle()
    #expect(node.isExpanded)
    #expect(h.stage.perform(.collapse, on: SemanticsID(node: node.serial, part: 0)) && !node.isExpanded)
    #expect(!h.stage.perform(.collapse, on: SemanticsID(node: node.serial, part: 0)))
  }

  @Test func scenesBindItBothWays() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [200, 200]
        data: {open: true}
        root: {type: expander, id: more, title: More, value: {bind: open}, children: [{type: text, id: words, string: Words}]}
        """)
    let node = try #require(try h.node("more") as? ExpanderNode)
    #expect(node.isExpanded && h.stage.semanticsTree.text().contains("Words"))
    try h.tap(at: Point(20, 20))
    #expect(!node.isExpanded && !h.stage.semanticsTree.text().contains("Words"))
  }
}
