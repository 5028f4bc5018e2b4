import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

/// Returns the area that is not `background`, or nil if there is no such pixel.
func inkArea(_ buffer: PixelBuffer, background: Color = .white) -> PixelRect? {
  var (left, top, right, bottom) = (Int.max, Int.max, -1, -1)
  for y in 0..<buffer.height {
    for x in 0..<buffer.width where buffer.color(x: x, y: y) != background {
      (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
    }
  }
  return right < 0 ? nil : PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
}

@Suite struct TextNodeTests {
  static let pangram = "The quick brown fox jumps over the lazy dog"

  func measure(_ text: Text, max: Size = .unlimited, scale: Double = 1) -> Size {
    text.size(thatFits: SizeRange(max: max), in: MeasureContext(environment: EnvironmentValues(scale: scale)))
  }

  @Test(arguments: [1.0, 1.5, 2, 3]) func sizesAreWholeDevicePixelsAndHoldEveryLine(scale: Double) {
    TestFonts.useNoSystemFonts()
    for width in stride(from: 30.0, through: 400, by: 37) {
      let text = Text(Self.pangram)
      let size = measure(text, max: Size(width, .infinity), scale: scale)
      #expect(abs(size.width * scale - (size.width * scale).rounded()) < 1e-6)
      #expect(abs(size.height * scale - (size.height * scale).rounded()) < 1e-6)
      let all = text.textLayout(width: size.width)
      #expect(all.size.height <= size.height + 0.002)
      #expect(!text.textLayout(width: size.width, height: size.height, scale: scale).isTruncated)
      #expect(all.lines.count == text.textLayout(width: width).lines.count, "the width it asked for breaks lines elsewhere")
    }
  }

  @Test func theSmallestWidthIsThatOfTheLongestWord() {
    TestFonts.useNoSystemFonts()
    let smallest = measure(Text("a bb wonderful c"), max: Size(0, .infinity))
    let word = measure(Text("wonderful"))
    #expect(smallest.width == word.width)
    #expect(smallest.height == measure(Text("a\nb\nc")).height)
  }

  @Test func aTextInARowWrapsByDefault() throws {
    let text = TextNode(Self.pangram)
    text.id = "text"
    let h = try HeadlessStage(width: 140, height: 200) {
      let row = BoxNode()
      row.style.alignItems = .flexStart
      let icon = BoxNode()
      icon.style.width = .points(40)
      icon.style.height = .points(40)
      icon.style.flexShrink = 0
      row.addSubnode(icon)
      row.addSubnode(text)
      return row
    }
    let frame = try h.frame(of: "text")
    #expect(frame.minX == 40)
    #expect(frame.maxX <= 140)
    #expect(frame.height > 3 * measure(Text("x")).height)
  }

  @Test func aTextNeverShrinksBelowItsLongestWord() throws {
    let text = TextNode("incomprehensibilities")
    let h = try HeadlessStage(width: 50, height: 50) {
      let row = BoxNode()
      row.addSubnode(text)
      return row
    }
    #expect(h.frame(of: text).width == measure(Text("incomprehensibilities")).width)
  }

  @Test func textOfOneColorIsKeptAsCoverageAndOfSeveralAsPixels() throws {
    TestFonts.useNoSystemFonts()
    /// Returns the kind of the plan.
    func kind(_ text: Text) throws -> String {
      switch try text.drawPlan(in: DrawContext(size: Size(200, 40))) {
      case .nothing: "nothing"
      case .pixels: "pixels"
      case .coverage(let color, _, _): "coverage of \(color)"
      case .direct: "direct"
      case .shared: "shared"
      case .planar: "planar"
      case .changed: "changed"
      case .pending: "pending"
      case .fading: "fading"
      }
    }
    let blue = Color(red: 0, green: 0, blue: 1)
    #expect(try kind(Text("plain", color: blue)) == "coverage of \(blue)")
    var spans = Text()
    spans.spans = [TextSpan("one "), TextSpan("two", color: blue)]
    #expect(try kind(spans) == "pixels")
    var shadowed = Text("plain")
    shadowed.textShadow = Shadow(color: .black, offset: Point(1, 1), radius: 2)
    #expect(try kind(shadowed) == "pixels")
    #expect(try kind(Text("")) == "nothing")
    #expect(try kind(Text("   ")) == "nothing")
  }

  @Test func aBufferAndDrawingDirectlyGiveTheSamePicture() throws {
    func picture(direct: Bool) throws -> PixelBuffer {
      let text = TextNode(Self.pangram, color: Color(red: 0.1, green: 0.2, blue: 0.6, alpha: 0.8))
      text.drawsDirectly = direct
      return try HeadlessStage(width: 160, height: 80) { text }.snapshot()
    }
    // A coverage buffer is tinted when it is composited, a direct drawing when it is drawn: both round once.
    try expectEqualPixels(picture(direct: true), picture(direct: false), tolerance: .perChannel(2))
  }

  @Test func aColorChangeDrawsWithoutALayout() throws {
    let text = TextNode("Toucan")
    let h = try HeadlessStage(width: 100, height: 40) { text }
    let (layouts, draws) = (h.stage.statistics.layouts, h.stage.statistics.draws)
    text.color = Color(red: 1, green: 0, blue: 0)
    try h.settle()
    #expect(h.stage.statistics.layouts == layouts)
    #expect(h.stage.statistics.draws == draws + 1)
    let ink = try #require(inkArea(h.framebuffer))
    for y in ink.y..<ink.maxY { for x in ink.x..<ink.maxX { #expect(h.framebuffer.color(x: x, y: y).red > 0.99) } }
  }

  @Test func theSameStringIsNoChange() throws {
    let text = TextNode("Toucan")
    let h = try HeadlessStage(width: 100, height: 40) { text }
    let before = h.stage.statistics
    text.string = "Toucan"
    text.color = Text.defaultColor
    try h.settle()
    #expect(h.stage.statistics.layouts == before.layouts)
    #expect(h.stage.statistics.draws == before.draws)
  }

  @Test func aLineLimitCutsWithTheToken() {
    TestFonts.useNoSystemFonts()
    var text = Text(Self.pangram)
    text.lineLimit = 2
    let layout = text.textLayout(width: 120)
    #expect(layout.isTruncated)
    #expect(layout.lines.count == 2)
    #expect(measure(text, max: Size(120, .infinity)).height == measure(Text("a\nb")).height)
    text.lineLimit = 0
    #expect(!text.textLayout(width: 120).isTruncated)
  }

  @Test func aLowBoxShowsTheLinesThatFitAndAtLeastOne() {
    TestFonts.useNoSystemFonts()
    var text = Text(Self.pangram)
    let line = measure(Text("x")).height
    for lines in 1...3 {
      let layout = text.textLayout(width: 80, height: line * Double(lines) + 1)
      #expect(layout.lines.count == lines)
      #expect(layout.isTruncated)
    }
    #expect(text.textLayout(width: 80, height: 1).lines.count == 1)
    text.truncation = .none
    #expect(!text.textLayout(width: 80, height: 1).isTruncated)
  }

  @Test func paddingMovesTheTextAndMakesTheBoxLarger() throws {
    func ink(_ padding: Double) throws -> (PixelRect, Rect) {
      let text = TextNode("Toucan")
      text.style.padding = LayoutEdges(.points(padding))
      text.style.alignSelf = .flexStart
      let h = try HeadlessStage(width: 120, height: 80) {
        let box = BoxNode()
        box.addSubnode(text)
        return box
      }
      return (try #require(inkArea(h.framebuffer)), h.frame(of: text))
    }
    let (bare, box) = try ink(0)
    let (padded, larger) = try ink(12)
    #expect(padded == PixelRect(x: bare.x + 12, y: bare.y + 12, width: bare.width, height: bare.height))
    #expect(larger.size == Size(box.width + 24, box.height + 24))
  }

  @Test func aChangeOfPaddingMovesTheTextInABoxOfFixedSize() throws {
    let text = TextNode("Toucan")
    text.style.width = .points(100)
    text.style.height = .points(60)
    text.style.boxSizing = .borderBox
    let h = try HeadlessStage(width: 100, height: 60) { text }
    let before = try #require(inkArea(h.framebuffer))
    text.style.padding = LayoutEdges(top: .points(7), left: .points(9))
    try h.settle()
    #expect(inkArea(h.framebuffer) == PixelRect(x: before.x + 9, y: before.y + 7, width: before.width, height: before.height))
  }

  @Test func aShadowIsOffsetFromTheLettersInItsColor() throws {
    let text = TextNode("I", font: Font(size: 40, weight: .bold), color: .black)
    text.style.padding = LayoutEdges(.points(20))
    let h = try HeadlessStage(width: 120, height: 100) { text }
    let bare = try #require(inkArea(h.framebuffer))
    text.textShadow = Shadow(color: Color(red: 1, green: 0, blue: 0), offset: Point(15, 10), radius: 0)
    try h.settle()
    let both = try #require(inkArea(h.framebuffer))
    #expect(abs(both.maxX - bare.maxX - 15) <= 1 && abs(both.maxY - bare.maxY - 10) <= 1)
    let inShadow = h.framebuffer.color(x: bare.x + bare.width / 2 + 15, y: bare.y + bare.height / 2)
    #expect(inShadow.red > 0.95 && inShadow.green < 0.05, "\(inShadow.hex)")
    text.textShadow = Shadow(color: Color(red: 1, green: 0, blue: 0), offset: Point(15, 10), radius: 8)
    try h.settle()
    #expect(try #require(inkArea(h.framebuffer)).maxX > both.maxX + 3)
    // After removal nothing of it remains.
    text.textShadow = nil
    try h.settle()
    #expect(inkArea(h.framebuffer) == bare)
  }

  @Test func startIsTheSideOfTheBoxNotOfTheText() throws {
    func ink(_ string: String, _ alignment: TextAlignment) throws -> PixelRect {
      let text = TextNode(string)
      text.alignment = alignment
      return try #require(inkArea(try HeadlessStage(width: 200, height: 40) { text }.framebuffer))
    }
    #expect(try ink("abc", .start).x < 10)
    #expect(try ink("abc", .end).maxX > 190)
    #expect(try ink("\u{5E9}\u{5DC}\u{5D5}\u{5DD}", .start).x < 10)
    #expect(try ink("\u{5E9}\u{5DC}\u{5D5}\u{5DD}", .left).x < 10)
    let middle = try ink("abc", .center)
    #expect(abs(middle.x + middle.maxX - 200) <= 3)
  }

  @Test func inspectionReportsTheLines() throws {
    TestFonts.useNoSystemFonts()
    let text = Text("one two three four")
    let told = text.layoutDescription(in: DrawContext(size: Size(70, 500)))
    let lines = try #require(told.first { $0.0 == "lines" }?.1.list)
    #expect(lines.count > 1)
    #expect(lines.compactMap { $0["text"]?.text }.joined() == "one two three four")
    #expect(lines.compactMap { $0["y"]?.number } == text.textLayout(width: 70).lines.map(\.frame.minY))
    var large = EnvironmentValues()
    large.textScale = 2
    let doubled = text.layoutDescription(in: DrawContext(size: Size(70, 500), environment: large))
    let heights = [told, doubled].map { facts in facts.first { $0.0 == "lines" }?.1.list?.first?["height"]?.number ?? 0 }
    #expect(heights[0] > 0 && abs(heights[1] - 2 * heights[0]) < 0.01, "\(heights)")
  }

  @Test func itsLabelIsItsStringUnlessTheProgramSetsOne() {
    let text = TextNode("Keel-billed toucan")
    #expect(text.resolvedSemantics.label == "Keel-billed toucan")
    #expect(text.resolvedSemantics.role == .text)
    text.semantics.label = "A bird"
    #expect(text.resolvedSemantics.label == "A bird")
  }

  @Test func theBaselinesAreThoseOfTheFirstAndLastLine() throws {
    TestFonts.useNoSystemFonts()
    let text = Text("a\nb")
    let found = try #require(text.baselines(for: Size(100, 100), in: MeasureContext()))
    let layout = text.textLayout(width: 100)
    #expect(found.first == layout.lines[0].baseline)
    #expect(found.last == layout.lines[1].baseline)
    #expect(found.last > found.first)
  }

  @Test func sceneFilesSetEveryAttribute() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [300, 200]
        root:
          type: text
          id: t
          string: no
          font: [Inter, Noto Sans]
          fontSize: 21
          weight: semibold
          slant: italic
          color: '#112233'
          alignment: center
          lineLimit: 3
          truncation: middle
          truncationToken: '>>'
          lineHeight: 1.5
          lineSpacing: 2
          letterSpacing: 1
          underline: true
          strikethrough: true
          textShadow: {color: red, x: 1, y: 2, radius: 3}
          direction: ltr
        """)
    let text = try #require(try h.node("t") as? TextNode).value
    #expect(text.string == "no")
    #expect(text.font.families == ["Inter", "Noto Sans"])
    #expect(text.font.size == 21 && text.font.weight == .semibold && text.font.slant == .italic)
    #expect(text.color == Color(rgb: 0x112233))
    #expect(text.alignment == .center && text.lineLimit == 3 && text.truncation == .middle && text.truncationToken == ">>")
    #expect(text.lineHeight == 1.5 && text.lineSpacing == 2 && text.letterSpacing == 1)
    #expect(text.underline && text.strikethrough && text.baseDirection == .leftToRight)
    #expect(text.textShadow?.offset == Point(1, 2))
  }

  @Test func spansChangeOnlyTheirAttributes() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [300, 200]
        root:
          type: text
          id: t
          fontSize: 20
          color: blue
          spans:
            - {text: 'one '}
            - {text: two, weight: 800, color: red, underline: true}
        """)
    let text = try #require(try h.node("t") as? TextNode).value
    #expect(text.string == "one two")
    let runs = text.attributedText.runs
    #expect(runs.count == 2)
    #expect(runs[0].attributes.font.size == 20 && runs[1].attributes.font.size == 20)
    #expect(runs[0].attributes.color == Color("blue") && runs[1].attributes.color == Color("red"))
    #expect(runs[1].attributes.font.weight == FontWeight(800) && runs[1].attributes.underline && !runs[0].attributes.underline)
  }

  @Test func attributesReadBackTheSetValue() throws {
    let text = TextNode("x")
    for attribute in Text.attributes {
      guard let value = attribute.get(text.value) else { continue }
      let other = TextNode()
      try other.setAttribute(attribute.name, to: value)
      #expect(other.attribute(attribute.name) == value, "\(attribute.name)")
    }
    var spanned = Text()
    spanned.spans = [TextSpan("a", color: .black, weight: .bold), TextSpan("b")]
    let other = TextNode()
    try other.setAttribute("spans", to: try #require(Text.attributes.first { $0.name == "spans" }?.get(spanned)))
    #expect(other.spans == spanned.spans)
  }

  @Test(arguments: [("weight", "heavy"), ("slant", "oblique"), ("alignment", "middle")])
  func aWrongWordIsAnErrorThatNamesTheAttribute(name: String, word: String) {
    let error = #expect(throws: AttributeError.self) { try TextNode().setAttribute(name, to: .text(word)) }
    #expect(error?.attribute == name)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -5, 0, 1e12, 1e-12]) func anyNumberIsValid(number: Double) throws {
    let paths: [WritableKeyPath<Text, Double>] = [\.font.size, \.letterSpacing, \.lineHeight, \.lineSpacing]
    for path in paths {
      var text = Text("Two words")
      text[keyPath: path] = number
      let h = try HeadlessStage(width: 60, height: 60) { TextNode(text) }
      let size = text.size(thatFits: .unlimited, in: MeasureContext())
      #expect(size.width.isFinite && size.height.isFinite, "\(path) = \(number): \(size)")
      #expect(h.errors.isEmpty)
    }
    var text = Text("shadow")
    text.textShadow = Shadow(color: .black, offset: Point(number, number), radius: number)
    let h = try HeadlessStage(width: 60, height: 60) { TextNode(text) }
    #expect(h.errors.isEmpty, "\(h.errors)")
  }
}
