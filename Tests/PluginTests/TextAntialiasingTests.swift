import TesseraDevices
import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

/// Texts on 1-bit displays.
@Suite struct TextAntialiasingTests {
  private static let scene = """
    tessera: 1
    defaults: {text: {fontSize: 12}}
    root:
      type: box
      style: {flexDirection: column, padding: 6, gap: 4}
      children:
        - {type: text, fontSize: 10, string: "10 Hamburgefonstiv 0123456789"}
        - {type: text, fontSize: 14, string: "14 illegible (Wärme) &@"}
        - {type: text, color: '#777777', string: Gray on white}
        - {type: text, color: '#cc0000', spans: [{text: "Red text, "}, {text: gray spans, color: '#888888'}, {text: " and black", color: black}]}
        - {type: box, background: black, style: {padding: 3}, children: [{type: text, color: '#999999', string: Gray on black}]}
        - {type: box, background: '#3366cc', cornerRadius: 5, style: {padding: 3}, children: [{type: text, color: white, string: White on blue}]}
        - {type: box, background: '#dddddd', style: {padding: 3}, children: [{type: text, color: '#555555', string: On light gray}]}
    """

  private func stage(_ yaml: String, width: Double = 190, height: Double = 150) throws -> HeadlessStage {
    TestFonts.useNoSystemFonts()
    let root = try Scene.parse(text: yaml, registry: .standard).makeRoot()
    return try HeadlessStage(width: width, height: height) { root }
  }

  private func isPure(_ frame: PixelBuffer) -> Bool {
    (0..<frame.height).allSatisfy { y in (0..<frame.width).allSatisfy { [.black, .white].contains(frame.color(x: $0, y: y)) } }
  }

  @Test func theyAreLegible() throws {
    let h = try stage(Self.scene)
    h.stage.textAntialiasing = .bilevel
    try h.settle()
    try expectGolden(h.framebuffer.converted(to: .mono1), "text_black_and_white")
  }

  @Test func turnedBoxesAndIconsHaveNoFringes() throws {
    let h = try stage(
      """
      tessera: 1
      background: white
      root:
        type: box
        style: {flexDirection: row, padding: 20, gap: 20}
        children:
          - {type: box, background: black, cornerRadius: 7, transform: {rotate: 20}, style: {width: 40, height: 40}}
          - {type: box, background: black, border: {width: 2, color: white}, transform: {rotate: 40, scale: 0.8}, style: {width: 40, height: 40}, children: [{type: text, color: white, string: Ab}]}
      """, height: 90)
    #expect(!isPure(h.framebuffer))
    h.stage.textAntialiasing = .bilevel
    try h.settle()
    #expect(isPure(h.framebuffer))
  }

  @Test func wordsKeepTheirDistance() throws {
    for (size, weight) in [(10, "regular"), (11, "regular"), (12, "regular"), (12, "bold"), (13, "bold")] {
      let string = "The most dangerous phrase in the language"
      let h = try stage(
        "tessera: 1\nbackground: white\nroot: {type: box, style: {padding: 4}, children: [{type: text, id: t, fontSize: \(size), weight: \(weight), wrapping: none, string: \(string)}]}",
        width: 300, height: 30)
      h.stage.textAntialiasing = .bilevel
      try h.settle()
      let frame = h.framebuffer
      let empty = (0..<frame.width).map { x in (0..<frame.height).allSatisfy { frame.color(x: x, y: $0) == .white } }
      var gaps: [Int] = []
      let first = try #require(empty.firstIndex(of: false))
      for x in first + 1..<frame.width where empty[x] {
        if empty[x - 1] { gaps[gaps.count - 1] += 1 } else { gaps.append(1) }
      }
      // The last gap is the space after the text; the six spaces between words are the widest of the others.
      let widest = gaps.dropLast().sorted(by: >)
      #expect(widest.count >= 6 && widest[5] >= 3, "\(size) \(weight): \(gaps)")
      let ink = try #require(inkArea(frame))
      #expect(Double(ink.maxX) <= (try h.frame(of: "t").maxX) + 4)
    }
  }

