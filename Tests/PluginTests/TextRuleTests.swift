import TesseraKit
import TesseraTestSupport
import Testing

/// Behaviour that users of Texture rely on, as fixed by Texture's own tests of text.
@Suite struct TextRuleTests {
  static let long =
    "90's cray photo booth tote bag bespoke Carles. Plaid wayfarers Odd Future master cleanse tattooed four dollar toast small batch kale chips "
    + "leggings meh photo booth occupy irony."

  func measure(_ text: Text, _ max: Size) -> Size { text.size(thatFits: SizeRange(max: max), in: MeasureContext()) }

  @Test func aLongTextInASmallBoxReportsTruncationBeforeAndAfterLayout() throws {
    TestFonts.useNoSystemFonts()
    let text = Text(Self.long)
    #expect(text.textLayout(width: 100, height: 100).isTruncated)
    let node = TextNode(text)
    node.style.width = .points(100)
    node.style.height = .points(100)
    let h = try HeadlessStage(width: 200, height: 200) { node }
    #expect(node.textLayout(width: node.frame.width, height: node.frame.height).isTruncated)
    #expect(h.errors.isEmpty)
  }

  @Test(arguments: Array(stride(from: 10.0, through: 460, by: 50)), [1.0, 1.3]) func sizesKeepToTheirLimitAndAreTheSameAgain(
    limit: Double, growth: Double
  ) {
    TestFonts.useNoSystemFonts()
    for text in [Text(Self.long), Text(Self.long, font: Font(size: 31))] {
      let max = Size(limit * growth, limit * growth)
      let size = measure(text, max)
      let again = measure(text, Size(size.width, .infinity))
      let smallest = measure(text, Size(0, .infinity)).width
      #expect(size.width <= max.width.rounded(.up) || size.width <= smallest)
      if size.width >= smallest { #expect(again == measure(text, max) || again.height <= size.height) }
      #expect(measure(text, max) == size)
    }
  }

  @Test(arguments: [Size(0, 0), Size(0, 50), Size(50, 0)]) func boxesWithoutRoomAreValid(size: Size) throws {
    TestFonts.useNoSystemFonts()
    var text = Text(Self.long)
    text.exclusions = [.rect(Rect(0, 0, 10, 10))]
    for value in [Text(Self.long), text, Text("")] {
      let layout = value.textLayout(width: size.width, height: size.height)
      #expect(layout.size.isFinite && layout.visibleRange.lowerBound >= 0)
      let node = TextNode(value)
      node.style.width = .points(size.width)
      node.style.height = .points(size.height)
      node.placeholder = Placeholder(.color(.black), fadeDuration: 0.1)
      #expect(try HeadlessStage(width: 60, height: 60) { node }.errors.isEmpty)
    }
  }

  @Test func anEmptyStringHasNoWidthAndTheHeightOfALine() {
    TestFonts.useNoSystemFonts()
    let empty = measure(Text(""), .unlimited)
    #expect(empty.width == 0 && empty.height == measure(Text("x"), .unlimited).height)
  }

  @Test func linksAreFoundWithTheirRangeAndNotInTheBlankBehindThem() throws {
    TestFonts.useNoSystemFonts()
    var text = Text()
    var link = TextSpan("Link")
    link.link = "there"
    text.spans = [link]
    let size = measure(text, .unlimited)
    let found = text.link(at: Point(3, 3), in: size)
    #expect(found?.range == 0..<4 && found?.target == "there")
    text.spans = [link, TextSpan(" that is followed by much that is no link")]
    let wide = measure(text, .unlimited)
    #expect(text.link(at: Point(wide.width - 3, 3), in: wide) == nil)
  }

  @Test func truncationBacksUpToAWordAndLeavesOutTheSignsThatEndAClause() {
    TestFonts.useNoSystemFonts()
    var text = Text(Self.long)
    text.truncatesAtWords = true
    text.truncationToken = "..."
    text.font = Font(size: 12)
    for (width, height) in [(100.0, 60.0), (100, 50), (160, 20), (220, 33), (50, 50)] {
      let layout = text.textLayout(width: width, height: height)
      let shown = Self.long.prefix(layout.visibleRange.upperBound)
      #expect(layout.isTruncated)
      #expect(!shown.hasSuffix(" ") && !shown.hasSuffix(".") && !shown.hasSuffix(","))
      let next = Self.long.dropFirst(layout.visibleRange.upperBound).first
      #expect(next.map { " .,".contains($0) } == true || layout.lines.last?.range.count ?? 0 < 12, "\(shown)")
    }
  }

  @Test func shrinkingScalesEveryLengthButTheFactorOfTheLineHeight() {
    var style = ParagraphStyle()
    (style.lineSpacing, style.paragraphSpacing, style.firstLineIndent, style.indent) = (2, 4, 6, 8)
    (style.lineHeightMinimum, style.lineHeightMaximum, style.lineHeightMultiple, style.tabInterval) = (12, 14, 2, 10)
    style.exclusions = [.rect(Rect(0, 0, 4, 4))]
    let half = style.scaled(by: 0.5)
    #expect((half.lineSpacing, half.paragraphSpacing, half.firstLineIndent, half.indent) == (1, 2, 3, 4))
    #expect((half.lineHeightMinimum, half.lineHeightMaximum, half.lineHeightMultiple, half.tabInterval) == (6, 7, 2, 5))
    #expect(half.exclusions == style.exclusions)
  }

  @Test func wordSpacingWidensSpacesByExactlyThatMuch() {
    TestFonts.useNoSystemFonts()
    func space(_ size: Double, _ spacing: Double) -> (space: Double, letter: Double) {
      var attributes = TextAttributes(font: Font(size: size))
      attributes.wordSpacing = spacing
      let layout = TextLayout(AttributedText("a b", attributes: attributes))
      return (layout.selectionRects(1..<2)[0].width, layout.selectionRects(0..<1)[0].width)
    }
    #expect(abs(space(12, 0.5).space - space(12, 0).space - 0.5) < 1e-4)
    #expect(space(12, 0.5).letter == space(12, 0).letter && space(36, 0).space > space(12, 0).space)
  }

  @Test func theTokenCanBeTappedWithoutAMessageOnRequest() throws {
    let node = TextNode(Self.long)
    node.lineLimit = 1
    node.style.width = .points(160)
    let taps = Locked(0)
    node.onTruncationTap { taps.withLock { $0 += 1 } }
    let h = try HeadlessStage(width: 200, height: 60) {
      let row = BoxNode()
      row.style.alignItems = .flexStart
      row.addSubnode(node)
      return row
    }
    let layout = node.textLayout(width: 160, height: node.frame.height)
    let token = Point(layout.lines[0].frame.maxX - 4, layout.lines[0].frame.midY)
    try h.tap(at: token)
    #expect(taps.withLock { $0 } == 0)
    node.isTruncationTappable = true
    try h.settle()
    try h.tap(at: token)
    #expect(taps.withLock { $0 } == 1)
  }

  @Test func theTruncationTokenKeepsItsColors() throws {
    TestFonts.useNoSystemFonts()
    func has(_ change: (inout Text) -> Void, _ isIt: @escaping (Color) -> Bool) throws -> Bool {
      var text = Text(Self.long)
      text.lineLimit = 1
      change(&text)
      let h = try HeadlessStage(width: 160, height: 40) { TextNode(text) }
      return (0..<40).contains { y in (0..<160).contains { x in isIt(h.framebuffer.color(x: x, y: y)) } }
    }
    func isRed(_ c: Color) -> Bool { c.red > 0.8 && c.green < 0.4 && c.blue < 0.4 }
    func isBlue(_ c: Color) -> Bool { c.blue - c.red > 0.4 }
    #expect(try !has({ _ in }, isRed))
    #expect(try has({ ($0.truncationMessage, $0.linkColor) = (" more", Color(rgb: 0x1A5FB4)) }, isBlue))
    let red = AttributedText("[more]", attributes: TextAttributes(font: .body, color: Color(rgb: 0xFF0000)))
    #expect(try has({ $0.attributedTruncationToken = red }, isRed))
    #expect(try has({ $0.attributedTruncationMessage = red }, isRed))
    #expect(try !has({ ($0.attributedTruncationMessage, $0.truncationMessage) = (red, " more") }, isBlue))
  }

  @Test func aTruncationMessageWithAttributesCanBeTapped() throws {
    let node = TextNode(Self.long)
    node.lineLimit = 1
    node.attributedTruncationMessage = AttributedText(" show all", attributes: TextAttributes(font: Font(size: 20, weight: .bold)))
    let taps = Locked(0)
    node.onTruncationTap { taps.withLock { $0 += 1 } }
    let h = try HeadlessStage(width: 300, height: 60) { node }
    let layout = node.textLayout(width: 300, height: node.frame.height)
    try h.tap(at: Point(layout.lines[0].frame.maxX - 4, layout.lines[0].frame.midY))
    #expect(taps.withLock { $0 } == 1)
  }

  @Test func linesFollowTheBreakModeOfTheNode() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [300, 300]
        root:
          type: box
          style: {flexDirection: column, alignItems: flex-start, width: 100}
          children:
            - {type: text, id: words, string: Incomprehensible words, style: {width: 100}}
            - {type: text, id: clusters, wrapping: clusters, string: Incomprehensible words, style: {width: 20}}
            - {type: text, id: none, wrapping: none, string: Incomprehensible words}
        """)
    func lines(_ id: String) throws -> Int {
      let node = try #require(try h.node(id) as? TextNode)
      return node.textLayout(width: node.frame.width, height: node.frame.height).lineCount
    }
    #expect(try lines("words") == 2 && lines("none") == 1 && lines("clusters") > 8)
    // As in CSS, text that must not wrap does not shrink below its size.
    #expect(try h.frame(of: "none").width > 100)
    let node = try #require(try h.node("none") as? TextNode)
    #expect(Text.attributes.first { $0.name == "wrapping" }?.get(node.value) == .text("none"))
  }

  @Test func aShapeMayBeAPath() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [200, 300]
        root: {type: text, id: t, string: "\(Self.long)", exclusions: [{path: "M0 0 H100 V60 Q50 90 0 60 Z"}]}
        """)
    let node = try #require(try h.node("t") as? TextNode)
    #expect(node.textLayout(width: 200).lines[0].frame.minX == 100)
    let exclusions = try #require(Text.attributes.first { $0.name == "exclusions" })
    let written = try #require(exclusions.get(node.value))
    var copy = Text(Self.long)
    try exclusions.set(&copy, written)
    #expect(copy.textLayout(width: 200).lines == node.textLayout(width: 200).lines)
    #expect(throws: AttributeError.self) { try exclusions.set(&copy, .list([.map([("path", .text("M0"))])])) }
  }

  @Test(arguments: [TextAlignment.center, .end, .right, .justify]) func anAlignedTextIsNoWiderThanItsLines(alignment: TextAlignment) {
    TestFonts.useNoSystemFonts()
    var text = Text("short")
    let natural = measure(text, Size(400, .infinity))
    text.alignment = alignment
    #expect(measure(text, Size(400, .infinity)) == natural)
  }

  @Test func anEmptyTextHasNoSemanticsWithoutALabel() {
    let node = TextNode("said")
    #expect(node.resolvedSemantics.label == "said")
    node.string = ""
    #expect(node.resolvedSemantics.label?.isEmpty ?? false)
    node.semantics.label = "other"
    node.string = "more"
    #expect(node.resolvedSemantics.label == "other")
  }
}
