import TesseraKit
import TesseraTestSupport
import Testing

/// Values of node types are plain data: a copy given to a second node works there as it does in the first, and neither notices the other.
@Suite struct ValueCopyTests {
  /// Draws two nodes of one value beside each other, changes the first, and expects the second to be as it was.
  private func expectIndependent<Value: NodeType>(
    _ value: Value, size: Size = Size(60, 30), change: (Node<Value>) -> Void, location: SourceLocation = #_sourceLocation
  ) throws {
    let (first, second) = (Node(value), Node(value))
    let root = BoxNode()
    root.style.direction = .row
    root.background = .color(.white)
    for node in [first, second] {
      node.style.width = .points(size.width)
      node.style.height = .points(size.height)
      root.addSubnode(node)
    }
    let h = try HeadlessStage(width: size.width * 2, height: size.height) { root }
    func picture(_ x: Double) throws -> [Color] {
      let frame = try h.snapshot()
      return (0..<Int(size.height)).flatMap { y in (Int(x)..<Int(x + size.width)).map { frame.color(x: $0, y: y) } }
    }
    let (before, untouched) = (try picture(size.width), second.value)
    let isSame = try picture(0) == before
    #expect(isSame, "the copy is drawn as the original", sourceLocation: location)
    change(first)
    try h.settle()
    let (changed, kept) = (try picture(0) != before, try picture(size.width) == before)
    #expect(changed, "the change is seen", sourceLocation: location)
    #expect(kept && second.value == untouched, "the copy stays as it was", sourceLocation: location)
  }

  @Test func text() throws { try expectIndependent(Text("Toucan")) { $0.string = "Macaw" } }

  @Test func editableText() throws {
    try expectIndependent(EditableText("Toucan")) { node in
      _ = EditableText.handle(.text("s of Peru"), node: node)
    }
  }

  @Test func aCopiedFieldBringsNeitherFocusNorCaretNorWhatCanBeUndone() throws {
    var value = EditableText("Toucan")
    value.caretColor = Color(rgb: 0xFF0000)
    let (first, second) = (EditableTextNode(value), EditableTextNode(value))
    let root = BoxNode()
    root.style.direction = .row
    root.background = .color(.white)
    for node in [first, second] {
      node.style.width = .points(100)
      node.style.height = .points(30)
      root.addSubnode(node)
    }
    let h = try HeadlessStage(width: 200, height: 30) { root }
    func hasCaret(_ x: Int) throws -> Bool {
      let frame = try h.snapshot()
      return (0..<30).contains { y in (x..<x + 100).contains { frame.color(x: $0, y: y) == Color(rgb: 0xFF0000) } }
    }
    let blank = try [0, 100].map(hasCaret)
    #expect(blank == [false, false])
    first.becomeFocused()
    try h.settle()
    #expect(first.isFocused && !second.isFocused && first.value == second.value)
    let lit = try [0, 100].map(hasCaret)
    #expect(lit == [true, false])
    // Neither does a value that is taken over while the caret is lit, nor does one that comes take the focus away.
    h.stage.send(.text("s"))
    try h.settle()
    #expect(first.string == "Toucans")
    second.value = first.value
    first.value = EditableText("Macaw")
    try h.settle()
    #expect(first.isFocused && !second.isFocused && second.string == "Toucans")
    let undone = [first.undo(), second.undo()]
    #expect(undone == [false, false], "another string is no edit, and a copy was not edited")
  }

  @Test func image() throws {
    let pixels = try PixelBuffer(width: 8, height: 8)
    pixels.clear(.black)
    try expectIndependent(Image(pixels, contentMode: .stretch)) { $0.tint = Color(rgb: 0xFF0000) }
  }

  @Test func button() throws { try expectIndependent(Button("Go")) { $0.title = "No" } }

  @Test func video() throws {
    let gray = try VideoPicture(format: .gray, width: 2, height: 2, samples: [16, 16, 16, 16])
    let white = try VideoPicture(format: .gray, width: 2, height: 2, samples: [235, 235, 235, 235])
    var value = VideoFrame()
    value.picture = gray
    value.contentMode = .stretch
    try expectIndependent(value) { $0.push(white) }
  }

  @Test func shape() throws {
    var value = Shape()
    value.points = [Point(0, 0), Point(40, 0), Point(40, 20)]
    value.fill = .color(.black)
    try expectIndependent(value) { $0.fill = .color(Color(rgb: 0x00AA00)) }
  }
}