  @Test func aDisabledButtonIsAPatternHoweverTranslucentItsTitleIs() throws {
    func frame(_ color: String) throws -> PixelBuffer {
      let h = try stage("tessera: 1\nroot: {type: button, title: Off, enabled: false, titleColor: '\(color)'}", height: 40)
      h.stage.textAntialiasing = .bilevel
      try h.settle()
      return try h.framebuffer.copy()
    }
    let faint = try frame("#00000040")
    #expect(isPure(faint) && inkArea(faint) != nil)
    #expect(try faint.withUnsafeBytes { a in try frame("#000000").withUnsafeBytes { b in a.elementsEqual(b) } })
  }

  @Test func lettersAndLinesInATranslucentGroupAreBlackOrWhite() throws {
    let group = """
      tessera: 1
      defaults: {text: {fontSize: 14, color: '#777777'}}
      root:
        type: box
        style: {flexDirection: column, padding: 6, gap: 4}
        children:
          - type: box
            opacity: 0.6
            border: {width: 1, color: '#888888'}
            style: {flexDirection: column, padding: 6, gap: 4}
            children: [{type: text, string: In a group}, {type: box, background: '#aaaaaa', style: {height: 1}}, {type: text, string: of two texts}]
      """
    let h = try stage(group, height: 80)
    #expect(!isPure(h.framebuffer))
    h.stage.textAntialiasing = .bilevel
    try h.settle()
    #expect(isPure(h.framebuffer))
    let ink = try #require(inkArea(h.framebuffer))
    #expect(ink.width > 100 && ink.height > 40)
    // Nested groups have the product of both opacities: less than a quarter is still blended.
    h.root.subnodes[0].opacity = 0.2
    try h.settle()
    #expect(!isPure(h.framebuffer))
  }

  private static let parts = """
    tessera: 1
    defaults: {text: {fontSize: 12}, editable-text: {fontSize: 12}}
    root:
      type: box
      style: {flexDirection: column, padding: 6, gap: 4}
      children:
        - {type: text, fontSize: 10, color: '#555555', textShadow: {color: '#00000060', x: 1, y: 1}, string: 10 with a shadow}
        - {type: text, spans: [{text: 'Marked '}, {text: yellow, background: yellow}, {text: ' gray ', background: '#888888', color: white}]}
        - {type: text, fontSize: 16, id: selected, selectable: true, string: Selected words}
        - {type: editable-text, id: field, string: Edited text, background: '#eeeeee', style: {padding: 3}}
        - {type: editable-text, placeholderText: Placeholder, border: {width: 1, color: black}, style: {padding: 3}}
        - {type: text, fontSize: 14, fill: {gradient: linear, to: [1, 0], stops: [{at: 0, color: red}, {at: 1, color: blue}]}, string: Gradient}
        - type: text
          spans: [{text: 'Node '}, {node: dot, width: 9, height: 9}, {text: ' in line', color: '#777777'}]
          children: [{type: box, id: dot, background: black}]
    """

  @Test func partsWithAGroundOfTheirOwnAreLegible() throws {
    let h = try stage(Self.parts, height: 180)
    h.stage.textAntialiasing = .bilevel
    try #require(try h.node("selected") as? TextNode).selection = 2..<10
    try h.node("field").becomeFocused()
    try h.settle()
    try expectGolden(h.framebuffer.converted(to: .mono1), "text_black_and_white_parts")
  }

