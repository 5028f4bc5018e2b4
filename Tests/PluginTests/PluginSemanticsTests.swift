import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

/// Semantics of texts, pictures and fields.
@Suite struct PluginSemanticsTests {
  private func text(_ h: HeadlessStage) throws -> String {
    try h.settle()
    return h.stage.semanticsTree.text()
  }

  @Test func aFieldHasItsTextAsValueAndTakesTheFocus() throws {
    let field = EditableTextNode("Ada", placeholderText: "Name")
    let h = try HeadlessStage(width: 200, height: 40) { field }
    #expect(try text(h) == "window\n  textField \"Name\" = \"Ada\" [activate]\n")
    #expect(h.stage.perform(.activate, on: SemanticsID(node: field.serial)))
    try h.settle()
    h.stage.send(.text("!"))
    #expect(try text(h) == "window\n  textField \"Name\" = \"Ada!\" [activate] (focused)\n")
    (field.isSecure, field.isMultiline, field.isEditable) = (true, true, false)
    field.semantics.isInvalid = true
    #expect(try text(h) == "window\n  textField \"Name\" (invalid, password, read-only, multiline) [activate] (focused)\n")
  }

  @Test func linksOfATextArePartsInIt() throws {
    let node = TextNode("")
    try node.setAttribute("markup", to: .text("Read [the manual](manual) first"))
    let sent = Locked<[String]>([])
    node.on(Text.linkTap) { link in sent.withLock { $0.append(link.target) } }
    let h = try HeadlessStage(width: 300, height: 40) { node }
    #expect(try text(h) == "window\n  text \"Read the manual first\"\n    link \"the manual\" [activate]\n")
    let link = SemanticsID(node: node.serial, part: 0)
    #expect(h.stage.perform(.activate, on: link) && sent.withLock { $0 } == ["manual"])
    let place = try #require(h.stage.semanticsPlace(of: link))
    #expect(place.visibility == .visible && place.frame.minX > 20 && place.frame.maxX < 200)
  }

  @Test func aLinkHasItsPlaceInTheLabel() throws {
    let node = TextNode("")
    try node.setAttribute("markup", to: .text("Ä ![](dot) [the manual](manual) or [this](other)"))
    let dot = BoxNode()
    dot.id = "dot"
    node.addSubnode(dot)
    let h = try HeadlessStage(width: 300, height: 40) { node }
    let label = try #require(h.stage.semanticsTree.all().first { $0.role == .text }?.semantics.label)
    let links = h.stage.semanticsTree.all().filter { $0.role == .link }.compactMap(\.link)
    #expect(links.map(\.target) == ["manual", "other"])
    let words = links.map { String(decoding: Array(label.utf8)[$0.range], as: UTF8.self) }
    #expect(words == ["the manual", "this"], "\(label)")
  }

  @Test func shapesAndPicturesAreImagesByTheirLabels() throws {
    let (root, shape, image) = (BoxNode(), ShapeNode(Shape()), ImageNode(Image()))
    for node in [shape, image] {
      (node.style.width, node.style.height) = (.points(10), .points(10))
      root.addSubnode(node)
    }
    let h = try HeadlessStage(width: 100, height: 40) { root }
    #expect(try text(h) == "window\n  image\n")
    shape.semantics.label = "A tick"
    image.semantics.label = "A bird"
    #expect(try text(h) == "window\n  image \"A tick\"\n  image \"A bird\"\n")
    image.semantics.role = SemanticsRole.none
    #expect(try text(h) == "window\n  image \"A tick\"\n")
  }

  @Test func aButtonOfAPictureHasTheLabelOfTheProgram() throws {
    let button = ButtonNode(Button("", image: .pixels(try PixelBuffer(width: 8, height: 8))))
    let h = try HeadlessStage(width: 100, height: 40) { button }
    #expect(try text(h) == "window\n  button [activate]\n")
    button.semantics.label = "Close"
    #expect(try text(h) == "window\n  button \"Close\" [activate]\n")
  }

  @Test func elementsHaveModifiers() throws {
    let h = try HeadlessStage(width: 200, height: 100) {
      Column {
        Text("Rooms").semantics(.heading).semantics { $0.level = 1 }
        Text("21°").semantics(label: "21 degrees")
      }.makeAnyNode()
    }
    #expect(try text(h) == "window\n  heading 1 \"Rooms\"\n  text \"21 degrees\"\n")
  }
}
