import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

@testable import TextPlugin

/// Links, markup, fitting, placing: what the text node adds to laid out text.
@Suite struct TextLinkTests {
  /// "Read the manual now" with a link on two words, and what it sent.
  func stage(_ change: (inout Text) -> Void = { _ in }) throws -> (HeadlessStage, TextNode, Locked<[String]>) {
    TestFonts.useNoSystemFonts()
    var text = Text()
    var link = TextSpan("the manual")
    link.link = "manual"
    text.spans = [TextSpan("Read "), link, TextSpan(" now")]
    change(&text)
    let node = TextNode(text)
    node.id = "text"
    let sent = Locked<[String]>([])
    for signal in [NodeSignal.linkTap, .linkLongPress, .truncationTap] {
      node.on(signal) { _ in sent.withLock { $0.append("\(signal) \(node.value.touchedLink?.target ?? "?")") } }
    }
    let h = try HeadlessStage(width: 300, height: 200) {
      let column = BoxNode()
      column.style.direction = .column
      column.style.padding.top = .points(40)
      column.style.padding.left = .points(40)
      column.addSubnode(node)
      return column
    }
    return (h, node, sent)
  }

  func place(_ h: HeadlessStage, _ node: TextNode, _ bytes: Range<Int>) throws -> Point {
    let frame = try h.frame(of: "text")
    return try #require(node.value.textLayout(width: frame.width).selectionRects(bytes).first).center + frame.origin
  }

  @Test func aTouchOnALinkIsToldAndHighlighted() throws {
    let (h, node, sent) = try stage()
    let before = try h.snapshot()
    let on = try place(h, node, 7..<9)
    try h.touch(.began, at: on)
    #expect(try h.snapshot().words != before.words)
    #expect(sent.withLock { $0.isEmpty })
    try h.touch(.ended, at: on)
    #expect(sent.withLock { $0 } == ["linkTap manual"])
    #expect(node.value.touchedLink == TextLink(range: 5..<15, target: "manual"))
    try h.settle()
    #expect(try h.snapshot().words == before.words)
  }

  @Test func aFingerThatLeavesTapsNothingAndOneThatRestsHoldsOnce() throws {
    let (h, node, sent) = try stage()
    let on = try place(h, node, 7..<9)
    try h.touch(.began, at: on)
    try h.touch(.moved, at: Point(on.x, on.y + 60))
    try h.touch(.ended, at: Point(on.x, on.y + 60))
    #expect(sent.withLock { $0.isEmpty })
    try h.touch(.began, at: on)
    try h.advance(by: 0.4)
    try h.touch(.cancelled, at: on)
    #expect(sent.withLock { $0.isEmpty })
    try h.touch(.began, at: on)
    try h.advance(by: 0.2)  // when the touch before would have been held
    #expect(sent.withLock { $0.isEmpty })
    try h.advance(by: 0.5)
    try h.touch(.ended, at: on)
    #expect(sent.withLock { $0 } == ["linkLongPress manual"])
  }

  @Test func linksAreFoundNearAFingerAndNotFarFromIt() throws {
    let (_, node, _) = try stage()
    let size = Size(300, 40)
    let layout = node.value.textLayout(width: 300, height: 40)
    let box = try #require(layout.selectionRects(5..<15).first)
    #expect(node.value.link(at: Point(box.minX - 20, box.center.y), in: size)?.target == "manual")
    #expect(node.value.link(at: Point(box.minX - 24, box.center.y), in: size) == nil)
    #expect(node.value.link(at: Point(box.center.x, box.maxY + 21), in: size)?.target == "manual")
    #expect(node.value.link(at: Point(.nan, 0), in: size) == nil)
  }

  @Test func touchesBesideLinksGoToTheParent() throws {
    let (h, node, _) = try stage()
    #expect(Text.handle(.touch(Touch(phase: .began, location: Point(-100, -100))), node: node) == .ignored)
    #expect(Text.handle(.touch(Touch(phase: .began, location: Point(2, 2))), node: TextNode("no links here")) == .ignored)
    #expect(h.errors.isEmpty)
  }

  @Test func aTouchOnTheMessageOfTruncatedTextIsTold() throws {
    let (h, node, sent) = try stage {
      $0.string = "All human beings are born free and equal in dignity and rights and more"
      $0.lineLimit = 1
      $0.truncationMessage = " more"
    }
    let frame = try h.frame(of: "text")
    let layout = node.value.textLayout(width: frame.width)
    #expect(layout.isTruncated)
    try h.tap(at: Point(frame.minX + layout.lines[0].frame.maxX - 3, frame.center.y))
    #expect(sent.withLock { $0 } == ["truncationTap "])
    try h.tap(at: Point(frame.minX + 3, frame.center.y))
    #expect(sent.withLock { $0.count } == 1)
  }

  @Test(arguments: [
    ("plain", ["plain"]), ("a **b** c", ["a ", "B:b", " c"]), ("*i* **b** ~~s~~", ["I:i", " ", "B:b", " ", "S:s"]),
    ("**b *bi* b**", ["B:b ", "BI:bi", "B: b"]), ("[w *o*](t) x", ["L(t):w ", "IL(t):o", " x"]), ("`a*b*`", ["C:a*b*"]),
    ("2 * 3 * 4", ["2 * 3 * 4"]), ("**open", ["**", "open"]), ("a*b", ["a", "*", "b"]), ("\\*no\\*", ["*no*"]), ("[x] y", ["[x] y"]),
    ("", []),
    ("*a **b* c**", ["I:a ", "I:**", "I:b", " c**"]),
  ])
  func markupIsReadAsPeopleMeanIt(markup: String, parts: [String]) {
    let found = Markup.spans(markup).map { span in
      var marks = ""
      if span.weight == .bold { marks += "B" }
      if span.slant == .italic { marks += "I" }
      if span.strikethrough == true { marks += "S" }
      if span.families != nil { marks += "C" }
      if let link = span.link { marks += "L(\(link))" }
      return marks.isEmpty ? span.text : "\(marks):\(span.text)"
    }
    #expect(found == parts)
  }

