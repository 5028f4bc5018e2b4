import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

@testable import TextPlugin

/// Links, markup, fitting and placement: features of the text node in addition to text layout.
@Suite struct TextLinkTests {
  /// Creates a stage with "Read the manual now", a link on two words, and a log of its signals.
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
    for signal in [Text.linkTap, Text.linkLongPress] {
      node.on(signal) { [weak node] link in
        sent.withLock { $0.append("\(signal) \(link.target)") }
        #expect(node?.touchedLink == link)
      }
    }
    node.onTruncationTap { [weak node] in sent.withLock { $0.append("truncationTap \(node?.touchedLink?.target ?? "?")") } }
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
    return try #require(node.textLayout(width: frame.width).selectionRects(bytes).first).center + frame.origin
  }

  @Test func aTouchOnALinkIsReportedAndHighlighted() throws {
    let (h, node, sent) = try stage()
    let before = try h.snapshot()
    let on = try place(h, node, 7..<9)
    try h.touch(.began, at: on)
    try h.advance(by: 0.1)
    #expect(try h.snapshot().words != before.words)
    #expect(sent.withLock { $0.isEmpty })
    try h.touch(.ended, at: on)
    #expect(sent.withLock { $0 } == ["linkTap manual"])
    #expect(node.touchedLink == TextLink(range: 5..<15, target: "manual"))
    try h.advance(by: 0.2)
    #expect(try h.snapshot().words == before.words)
    #expect(TextNode(node.value).touchedLink == nil)
  }

  @Test func aRuleRefusesPressesOfLinks() throws {
    let (h, node, sent) = try stage()
    let on = try place(h, node, 7..<9)
    let before = try h.snapshot().words
    let asked = Locked<[LinkPress]>([])
    node.linkPressRule = { link, press in
      asked.withLock { $0.append(press) }
      return link.target == "manual" && press == .tap
    }
    // Held for long, it is tapped at the end.
    try h.touch(.began, at: on)
    try h.advance(by: 2)
    try h.touch(.ended, at: on)
    #expect(sent.withLock { $0 } == ["linkTap manual"])
    #expect(asked.withLock { Set($0) } == Set(LinkPress.allCases))
    node.linkPressRule = { _, _ in false }
    try h.advance(by: 1)
    try h.touch(.began, at: on)
    try h.advance(by: 0.1)
    #expect(try h.snapshot().words == before, "no highlight")
    try h.touch(.ended, at: on)
    try h.key(.tab)
    try h.key(.enter)
    #expect(sent.withLock { $0.count } == 1)
  }

  @Test func aFingerThatLeavesIsNoTapAndOneThatRestsIsOneLongPress() throws {
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
    try h.advance(by: 0.2)  // time of the long press for the previous touch
    #expect(sent.withLock { $0.isEmpty })
    try h.advance(by: 0.5)
    try h.touch(.ended, at: on)
    #expect(sent.withLock { $0 } == ["linkLongPress manual"])
  }

  @Test func linksAreFoundNearAFingerAndNotFarFromIt() throws {
    let (_, node, _) = try stage()
    let size = Size(300, 40)
    let layout = node.textLayout(width: 300, height: 40)
    let box = try #require(layout.selectionRects(5..<15).first)
    #expect(node.value.link(at: Point(box.minX - 20, box.center.y), in: size)?.target == "manual")
    #expect(node.value.link(at: Point(box.minX - 24, box.center.y), in: size) == nil)
    #expect(node.value.link(at: Point(box.center.x, box.maxY + 21), in: size)?.target == "manual")
    #expect(node.value.link(at: Point(.nan, 0), in: size) == nil)
  }

  @Test func touchesOutsideLinksPassToTheParent() throws {
    let (h, node, _) = try stage()
    #expect(Text.handle(.touch(Touch(phase: .began, location: Point(-100, -100))), node: node) == .ignored)
    #expect(Text.handle(.touch(Touch(phase: .began, location: Point(2, 2))), node: TextNode("no links here")) == .ignored)
    #expect(h.errors.isEmpty)
  }

  @Test func aTouchOnTheTruncationMessageIsReported() throws {
    let (h, node, sent) = try stage {
      $0.string = "All human beings are born free and equal in dignity and rights and more"
      $0.lineLimit = 1
      $0.truncationMessage = " more"
    }
    let frame = try h.frame(of: "text")
    let layout = node.textLayout(width: frame.width)
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
    ("__b__ _i_ snake_case_name _open", ["B:b", " ", "I:i", " snake_case_name ", "_", "open"]), ("*a_ b*", ["I:a_ b"]),
    ("[w](https://x.y/(z)) e", ["L(https://x.y/(z)):w", " e"]), ("[w](a(b) e", ["L(a(b):w", " e"]),
  ])
  func lenientMarkupIsAccepted(markup: String, parts: [String]) throws {
    let found = try Markup.spans(markup).map { span in
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

  @Test func markupOfOnlySignsIsLinearAndKeepsPlainSigns() throws {
    for sign in ["*", "**", "[", "`", "~~", "\\", "[](", "*[`~~"] {
      let text = String(repeating: sign + "a", count: 3000)
      let spans = try Markup.spans(text)
      #expect(spans.map(\.text).joined().count <= text.count)
      #expect(spans.map(\.text).joined().filter { $0 == "a" }.count == 3000 || sign.contains("("))
    }
  }

  @Test func markupWithTooManyPartsOrBytesIsRefused() throws {
    #expect(try Markup.spans(String(repeating: "**a** b ", count: Markup.mostParts / 2)).count == Markup.mostParts)
    for text in [String(repeating: "**a** b ", count: Markup.mostParts), String(repeating: "a ", count: Markup.mostBytes)] {
      #expect(throws: AttributeError.self) { try Markup.spans(text) }
      #expect(throws: AttributeError.self) { try TextNode().setAttribute("markup", to: .text(text)) }
    }
    let parts = [AttributeValue](repeating: .map([(key: "text", value: .text("a"))]), count: Markup.mostParts + 1)
    #expect(throws: AttributeError.self) { try TextNode().setAttribute("spans", to: .list(parts)) }
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
          scaleFactors: [0.9, 0.7]
          fadesHighlight: no
          underlineStyle: wavy
          underlineColor: red
          strikethroughStyle: double
          strikethroughColor: blue
          outlineColor: green
          outlineWidth: 2
          direction: rtl
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
    let base = text.attributedText.runs[0].attributes
    #expect(base.underline && base.underlineStyle == .wavy && base.underlineColor == Color(rgb: 0xFF0000))
    #expect(base.strikethrough && base.strikethroughStyle == .double && base.strikethroughColor == Color(rgb: 0x0000FF))
    #expect(base.outline == TextOutline(width: 2, color: Color(rgb: 0x008000)))
    #expect(text.scaleFactors == [0.9, 0.7] && !text.fadesHighlight && text.baseDirection == .rightToLeft)
    #expect(text.tabStops == [40, 80] && text.isBalanced && text.verticalAlignment == .center && text.fill != nil)
    #expect(h.errors.isEmpty)
  }

  @Test func aPartMayChangeOneSideOfTheRimOfAll() {
    var text = Text()
    text.outlineColor = .black
    text.outlineWidth = 3
    var (wide, red) = (TextSpan("wide"), TextSpan("red"))
    wide.outlineWidth = 5
    red.outlineColor = Color(rgb: 0xFF0000)
    text.spans = [wide, red]
    #expect(
      text.attributedText.runs.map(\.attributes.outline) == [
        TextOutline(width: 5, color: .black), TextOutline(width: 3, color: Color(rgb: 0xFF0000)),
      ])
    text.outlineColor = nil
    #expect(text.attributedText.runs.map(\.attributes.outline) == [nil, TextOutline(width: 1, color: Color(rgb: 0xFF0000))])
  }

  @Test func listedScaleFactorsAreTriedFromTheLargest() throws {
    TestFonts.useNoSystemFonts()
    var text = Text("Shrink me to fit", font: Font(size: 20))
    text.lineLimit = 1
    let natural = text.textLayout().size.width
    text.scaleFactors = [0.5, 0.8, 0.001, 2, .nan]
    func share(_ width: Double) -> Double { text.textLayout(width: natural * width).size.width / natural }
    #expect(abs(share(1) - 1) < 0.001)
    #expect(abs(share(0.95) - 0.8) < 0.001)
    #expect(abs(share(0.79) - 0.5) < 0.001)
    // If none fits, the smallest one is truncated.
    #expect(text.textLayout(width: natural * 0.4).isTruncated)
    #expect(
      text.textLayout(width: natural * 0.4).lines[0].frame.height
        == TextLayout(AttributedText("x", attributes: TextAttributes(font: Font(size: 10)))).size.height)
    // The list overrides the minimum scale.
    text.minimumScale = 0.9
    #expect(abs(share(0.95) - 0.8) < 0.001)
  }

  @Test(arguments: [VerticalTextAlignment.top, .center, .bottom])
  func linksAreHitAtTheirFrames(alignment: VerticalTextAlignment) throws {
    let (h, node, sent) = try stage { $0.verticalAlignment = alignment }
    node.style.height = .points(140)
    try h.settle()
    let ink = try #require(inkArea(try h.snapshot()))
    // "Read the manual now": the link is in the middle of the line's ink.
    let on = Point(Double(ink.x) + Double(ink.width) / 2, Double(ink.y) + Double(ink.height) / 2)
    try h.tap(at: on)
    #expect(sent.withLock { $0 } == ["linkTap manual"])
    let frame = try h.frame(of: "text")
    if alignment != .top {
      try h.tap(at: Point(on.x, frame.minY + 2))
      #expect(sent.withLock { $0.count } == 1)
    }
    let element = try #require(node.semanticsParts.first)
    #expect(element.frame.offset(by: frame.origin).contains(on))
    // The focus from keys has the same area.
    Text.focusArrives(FocusArrival(direction: .next, area: nil), at: node)
    #expect(Text.focusArea(in: node)?.rect == element.frame)
  }

  @Test func linksAndTheMessageOfTruncatedTextAreElements() throws {
    let (h, node, sent) = try stage()
    #expect(node.semanticsParts.map(\.semantics.label) == ["the manual"])
    #expect(node.semanticsParts.map(\.semantics.role) == [.link])
    let place = try place(h, node, 7..<9)
    #expect(node.semanticsParts[0].frame.offset(by: try h.frame(of: "text").origin).contains(place))
    #expect(Text.perform(.activate, onPart: 0, of: node))
    #expect(sent.withLock { $0 } == ["linkTap manual"])
    #expect(!Text.perform(.activate, onPart: 1, of: node) && !Text.perform(.activate, onPart: -1, of: node))
    node.string = "All human beings are born free and equal in dignity and rights and more"
    node.lineLimit = 1
    try h.settle()
    #expect(node.semanticsParts.isEmpty)
    node.truncationMessage = " more"
    try h.settle()
    let more = try #require(node.semanticsParts.first)
    #expect(more.semantics.role == .button && more.semantics.label == " more")
    #expect(Text.perform(.activate, onPart: 0, of: node))
    #expect(sent.withLock { $0 }.last == "truncationTap ")
    try h.tap(at: more.frame.center + (try h.frame(of: "text")).origin)
    #expect(sent.withLock { $0.count } == 3)
    #expect(BoxNode().semanticsParts.isEmpty)
  }

  @Test func theHighlightOfALinkFadesInAndOut() throws {
    let (h, node, _) = try stage {
      $0.highlightColor = Color(rgb: 0xFF0000)
      $0.linkColor = .clear
    }
    let on = try place(h, node, 7..<9)
    /// Returns how red the place is, 0...1.
    func seen() throws -> Float { 1 - (try h.snapshot()).color(x: Int(on.x), y: Int(on.y) - 6).green }
    #expect(try seen() < 0.01)
    try h.touch(.began, at: on)
    try h.advance(by: 0.05)
    let half = try seen()
    #expect(half > 0.2 && half < 0.8)
    try h.advance(by: 0.1)
    #expect(try seen() > 0.99)
    try h.touch(.ended, at: on)
    try h.advance(by: 0.08)
    let gone = try seen()
    #expect(gone > 0.2 && gone < 0.8)
    try h.advance(by: 0.15)
    #expect(try seen() < 0.01)
    #expect(node.storage.interaction?.linkGlow == nil)
    // Without fading it appears and disappears immediately.
    node.fadesHighlight = false
    try h.touch(.began, at: on)
    try h.settle()
    #expect(try seen() > 0.99)
    try h.touch(.ended, at: on)
    try h.settle()
    #expect(try seen() < 0.01)
    // A finger that leaves and returns: the fade reverses from its current level.
    node.fadesHighlight = true
    try h.touch(.began, at: on)
    try h.advance(by: 0.2)
    try h.touch(.moved, at: Point(on.x, on.y + 80))
    try h.advance(by: 0.07)
    let away = try seen()
    try h.touch(.moved, at: on)
    try h.advance(by: 0.03)
    let back = try seen()
    #expect(away < 0.9 && back > away)
    try h.touch(.cancelled, at: on)
    try h.advance(by: 0.3)
    #expect(try seen() < 0.01)
  }

  @Test func aHighlightByTheProgramFadesIn() throws {
    let (h, node, _) = try stage {
      $0.highlightColor = Color(rgb: 0xFF0000)
      $0.linkColor = .clear
    }
    let on = try place(h, node, 7..<9)
    func seen() throws -> Float { 1 - (try h.snapshot()).color(x: Int(on.x), y: Int(on.y) - 6).green }
    node.highlight(5..<15)
    try h.advance(by: 0.05)
    let half = try seen()
    #expect(half > 0.1 && half < 0.9)
    try h.advance(by: 0.1)
    #expect(try seen() > 0.99)
    #expect(node.highlightedRange == 5..<15 && node.storage.interaction == nil)
    node.highlight(nil)
    try h.advance(by: 0.05)
    let going = try seen()
    #expect(going > 0.1 && going < 0.9 && node.highlightedRange == nil)
    try h.advance(by: 0.2)
    #expect(try seen() < 0.01)
    #expect(node.storage.interaction == nil)
    // Set as a property it appears immediately.
    node.highlightedRange = 5..<15
    try h.settle()
    #expect(try seen() > 0.99)
    let alone = TextNode("no stage")
    alone.highlight(0..<2)
    #expect(alone.highlightedRange == 0..<2 && alone.storage.interaction == nil)
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

  @Test func linesFollowTheVerticalAlignment() throws {
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

  @Test func inkBoundsAndDrawShareOneLayout() {
    TestFonts.whileTheyStay {
      let text = Text("laid out once")
      let cache = TextLayoutCache()
      let context = DrawContext(size: Size(200, 40)).with(cache)
      let before = FontLibrary.shared.shapeCacheStatistics
      let first = text.layout(in: context, cache)
      _ = try? text.drawPlan(in: context)
      #expect(text.layout(in: context, cache) === first)
      var copy = text
      copy.string = "another"
      #expect(copy.layout(in: context, cache) !== first)
      copy.string = "laid out once"
      copy.alignment = .end
      #expect(copy.layout(in: context, cache) !== first)
      #expect(text == Text("laid out once"))
      #expect(FontLibrary.shared.shapeCacheStatistics.hits >= before.hits)
    }
  }

  @Test func theTruncationMessageIsHighlightedWhileTouched() throws {
    let (h, node, sent) = try stage {
      $0.string = "All human beings are born free and equal in dignity and rights, and so on and so on."
      $0.lineLimit = 1
      $0.truncationMessage = " more"
      $0.highlightColor = Color(rgb: 0xFF0000)
    }
    let before = try h.snapshot()
    let frame = try h.frame(of: "text")
    let message = try #require(node.textLayout(width: frame.width, height: frame.height).truncationFrame).offset(by: frame.origin)
    func red(_ x: Double) throws -> Double {
      let color = try h.snapshot().color(x: Int(x), y: Int(message.minY))
      return Double(color.red - color.green)
    }
    try h.touch(.began, at: message.center)
    try h.advance(by: 0.2)
    #expect(try red(message.minX + 1) > 0.9 && red(message.maxX - 1) > 0.9)
    #expect(try red(message.minX - 6) < 0.1)
    // A finger that leaves releases it; a finger that returns presses it again.
    try h.touch(.moved, at: Point(message.midX, message.maxY + 60))
    try h.advance(by: 0.2)
    #expect(try h.snapshot().words == before.words)
    try h.touch(.moved, at: message.center)
    try h.advance(by: 0.2)
    #expect(try red(message.minX + 1) > 0.9)
    try h.touch(.ended, at: message.center)
    try h.advance(by: 0.2)
    #expect(try h.snapshot().words == before.words)
    #expect(sent.withLock { $0 } == ["truncationTap "])
  }
}

extension PixelBuffer {
  /// All bytes of the rows.
  var words: [UInt8] {
    withUnsafeBytes { bytes in (0..<height).flatMap { Array(bytes[$0 * stride..<$0 * stride + width * 4]) } }
  }
}
