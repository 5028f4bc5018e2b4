import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

/// Inherited values in the standard types.
@Suite struct InheritedLookTests {
  private static let red = Color(rgb: 0xFF0000)
  private static let blue = Color(rgb: 0x0000FF)

  private func has(_ color: Color, _ buffer: PixelBuffer) -> Bool {
    for y in 0..<buffer.height { for x in 0..<buffer.width where buffer.color(x: x, y: y) == color { return true } }
    return false
  }

  @Test func textsGrowWithTheTextScaleAndLookAsInALargerFont() throws {
    let text = Text("Toucans", font: Font(size: 16))
    let node = Node(text)
    let h = try HeadlessStage(width: 200, height: 60) { Column(align: .flexStart) { node }.makeNode() }
    let width = node.frame.width
    h.stage.environment[\.textScale] = 2
    try h.settle()
    #expect(abs(node.frame.width - 2 * width) < 2)
    let larger = try HeadlessStage(width: 200, height: 60) {
      Column(align: .flexStart) { Text("Toucans", font: Font(size: 32)) }.makeNode()
    }
    try expectEqualPixels(h.framebuffer, larger.framebuffer)
    #expect(node.font.size == 16)
  }

  @Test func colorsOfTextsFollowTheSchemeWithoutALayout() throws {
    let plain = Text("MMM").color(.dynamic(light: Self.red, dark: Self.blue))
    var spans = Text("")
    spans.attributedText = AttributedText("MMM", attributes: TextAttributes(color: .dynamic(light: Self.red, dark: Self.blue)))
    for text in [plain, spans, plain.with(\.textShadow, Shadow(color: .clear, radius: 1))] {
      let h = try HeadlessStage(width: 100, height: 40) { Node(text) }
      #expect(has(Self.red, h.framebuffer) && !has(Self.blue, h.framebuffer))
      let layouts = h.stage.statistics.layouts
      h.stage.environment[\.colorScheme] = .dark
      try h.settle()
      #expect(has(Self.blue, h.framebuffer) && !has(Self.red, h.framebuffer) && h.stage.statistics.layouts == layouts)
    }
  }

  @Test func fieldsFollowTheSchemeWithoutALayout() throws {
    func field(_ string: String, _ change: (inout EditableText) -> Void) -> EditableText {
      var field = EditableText(string)
      field.color = .dynamic(light: .black, dark: .white)
      change(&field)
      return field
    }
    let both = Color.dynamic(light: Self.red, dark: Self.blue)
    let fields = [
      field("MMM") { $0.color = both }, field("") { ($0.placeholderText, $0.placeholderColor) = ("MMM", both) },
      field("MMM") { ($0.color, $0.selectionColor, $0.selection) = (.clear, both, 0..<3) }, field("") { $0.caretColor = both },
    ]
    for value in fields {
      let node = Node(value)
      let h = try HeadlessStage(width: 100, height: 40) { node }
      node.becomeFocused()
      try h.settle()
      #expect(has(Self.red, h.framebuffer) && !has(Self.blue, h.framebuffer))
      let layouts = h.stage.statistics.layouts
      h.stage.environment[\.colorScheme] = .dark
      try h.settle()
      #expect(has(Self.blue, h.framebuffer) && !has(Self.red, h.framebuffer) && h.stage.statistics.layouts == layouts)
    }
  }

  @Test func fieldsGrowWithTheTextScale() throws {
    for field in [EditableText("Toucans"), EditableText("", placeholderText: "Toucans")] {
      var field = field
      field.kind = .plain
      var large = field
      large.font.size *= 2
      let node = Node(field)
      let h = try HeadlessStage(width: 200, height: 80) { Column(align: .flexStart) { node }.makeNode() }
      let size = node.frame.size
      h.stage.environment[\.textScale] = 2
      try h.settle()
      #expect(node.frame.width > 1.8 * size.width && node.frame.height > 1.8 * size.height)
      let larger = try HeadlessStage(width: 200, height: 80) { Column(align: .flexStart) { Node(large) }.makeNode() }
      try expectEqualPixels(h.framebuffer, larger.framebuffer)
      #expect(node.font.size == field.font.size)
    }
  }

