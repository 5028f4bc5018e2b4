import TesseraGeometry
import Testing

@testable import TesseraRender

/// A text that is set again, in another room.
@Suite struct TextRelaidTests {
  let library: FontLibrary
  init() throws { library = try isolated(Files.notoHebrew) }

  static let texts = [
    "", "one", "Some words that stand in more than one line.\nAnd a second paragraph \u{2026}", "שלום עולם, זה טקסט ארוך",
    "abc שלום def עולם 12",
  ]

  private func style(_ random: inout Seeded) -> ParagraphStyle {
    paragraph {
      $0.alignment = [.start, .end, .center, .left, .right, .justify].randomElement(using: &random) ?? .start
      $0.neutralsReadRightToLeft = Bool.random(using: &random)
      $0.direction = [.automatic, .automatic, .leftToRight, .rightToLeft].randomElement(using: &random) ?? .automatic
      $0.lineLimit = [0, 0, 1, 2].randomElement(using: &random) ?? 0
      $0.hyphenation = Bool.random(using: &random) ? .auto : .manual
      if Bool.random(using: &random) { $0.truncationMessage = attributed("more") }
      if Bool.random(using: &random) { $0.lineHeightMinimum = 30 }
    }
  }

  /// All that is asked of a layout that says where its letters are.
  private func answers(_ layout: TextLayout) -> [AnyHashable] {
    let length = layout.lines.last?.range.upperBound ?? 0
    return [
      layout.lines, layout.size.width, layout.size.height, layout.isTruncated, layout.visibleRange, layout.minimumContentWidth,
      (0...length).map { layout.caret(at: $0) }, layout.selectionRects(0..<length), layout.truncationFrame,
    ]
  }

  @Test(arguments: 0..<200) func aReusedLayoutEqualsAFreshOne(seed: UInt64) throws {
    var random = Seeded(seed)
    let text = attributed(Self.texts.randomElement(using: &random) ?? "")
    func room() -> (Double, Double) {
      ([30, 77, 120.5, .infinity].randomElement(using: &random) ?? 0, [20, 41, .infinity].randomElement(using: &random) ?? 0)
    }
    let (width, height) = room()
    var layout = TextLayout(text, library, width: width, height: height, style: style(&random))
    for _ in 0..<4 {
      let (style, (width, height)) = (style(&random), room())
      layout = layout.relaid(paragraph: style, width: width, height: height)
      let fresh = TextLayout(text, library, width: width, height: height, style: style)
      #expect(answers(layout) == answers(fresh), "seed \(seed): \(text.string) \(style) \(width)x\(height)")
    }
  }

  @Test func nothingIsShapedAgain() {
    library.shapeCacheLimit = 0
    let layout = TextLayout(attributed("Some words that stand in more than one line."), library)
    let before = library.statistics.texts.misses
    #expect(layout.relaid(paragraph: ParagraphStyle(), width: 90).lineCount > 2)
    #expect(library.statistics.texts.misses == before)
    _ = layout.relaid(paragraph: paragraph { $0.direction = .rightToLeft }, width: 90)
    #expect(library.statistics.texts.misses == before + 1)
  }

  @Test func longTextsAreLaidOutAgainAsWell() {
    let text = attributed(String(repeating: "Some words.\n", count: 4000))
    let blocks = TextLayout(text, library, width: 200)
    let cut = blocks.relaid(paragraph: paragraph { $0.lineLimit = 3 }, width: 200)
    #expect(cut.lineCount == 3 && cut.isTruncated)
    #expect(cut.relaid(paragraph: ParagraphStyle(), width: 200).lineCount == 4001)
  }

  /// Lines that begin at the left stand the same in every box that is as wide as they are.
  @Test(arguments: 0..<200) func leftAlignedTextIsUnchangedInANarrowerBox(seed: UInt64) {
    var random = Seeded(seed)
    let text = attributed(Self.texts.randomElement(using: &random) ?? "")
    let style = style(&random)
    let wide = TextLayout(text, library, width: [90.3, 200, 1000].randomElement(using: &random) ?? 0, style: style)
    let fitting = wide.relaid(paragraph: style, width: wide.size.width.rounded(.up))
    if wide.isBoundLeft { #expect(answers(wide) == answers(fitting), "seed \(seed)") }
    #expect(wide.isBoundLeft || style.alignment != .start || wide.lines.contains { $0.frame.minX > 0 } || text.string.contains("ש"))
  }
}
