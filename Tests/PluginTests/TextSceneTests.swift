import TesseraKit
import TesseraRender
import TesseraScene
import TesseraTestSupport
import Testing

@testable import TextPlugin

/// Scene files with contradictory texts, or with missing children.
@Suite struct TextSceneTests {
  private func read(_ text: String, head: String = "") throws -> Scene {
    try Scene.parse(text: "tessera: 1\n\(head)root:\n  type: text\n\(text)", registry: .standard)
  }

  private func errors(_ text: String) -> [String] {
    do {
      _ = try read(text)
      return []
    } catch let errors as SceneErrors {
      return errors.errors.map { "\($0.line):\($0.column) \($0.message)" }
    } catch {
      return ["\(error)"]
    }
  }

  // MARK: names of children

  @Test func aSpanThatNamesNoChildIsAWarningWithTheValidNames() throws {
    let scene = try read(
      """
        spans:
          - {text: Press}
          - {node: oj, width: 20, height: 10}
          - {node: no, width: 20, height: 10}
        children: [{type: box, id: ok}, {type: box, id: no, children: [{type: box, id: oj}]}]
      """)
    let warning = try #require(scene.warnings.first)
    #expect(scene.warnings.count == 1 && warning.line == 6 && warning.column == 14)
    #expect(warning.message == "`text` has a place for `oj`, which is not one of its `children`; valid are `ok`, `no`")
    #expect(warning.suggestion == "ok")
  }

  @Test func markupThatNamesNoChildIsAWarningAtTheMarkup() throws {
    let warnings = try read("  markup: 'Press ![](ok 20x10)'").warnings
    #expect(warnings.map(\.message) == ["`text` has a place for `ok`, which is not one of its `children`; it has none with an `id`"])
    #expect(warnings.map { [$0.line, $0.column] } == [[4, 11]])
  }

  @Test func onlyAChildNamedTwiceIsAWarning() throws {
    let warnings = try read(
      "  spans: [{node: ok}, {text: a}, {node: ok}]\n  children: [{type: box, id: ok}, {type: box, id: other}]"
    ).warnings
    #expect(warnings.map(\.message) == ["`text` has more than one place for its child `ok`; the first is used"])
    #expect(warnings.map(\.column) == [41])
  }

  @Test func manyNamesAreCutShortInTheMessage() throws {
    let children = (0..<12).map { "{type: box, id: c\($0)}" }.joined(separator: ", ")
    let warnings = try read("  markup: '![](zzz)'\n  children: [\(children)]").warnings
    #expect(warnings.first?.message.hasSuffix("`c6`, `c7` and 4 more") == true)
  }

  // MARK: string, spans or markup

  @Test(arguments: [("string: a", "spans: [{text: b}]"), ("spans: [{text: b}]", "markup: c"), ("markup: c", "string: a")])
  func aTextGivenTwiceIsAnError(first: String, second: String) {
    let names = [first, second].map { $0.prefix { $0 != ":" } }
    let message = "`\(names[1])` of `text` means the same as `\(names[0])` in line 4; remove one"
    #expect(errors("  \(first)\n  \(second)") == ["5:3 \(message)"])
  }

  @Test func aTextOfSharedStylesIsReplacedByAnyTextAttributeOfTheNode() throws {
    let scene = try read(
      """
        styles: named
        spans: [{text: own}]
      """, head: "defaults: {text: {markup: default}}\nstyles: {named: {string: style}}\n")
    #expect(scene.nodes[0].attributes.map(\.name) == ["spans"])
    #expect((try scene.makeRoot() as? TextNode)?.string == "own")
  }

  @Test(arguments: ["<<: *base\n  string: own", "string: own\n  <<: *base"])
  func keysOfTheMapOverrideMergedKeys(_ text: String) throws {
    let scene = try read("  \(text)", head: "definitions: [&base {spans: [{text: merged}], color: red}]\n")
    #expect(scene.nodes[0].attributes.map(\.name).sorted() == ["color", "string"])
    #expect((try scene.makeRoot() as? TextNode)?.string == "own")
  }

  @Test func aTextOfSpansIsWrittenOnce() throws {
    let registry = NodeRegistry.standard
    let spans = TextNode(Text())
    spans.spans = [TextSpan("a"), TextSpan("b")]
    for text in [TextNode(Text("plain")), spans] {
      let written = try SceneWriter(registry: registry).text(of: text)
      let again = try Scene.parse(text: written, registry: registry).makeRoot() as? TextNode
      #expect(again?.string == text.string && again?.spans == text.spans, "\(written)")
    }
  }

  // MARK: paragraphs without letters

  private static let neutral = """
    tessera: 1
    size: [200, 180]
    direction: rtl
    root:
      type: box
      style: {flexDirection: column}
      children:
        - {type: text, id: digits, string: "12:30"}
        - {type: text, id: mixed, string: "12:30\\nשלום\\nabc"}
        - {type: text, id: own, string: "12:30", style: {direction: ltr}}
        - {type: text, id: said, string: "12:30", direction: ltr}
        - {type: editable-text, kind: plain, id: field, string: "(1) 2"}
    """

