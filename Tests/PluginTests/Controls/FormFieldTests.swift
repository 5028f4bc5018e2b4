@testable import ControlsPlugin
@testable import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct FormFieldTests {
  @Test func theSheet() throws {
    let h = try ControlSheet.stage(
      """
      - {type: field, title: Name, help: As on the card, style: {width: 176}, children: [{type: editable-text, string: Ada, color: $ink}]}
      - {type: field, title: Town, note: optional, style: {width: 176}, children: [{type: editable-text, color: $ink}]}
      - {type: field, title: Weight, suffix: kg, style: {width: 176}, children: [{type: editable-text, string: '72', color: $ink}]}
      - {type: field, title: Mail, error: This is not an address, style: {width: 176}, children: [{type: editable-text, string: ada, color: $ink}]}
      - {type: field, title: Off, environment: {enabled: false}, style: {width: 176}, children: [{type: editable-text, string: Ada}]}
      """, width: 200, height: 490)
    try expectGolden(h.framebuffer, "field")
  }

  /// The ring of the focus surrounds the frame, and not the letters in it.
  @Test func keysSurroundTheFrame() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [260, 190]
        fonts: [docs/examples/assets/fonts]
        root:
          type: box
          background: $ground
          environment: {density: regular}
          style: {flexDirection: column, padding: 12, gap: 12, width: 260, height: 190, boxSizing: border-box}
          children:
            - {type: field, title: Weight, suffix: kg, children: [{type: editable-text, id: text, string: '72'}]}
            - {type: field, title: Heat, children: [{type: dropdown, id: heat, options: [Air, Grill], value: Air}]}
        """, directory: try PackageFolder.root())
    for id in ["text", "heat"] {
      try h.key(.tab)
      try h.advance(by: 0.5)
      let (node, frame) = (try h.node(id), try #require(h.node(id).supernode))
      #expect(h.stage.focusedNode === node)
      #expect(node.focusArea?.rect == node.convert(Rect(size: frame.frame.size), from: frame))
      try expectGolden(h.framebuffer, "field-focused-" + id)
    }
  }

  /// Page with fields whose contents are elements.
  private struct Page: NodeType {
    static let typeName = "form-page"
    @NodeState var mail = ""
    @NodeState var cups = 3.0

    func layout(in context: LayoutContext) -> (any LayoutElement)? {
      Column(gap: 8) {
        FormField("Mail", error: mail.contains("@") ? "" : "No address") { EditableText($mail).id("mail") }
        FormField("Cups") { Stepper($cups, in: 1...9) }
      }
    }
  }

  @Test func elementsAreKeptWhileTheUserTypes() throws {
    let h = try HeadlessStage(width: 200, height: 200) { Node(Page()) }
    let field = try #require(h.root.find("mail"))
    field.becomeFocused()
    try h.settle()
    #expect(field.resolvedSemantics.label == "Mail" && field.resolvedSemantics.isInvalid == true)
    try h.type("a@b")
    try h.settle()
    #expect(h.root.find("mail") === field && h.stage.focusedNode === field)
    #expect(field.resolvedSemantics.isInvalid != true)
    let frames = h.root.findAll(FieldFrame.self)
    let edge = try #require(h.stage.convert(Point(frames[0].frame.width / 2, 0.5), from: frames[0]))
    #expect(h.framebuffer.color(x: Int(edge.x), y: Int(edge.y)).hex == h.stage.root.environmentValues.theme.accent.hex)
    // A stepper has no second frame around it.
    #expect(frames[1].subnodes.map(\.frame.size) == [frames[1].frame.size])
  }

  @Test func theContentHasTitleHelpAndError() throws {
    let content = EditableTextNode()
    let node = FormFieldNode(FormField("Mail", help: "For the bill", content: content))
    let h = try HeadlessStage(width: 200, height: 120) { node }
    #expect(content.resolvedSemantics.label == "Mail" && content.resolvedSemantics.hint == "For the bill")
    node.error = "This is not an address"
    node.isRequired = true
    try h.settle()
    let semantics = content.resolvedSemantics
    #expect(semantics.isInvalid == true && semantics.isRequired == true && semantics.hint == "This is not an address")
    #expect(h.stage.semanticsTree.text().contains("alert"))
  }

  @Test func theEdgeShowsTheFocusOfTheContent() throws {
    let content = EditableTextNode()
    let node = FormFieldNode(FormField("Mail", content: content))
    let h = try HeadlessStage(width: 200, height: 100) { node }
    let still = try h.snapshot()
    content.becomeFocused()
    try h.settle()
    let frame = try #require(node.subnodes.first { $0.typeName == "field-frame" })
    let edge = try #require(h.stage.convert(Point(frame.frame.width / 2, 0.5), from: frame))
    #expect(h.framebuffer.color(x: Int(edge.x), y: Int(edge.y)).hex == h.stage.root.environmentValues.theme.accent.hex)
    // Another content is observed in its place.
    node.value.content = EditableTextNode()
    try h.settle()
    #expect(try pixelDifference(h.snapshot(), still).count == 0)
    content.becomeFocused()
    try h.settle()
    #expect(try pixelDifference(h.snapshot(), still).count == 0)
  }

  @Test func scenesBindTheTextOfTheChild() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [200, 120]
        data: {name: Ada, problem: ''}
        root:
          type: field
          title: Name
          error: {bind: problem}
          children:
            - {type: editable-text, id: name, string: {bind: name}}
        """)
    let node = try #require(try h.node("name") as? EditableTextNode)
    #expect(node.string == "Ada" && node.frame.size.width > 150)
  }
}
