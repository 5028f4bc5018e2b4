import TesseraKit
import TesseraTestSupport
import Testing

@testable import TextPlugin

/// Values of node types are plain data: a copy given to a second node works there as in the first, and neither affects the other.
@Suite struct ValueCopyTests {
  /// Draws two nodes of one value in a row, changes the first, and expects the second to be unchanged.
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
    var field = EditableText("Toucan")
    field.kind = .plain
    try expectIndependent(field) { node in
      _ = EditableText.handle(.text("s of Peru"), node: node)
    }
  }

  @Test func aCopiedFieldHasNoFocusCaretOrUndoHistory() throws {
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
    // A value copied while the caret is visible does not show a caret, and a new value does not take the focus away.
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

  /// Creates two nodes of one value in a row. Returns also the colour in the middle of each.
  private func pair<Value: NodeType>(_ value: Value, size: Size) throws -> (nodes: [Node<Value>], stage: HeadlessStage) {
    let nodes = [Node(value), Node(value)]
    let h = try HeadlessStage(width: size.width * 2, height: size.height) {
      let root = BoxNode()
      root.style.direction = .row
      for node in nodes {
        node.style.width = .points(size.width)
        node.style.height = .points(size.height)
        root.addSubnode(node)
      }
      return root
    }
    return (nodes, h)
  }

  @Test func aCopiedTextIsNeitherTouchedNorLit() throws {
    var link = TextSpan("the manual")
    link.link = "manual"
    var value = Text()
    value.spans = [link]
    (value.highlightColor, value.linkColor, value.fadesHighlight) = (Color(rgb: 0xFF0000), .clear, false)
    let (nodes, h) = try pair(value, size: Size(100, 30))
    func expectLit(_ lit: [Bool], _ location: SourceLocation = #_sourceLocation) throws {
      let frame = try h.snapshot()
      let found = [0, 100].map { x in (x..<x + 100).contains { frame.color(x: $0, y: 8) == Color(rgb: 0xFF0000) } }
      #expect(found == lit, sourceLocation: location)
    }
    try expectLit([false, false])
    #expect(nodes.allSatisfy { $0.storage.interaction == nil }, "who is not touched keeps nothing")
    try h.touch(.began, at: Point(20, 8))
    try h.settle()
    try expectLit([true, false])
    #expect(nodes[0].value == nodes[1].value)
    nodes[1].value = nodes[0].value
    try h.settle()
    try expectLit([true, false])
    // A new value does not end the touch.
    value.lineHeight = 1.01
    nodes[0].value = value
    try h.settle()
    try expectLit([true, false])
    try h.touch(.ended, at: Point(20, 8))
    try h.settle()
    try expectLit([false, false])
    #expect(nodes[0].touchedLink?.target == "manual" && nodes[1].touchedLink == nil && nodes[1].storage.interaction == nil)
    #expect(nodes[0].value == value)
  }

  @Test func aCopiedSelectionBringsNoHandles() throws {
    var value = Text("Toucan and more")
    value.isSelectable = true
    let (nodes, h) = try pair(value, size: Size(120, 40))
    try h.touch(.began, at: Point(10, 8))
    try h.advance(by: 0.6)
    try h.touch(.ended, at: Point(10, 8))
    try h.settle()
    #expect(nodes[0].selection == 0..<6 && nodes[1].selection.isEmpty)
    // The selection belongs to the value: the program can set it, too.
    nodes[1].value = nodes[0].value
    try h.settle()
    #expect(nodes[1].value.selectedText == "Toucan" && nodes[1].storage.interaction == nil)
    let layout = nodes[0].textLayout(width: 120, height: 40)
    let kept = nodes.map { $0.value.handles(in: layout, $0.storage.interaction).count }
    #expect(kept == [2, 0])
    nodes[0].string = "Macaw"
    #expect(nodes[0].value.handles(in: layout, nodes[0].storage.interaction).isEmpty && nodes[1].selection == 0..<6)
  }

  @Test func aCopiedButtonIsNotHeld() throws {
    let (red, blue) = (Color(rgb: 0xFF0000), Color(rgb: 0x0000FF))
    var value = Button()
    value.normal.background = .color(blue)
    value.highlighted.background = .color(red)
    let (nodes, h) = try pair(value, size: Size(60, 30))
    func expect(_ colors: [Color], _ location: SourceLocation = #_sourceLocation) {
      #expect([30, 90].map { h.framebuffer.color(x: $0, y: 15) } == colors, sourceLocation: location)
    }
    try h.touch(.began, at: Point(30, 15))
    expect([red, blue])
    nodes[1].value = nodes[0].value
    try h.settle()
    expect([red, blue])
    // A new value does not end the touch.
    value.highlighted.background = .color(.black)
    nodes[0].value = value
    try h.settle()
    expect([.black, blue])
    try h.advance(by: Button.minimumHighlight)
    try h.touch(.ended, at: Point(30, 15))
    try h.advance(by: StandardMotion.release.seconds + 0.01)
    expect([blue, blue])
    #expect(nodes.allSatisfy { !$0.isHighlighted })
  }

  @Test func aCopiedVideoStartsIndependently() throws {
    let directory = try TestDirectory()
    var value = VideoFrame(source: try VideoFrameTests.video(directory, frames: 5), contentMode: .stretch)
    value.isPlaying = false
    let (nodes, h) = try pair(value, size: Size(6, 3))
    func shown(_ n: Int) -> Int { (Int(TestPixel(h.framebuffer, 6 * n + 1, 1).green) - 16 + 10) / 20 }
    nodes[0].play()
    try h.settle()
    try h.advance(by: 0.25, step: 0.05)
    let frame = shown(0)
    #expect(frame > 0 && shown(1) == 0)
    nodes[0].pause()
    #expect(nodes[0].value == nodes[1].value)
    nodes[1].value = nodes[0].value
    nodes[1].play()
    try h.settle()
    #expect(shown(0) == frame && shown(1) == 0)
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