  @Test func markupOfSignsOnlyEndsSoonAndKeepsWhatIsNoMark() {
    for sign in ["*", "**", "[", "`", "~~", "\\", "[](", "*[`~~"] {
      let text = String(repeating: sign + "a", count: 3000)
      let spans = Markup.spans(text)
      #expect(spans.map(\.text).joined().count <= text.count)
      #expect(spans.map(\.text).joined().filter { $0 == "a" }.count == 3000 || sign.contains("("))
    }
  }

  @Test func sceneFilesTakeMarkupAndTheNewAttributes() throws {
    TestFonts.useNoSystemFonts()
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [300, 200]
        root:
          type: text
          id: t
          markup: "Read **the** [manual](m)"
          verticalAlignment: center
          minimumScale: 0.5
          paragraphSpacing: 4
          firstLineIndent: 10
          indent: 5
          tabStops: [40, 80]
          balanced: true
          wordSpacing: 2
          truncatesAtWords: true
          truncationMessage: more
          lineHeightMinimum: 20
          fill: {gradient: linear, stops: [{at: 0, color: red}, {at: 1, color: blue}]}
        """)
    let text = try #require(try h.node("t") as? TextNode).value
    #expect(text.string == "Read the manual")
    #expect(text.links == [TextLink(range: 9..<15, target: "m")])
    #expect(text.tabStops == [40, 80] && text.isBalanced && text.verticalAlignment == .center && text.fill != nil)
    #expect(h.errors.isEmpty)
  }

  @Test func textShrinksToFitAndNotBelowItsLeastScale() throws {
    TestFonts.useNoSystemFonts()
    var text = Text("Shrink me to fit", font: Font(size: 20))
    text.lineLimit = 1
    text.minimumScale = 0.5
    let natural = text.textLayout().size.width
    for share in [1.0, 0.9, 0.72, 0.55] {
      let layout = text.textLayout(width: natural * share)
      #expect(!layout.isTruncated && layout.size.width <= natural * share + 0.01)
      #expect(layout.size.width > natural * share * 0.9)
    }
    #expect(text.textLayout(width: natural * 0.4).isTruncated)
    text.minimumScale = 1
    #expect(text.textLayout(width: natural * 0.9).isTruncated)
  }

  @Test func linesStandInTheirBoxAsTheVerticalAlignmentSays() throws {
    TestFonts.useNoSystemFonts()
    func ink(_ alignment: VerticalTextAlignment) throws -> PixelRect {
      var text = Text("x", font: Font(size: 20))
      text.verticalAlignment = alignment
      let h = try HeadlessStage(width: 60, height: 100) {
        let node = TextNode(text)
        node.style.height = .points(100)
        return node
      }
      return try #require(inkArea(try h.snapshot()))
    }
    let (top, middle, bottom) = (try ink(.top), try ink(.center), try ink(.bottom))
    #expect(top.y < middle.y && middle.y < bottom.y)
    #expect(abs((middle.y - top.y) - (bottom.y - middle.y)) <= 1)
  }

  @Test func aGradientFillsLettersAndNothingElse() throws {
    TestFonts.useNoSystemFonts()
    var text = Text("MMMM", font: Font(size: 40))
    let plain = try HeadlessStage(width: 200, height: 60) { TextNode(text) }
    text.fill = .gradient(
      .linear(from: Point(0, 0), to: Point(1, 0), stops: [GradientStop(0, Color(rgb: 0xFF0000)), GradientStop(1, Color(rgb: 0x0000FF))]))
    let filled = try HeadlessStage(width: 200, height: 60) { TextNode(text) }
    #expect(try inkArea(plain.snapshot()) == inkArea(filled.snapshot()))
    let buffer = try filled.snapshot()
    let area = try #require(inkArea(buffer))
    func has(_ columns: Range<Int>, _ wanted: (Color) -> Bool) -> Bool {
      columns.contains { x in (area.y..<area.y + area.height).contains { wanted(buffer.color(x: x, y: $0)) } }
    }
    #expect(has(area.x..<area.x + 20) { $0.red > 0.6 && $0.blue < 0.4 })
    #expect(!has(area.x..<area.x + 20) { $0.blue > 0.6 && $0.red < 0.4 })
    let right = area.x + area.width - 20..<area.x + area.width
    #expect(has(right) { $0.blue > 0.4 && $0.red < $0.blue })
  }

  @Test func askingInkAndDrawingLaysOutOnce() throws {
    TestFonts.useNoSystemFonts()
    let text = Text("laid out once")
    let context = DrawContext(size: Size(200, 40))
    _ = text.contents(in: context)
    let before = FontLibrary.shared.shapeCacheStatistics
    let first = text.layout(in: context)
    _ = text.drawingBounds(in: context)
    #expect(text.layout(in: context) === first)
    var copy = text
    copy.string = "another"
    #expect(copy.layout(in: context) !== first)
    copy.string = "laid out once"
    copy.alignment = .end
    #expect(copy.layout(in: context) !== first)
    #expect(text == Text("laid out once"))
    #expect(FontLibrary.shared.shapeCacheStatistics.hits >= before.hits)
  }
}

extension PixelBuffer {
  /// All bytes of the rows.
  var words: [UInt8] {
    withUnsafeBytes { bytes in (0..<height).flatMap { Array(bytes[$0 * stride..<$0 * stride + width * 4]) } }
  }
}