  @Test func layoutsThatANodeTypeDrawsFollowTheScheme() throws {
    let h = try HeadlessStage(width: 100, height: 40) { Node(Label()) }
    #expect(has(Self.red, h.framebuffer) && !has(Self.blue, h.framebuffer))
    h.stage.environment[\.colorScheme] = .dark
    try h.settle()
    #expect(has(Self.blue, h.framebuffer) && !has(Self.red, h.framebuffer))
  }

  @Test func linksButtonsTitlesAndIconsFollowTheTint() throws {
    let icon = try PixelBuffer(width: 8, height: 8)
    icon.clear(.black)
    var link = Text("")
    var span = TextSpan("MMM")
    span.link = "somewhere"
    link.spans = [span]
    let looks: [AnyNode] = [
      Node(link), Node(Text("MMM").followsTint()), Node(Button("MMM")), Node(Image(icon).template()),
    ]
    for node in looks {
      let h = try HeadlessStage(width: 100, height: 60) { node }
      #expect(!has(Self.red, h.framebuffer))
      h.stage.environment[\.tint] = Self.red
      try h.settle()
      #expect(has(Self.red, h.framebuffer), "\(node.typeName)")
    }
    let own = try HeadlessStage(width: 100, height: 60) { Node(Image(icon).template().tint(Self.blue)) }
    own.stage.environment[\.tint] = Self.red
    try own.settle()
    #expect(has(Self.blue, own.framebuffer) && !has(Self.red, own.framebuffer))
  }

  @Test func scenesSetInheritedValues() throws {
    let scene = try Scene.parse(
      text: """
        tessera: 1
        environment: {colorScheme: dark, tint: red}
        root:
          type: box
          background: light-dark(white, blue)
          environment: {tint: lime}
          children:
            - {type: box, id: child, environment: {textScale: 1.5}}
        """, registry: .standard)
    let root = try scene.makeRoot()
    let child = try #require(root.find("child"))
    #expect(
      child.environment[\.colorScheme] == .dark && child.environment[\.tint] == Color("lime") && child.environment[\.textScale] == 1.5)
    let h = try HeadlessStage(width: 8, height: 8) { root }
    #expect(h.framebuffer.color(x: 0, y: 0) == Self.blue)
    let written = try SceneWriter(registry: .standard).text(of: root)
    #expect(written.contains("environment: {") && written.contains("light-dark("))
    let again = try Scene.parse(text: written, registry: .standard).makeRoot()
    #expect(again.environment[\.colorScheme] == .dark && again.background == root.background)
    #expect(throws: SceneErrors.self) {
      try Scene.parse(text: "{tessera: 1, environment: {colorScheme: dim}, root: {type: box}}", registry: .standard)
    }
  }

  @Test func colorsOfTwoSchemesAreReadAndWritten() {
    let color = Color("light-dark( white , rgb(0, 0, 255))")
    #expect(color == .dynamic(light: .white, dark: Self.blue) && color?.hex == "light-dark(#ffffff, #0000ff)")
    #expect(Color("light-dark(white)") == nil && Color("light-dark(white, light-dark(red, blue))") == nil && Color("light-dark(") == nil)
    #expect(color?.opacity(0.5).resolved(in: .dark).alpha ?? 0 < 0.51)
  }
}

/// A node type that draws a text layout.
private struct Label: NodeType {
  static let typeName = "look-label"
  static let summary = "Three letters."

  func draw(in canvas: borrowing Canvas, context: DrawContext) throws {
    let color = Color.dynamic(light: Color(rgb: 0xFF0000), dark: Color(rgb: 0x0000FF))
    canvas.draw(TextLayout(AttributedText("MMM", attributes: TextAttributes(font: Font(size: 20), color: color))), at: .zero)
  }
}