  @Test func aOneBitDisplaySelectsBilevelTextUnlessTheStageOverridesIt() throws {
    let h = try stage("tessera: 1\nroot: {type: text, color: '#555555', string: Hamburgefonstiv}", height: 30)
    #expect(!isPure(h.framebuffer))
    let display = MemoryDisplay(try PixelBuffer(width: 190, height: 30, format: .mono1))
    h.stage.display = display
    try h.settle()
    #expect(isPure(h.framebuffer))
    #expect(inkArea(h.framebuffer) != nil)
    h.stage.textAntialiasing = .grayscale
    try h.settle()
    #expect(!isPure(h.framebuffer))
    h.stage.textAntialiasing = nil
    try h.settle()
    #expect(isPure(h.framebuffer))
    h.stage.display = MirrorDisplay(CursorDisplay(over: display), mirrors: [])
    try h.settle()
    #expect(isPure(h.framebuffer))
    h.stage.display = MemoryDisplay(try PixelBuffer(width: 190, height: 30, format: .gray4))
    try h.settle()
    #expect(!isPure(h.framebuffer))
  }

  /// Content that is drawn into its own buffer also depends on the pixels below it: every pixel of these is black or white.
  @Test(arguments: [
    "{type: text, color: '#777777', textShadow: {color: white, x: 0, y: 0}, string: Hamburgefonstiv}",
    "{type: text, color: '#777777', spans: [{text: Ham}, {text: burge, background: white}, {text: fonstiv, color: '#888888'}]}",
    "{type: text, color: '#777777', spans: [{text: Ham}, {node: a, width: 9, height: 9}, {text: fonstiv}], children: [{type: box, id: a}]}",
    "{type: text, fill: {gradient: linear, to: [1, 0], stops: [{at: 0, color: red}, {at: 1, color: '#888888'}]}, string: Hamburgefonstiv}",
    "{type: editable-text, color: '#777777', string: Hamburgefonstiv}",
    "{type: editable-text, color: '#777777', autofocus: true, caretColor: '#777777', string: Hamburgefonstiv}",
    "{type: editable-text, placeholderText: Hamburgefonstiv, placeholderColor: '#777777'}",
    "{type: button, title: Hamburgefonstiv, titleColor: '#777777'}",
  ]) func bufferedContentIsBlackAndWhite(node: String) throws {
    let h = try stage("tessera: 1\nroot: {type: box, children: [\(node)]}", height: 30)
    h.stage.textAntialiasing = .bilevel
    try h.settle()
    #expect(isPure(h.framebuffer), "\(node)")
    #expect(inkArea(h.framebuffer) != nil)
    h.stage.textAntialiasing = .grayscale
    try h.settle()
    #expect(!isPure(h.framebuffer))
  }

  @Test func selectedLettersContrastWithTheirBackground() throws {
    let h = try stage(
      """
      tessera: 1
      root: {type: text, id: t, color: '#555555', selectable: true, selectionColor: '#00000080', string: Hamburgefonstiv}
      """, height: 30)
    h.stage.textAntialiasing = .bilevel
    let node = try #require(try h.node("t") as? TextNode)
    node.selection = 0..<5
    try h.settle()
    let frame = h.framebuffer
    let gray = frame.color(x: 1, y: 1)
    #expect(gray != .black && gray != .white)
    let colors = Set((0..<frame.height).flatMap { y in (0..<frame.width).map { frame.color(x: $0, y: y) } })
    #expect(colors.isSuperset(of: [.black, .white, gray]))
    // A selection that ends within a pixel gives a lighter one; antialiased letters would give darker ones.
    #expect(colors.subtracting([.black]).allSatisfy { $0.red >= gray.red })
    // A change of the selection is visible.
    node.selection = 0..<0
    try h.settle()
    #expect(isPure(h.framebuffer))
  }

  @Test func faintTextInAGroupKeepsItsColorAndIsVisible() throws {
    let h = try stage(
      "tessera: 1\nroot: {type: box, opacity: 0.5, children: [{type: editable-text, string: Hamburgefonstiv}]}", height: 30)
    h.stage.textAntialiasing = .bilevel
    try h.settle()
    #expect(inkArea(h.framebuffer) != nil)
  }
}