  /// Returns the third of the screen that contains the ink of rows `y`.
  private func side(_ frame: PixelBuffer, _ rows: Range<Int>) -> String {
    let dark = (0..<frame.width).filter { x in rows.contains { frame.color(x: x, y: $0).red < 0.6 } }
    guard let first = dark.first, let last = dark.last else { return "none" }
    return last < 80 ? "left" : first > 120 ? "right" : "both"
  }

  @Test func aParagraphWithoutALetterStartsWhereTheSceneDoes() throws {
    TestFonts.useNoSystemFonts()
    let h = try HeadlessStage(scene: Self.neutral)
    let frame = try h.snapshot()
    func rows(_ id: String, _ line: Int = 0, of count: Int = 1) throws -> Range<Int> {
      let box = try h.frame(of: id)
      let high = box.height / Double(count)
      return Int(box.minY + Double(line) * high)..<Int(box.minY + Double(line + 1) * high)
    }
    #expect(side(frame, try rows("digits")) == "right")
    #expect(try (0..<3).map { side(frame, try rows("mixed", $0, of: 3)) } == ["right", "right", "right"])
    #expect(side(frame, try rows("own")) == "left")
    #expect(side(frame, try rows("said")) == "left")
    #expect(side(frame, try rows("field")) == "right")
    try h.node("digits").style.writingDirection = .leftToRight
    try h.settle()
    #expect(side(try h.snapshot(), try rows("digits")) == "left")
    try h.node("digits").style.writingDirection = .inherit
    try h.settle()
    #expect(side(try h.snapshot(), try rows("digits")) == "right")
  }

  @Test(arguments: [("ltr", "left", "right"), ("rtl", "right", "left")]) func startAndEndAreSidesOfTheBox(
    direction: String, start: String, end: String
  ) throws {
    TestFonts.useNoSystemFonts()
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [200, 180]
        direction: \(direction)
        defaults: {text: {style: {height: 24}}}
        root:
          type: box
          style: {flexDirection: column}
          children:
            - {type: text, id: latin, string: abc}
            - {type: text, id: hebrew, string: שלום}
            - {type: text, id: end, string: abc, alignment: end}
            - {type: text, id: last, string: abc, alignment: justify}
            - {type: text, id: left, string: שלום, alignment: left}
            - {type: text, id: own, string: שלום, direction: rtl}
        """)
    let frame = try h.snapshot()
    func place(_ id: String) throws -> String {
      let box = try h.frame(of: id)
      return side(frame, Int(box.minY)..<Int(box.maxY))
    }
    #expect(try place("latin") == start && place("hebrew") == start && place("last") == start)
    #expect(try place("end") == end)
    #expect(try place("left") == "left" && place("own") == "right")
  }

  @Test func touchesFindRightToLeftText() throws {
    TestFonts.useNoSystemFonts()
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [200, 40]
        direction: rtl
        root: {type: text, id: t, spans: [{text: "12:30", link: time}], selectable: true}
        """)
    let node = try #require(try h.node("t") as? TextNode)
    let told = Locked(0)
    node.onLinkTap { _ in told.withLock { $0 += 1 } }
    #expect(node.effectiveDirection == .rtl)
    for (x, count) in [(20.0, 0), (185, 1)] {
      try h.touch(.began, at: Point(x, 8))
      try h.touch(.ended, at: Point(x, 8))
      #expect(told.withLock { $0 } == count)
    }
    #expect(try #require(node.semanticsParts.first).frame.minX > 120)
  }

  @Test func theCaretOfAnEmptyFieldIsAtTheLineStart() throws {
    TestFonts.useNoSystemFonts()
    let h = try HeadlessStage(
      scene: "tessera: 1\nsize: [200, 40]\ndirection: rtl\nroot: {type: editable-text, kind: plain, id: f, autofocus: true}")
    #expect(side(try h.snapshot(), 0..<40) == "right")
  }

  @Test(arguments: ["12:30", "(1) 2", "", "!"]) func neutralParagraphsHaveTheGivenDirection(_ string: String) {
    TestFonts.useNoSystemFonts()
    let lines = [false, true].map { isRight -> TextLayout in
      var style = ParagraphStyle()
      style.neutralsReadRightToLeft = isRight
      return TextLayout(AttributedText(string), paragraph: style, width: 200)
    }
    #expect(lines[0].lines[0].frame.minX == 0 && lines[1].lines[0].frame.maxX == 200)
    // A letter determines the direction.
    var style = ParagraphStyle()
    style.neutralsReadRightToLeft = true
    #expect(TextLayout(AttributedText(string + "a"), paragraph: style, width: 200).lines[0].frame.minX == 0)
  }
}
