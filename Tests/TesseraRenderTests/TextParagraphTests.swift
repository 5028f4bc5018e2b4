import Foundation
import TesseraGeometry
import Testing

@testable import TesseraRender

/// How lines are made: indents, tabs, heights, balance, hyphens, truncation.
@Suite struct TextParagraphTests {
  let library: FontLibrary
  init() throws { library = try isolated() }

  static let long = "All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience."

  @Test(arguments: [BaseDirection.leftToRight, .rightToLeft]) func indentsAreAtTheEdgeWhereLinesStart(direction: BaseDirection) {
    let style = paragraph {
      $0.firstLineIndent = 30
      $0.indent = 12
      $0.direction = direction
    }
    let layout = TextLayout(attributed(Self.long + "\n" + Self.long), library, width: 200, style: style)
    for (index, line) in layout.lines.enumerated() {
      let isFirst = index == 0 || line.range.lowerBound == Self.long.utf8.count + 1
      let edge = direction == .leftToRight ? line.frame.minX : 200 - line.frame.maxX
      #expect(abs(edge - (isFirst ? 30 : 12)) < 0.01)
      #expect(line.width <= (isFirst ? 170 : 188) + 0.01)
    }
    // What was measured without a limit fits where it is laid out again.
    let free = TextLayout(attributed("one line"), library, style: style)
    #expect(TextLayout(attributed("one line"), library, width: free.size.width, style: style).lineCount == 1)
  }

  @Test func justifiedLinesOfAnIndentedParagraphReachTheFarEdge() {
    let layout = TextLayout(
      attributed(Self.long), library, width: 160,
      style: paragraph {
        $0.alignment = .justify
        $0.indent = 20
      })
    for line in layout.lines.dropLast().dropFirst() {
      #expect(abs(line.frame.minX - 20) < 0.01 && abs(line.frame.maxX - 160) < 0.01)
    }
  }

  @Test(arguments: [
    (Files.notoArabic, "Noto Sans Arabic", "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق"),
    (Files.notoCJK, "Noto Sans CJK SC", "人人生而自由在尊严和权利上一律平等他们赋有理性和良心"),
  ])
  func arabicAndChineseLinesAreJustified(file: String, family: String, string: String) throws {
    try Files.require(file)
    let library = try isolated(file)
    let text = attributed(string, Font(family))
    let layout = TextLayout(text, library, width: 133, style: paragraph { $0.alignment = .justify })
    #expect(layout.lineCount > 1)
    for line in layout.lines.dropLast() {
      #expect(abs(line.width - 133) < 0.01)
      let selected = layout.selectionRects(line.range).map(\.width).reduce(0, +)
      #expect(selected >= line.width - 0.01)
    }
  }

  @Test func paragraphsAreSpacedAndLinesKeepTheirHeights() {
    let plain = TextLayout(attributed("a\nb\nc"), library)
    let apart = TextLayout(attributed("a\nb\nc"), library, style: paragraph { $0.paragraphSpacing = 7 })
    #expect(abs(apart.size.height - plain.size.height - 14) < 0.001)
    let wrapped = TextLayout(attributed("a a a"), library, width: 1, style: paragraph { $0.paragraphSpacing = 7 })
    #expect(abs(wrapped.size.height - plain.size.height) < 0.001)  // lines of one paragraph
    for (least, most) in [(40.0, 0.0), (0, 10), (40, 10)] {
      let style = paragraph {
        $0.lineHeightMinimum = least
        $0.lineHeightMaximum = most
      }
      let layout = TextLayout(attributed("a\nb"), library, style: style)
      #expect(layout.lines.allSatisfy { $0.frame.height == (most > 0 ? most : least) })
      #expect(layout.lines[0].baseline < layout.lines[1].baseline)
    }
  }

  /// Small, large, raised and foreign letters, each on lines of their own.
  private func mixed(_ start: Font) -> AttributedText {
    var text = attributed("plain\n", start)
    text.append(attributed("large and ", Font(size: 30)))
    text.append(attributed("small\n", Font(size: 9)))
    text.append(attributed("x", start))
    text.append(attributed("2\n", start) { $0.position = .superscript })
    text.append(attributed("bold\n", Font(size: 22, weight: .bold)))
    text.append(attributed("plain", start))
    return text
  }

  @Test func linesOfAGivenHeightHaveTheirBaselinesEvenlySpaced() throws {
    let style = paragraph { ($0.lineHeightMinimum, $0.lineHeightMaximum) = (24, 24) }
    let layout = TextLayout(mixed(Font(size: 16)), library, style: style)
    #expect(layout.lines.map(\.frame.height) == [24, 24, 24, 24, 24])
    for (index, line) in layout.lines.enumerated() { #expect(abs(line.baseline - layout.lines[0].baseline - 24 * Double(index)) < 1e-9) }
    // Half of what the line adds to the height of the first font goes above.
    let natural = TextLayout(attributed("plain", Font(size: 16)), library)
    #expect(abs(layout.lines[0].baseline - natural.firstBaseline - (24 - natural.size.height) / 2) < 1e-9)
    // The strut may be another font than the first.
    var other = style
    other.strut = Font(size: 30)
    let large = TextLayout(attributed("plain", Font(size: 30)), library)
    let placed = TextLayout(mixed(Font(size: 16)), library, style: other)
    for (index, line) in placed.lines.enumerated() {
      #expect(abs(line.baseline - 24 * Double(index) - large.firstBaseline - (24 - large.size.height) / 2) < 1e-9)
    }
    #expect(abs(try #require(style.scaled(by: 2).strut ?? other.scaled(by: 2).strut).size - 60) < 1e-9)
  }

  @Test func linesThatAreOnlyKeptFromBeingLowerHoldTheirLetters() {
    let text = mixed(Font(size: 16))
    let natural = TextLayout(text, library)
    let least = TextLayout(text, library, style: paragraph { $0.lineHeightMinimum = 60 })
    for (index, line) in least.lines.enumerated() { #expect(abs(line.baseline - least.lines[0].baseline - 60 * Double(index)) < 1e-9) }
    // Where the strut's place would have them stick out, letters stay within.
    let tight = TextLayout(text, library, style: paragraph { $0.lineHeightMinimum = natural.lines[1].frame.height })
    for (own, line) in zip(natural.lines, tight.lines) {
      #expect(line.baseline - line.frame.minY >= own.baseline - own.frame.minY - 1e-9)
      #expect(line.frame.maxY - line.baseline >= own.frame.maxY - own.baseline - 1e-9)
    }
    // A limit that nothing meets changes nothing.
    let free = TextLayout(text, library, style: paragraph { ($0.lineHeightMinimum, $0.lineHeightMaximum) = (1, 500) })
    #expect(free.lines == natural.lines)
  }

  @Test func baselinesOfALongTextAreEvenAcrossItsBlocks() {
    var text = attributed("start\n", Font(size: 16))
    for i in 0..<3000 { text.append(attributed("paragraph \(i)\n", Font(size: i % 7 == 0 ? 28 : 10))) }
    let layout = TextLayout(
      text, library, width: 400, style: paragraph { ($0.lineHeightMinimum, $0.lineHeightMaximum) = (20, 20) })
    #expect(layout.isLaidOutByBlocks)
    let lines = layout.lines(from: 0, to: 4000)
    #expect(lines.count > 100)
    for (a, b) in zip(lines, lines.dropFirst()) { #expect(abs(b.baseline - a.baseline - 20) < 1e-6) }
  }

  @Test func theTruncationTokenHasAPlace() throws {
    let style = paragraph {
      $0.lineLimit = 2
      $0.truncationMessage = attributed(" more")
    }
    let layout = TextLayout(attributed(Self.long), library, width: 150, style: style)
    let frame = try #require(layout.truncationFrame)
    #expect(frame.minY == layout.lines[1].frame.minY && frame.height == layout.lines[1].frame.height)
    #expect(abs(frame.width - TextLayout(attributed("… more"), library).size.width) < 0.01)
    #expect(layout.truncationPart(at: Point(frame.minX + 1, frame.midY)) == .token)
    #expect(layout.truncationPart(at: Point(frame.maxX - 1, frame.midY)) == .message)
    #expect(layout.truncationPart(at: Point(frame.minX - 1, frame.midY)) == nil)
    #expect(TextLayout(attributed("short"), library, width: 150, style: style).truncationFrame == nil)
  }

  @Test func tabsLeadToTheGivenStopsAndThenToTheInterval() {
    let text = attributed("a\tb\tc\td\te")
    let layout = TextLayout(
      text, library,
      style: paragraph {
        $0.tabStops = [50, 75]
        $0.tabInterval = 40
      })
    let x = [2, 4, 6, 8].map { layout.caret(at: $0).minX }
    for (found, expected) in zip(x, [50.0, 75, 120, 160]) { #expect(abs(found - expected) < 0.01) }
    // Stops that are no numbers or do not ascend lead somewhere behind.
    let odd = TextLayout(text, library, style: paragraph { $0.tabStops = [.nan, .infinity, -5, 60, 20] })
    #expect(odd.size.isFinite && odd.caret(at: 2).minX == 60)
  }

  @Test(arguments: [120.0, 200, 260, 333]) func balancedLinesAreAsManyAndAsEvenAsCanBe(width: Double) {
    let greedy = TextLayout(attributed(Self.long), library, width: width)
    let balanced = TextLayout(attributed(Self.long), library, width: width, style: paragraph { $0.isBalanced = true })
    #expect(balanced.lineCount == greedy.lineCount)
    func widest(_ layout: TextLayout) -> Double { layout.lines.map(\.width).max() ?? 0 }
    #expect(widest(balanced) <= widest(greedy))
    // No narrower width holds as few lines.
    #expect(TextLayout(attributed(Self.long), library, width: widest(balanced) - 0.1).lineCount > greedy.lineCount)
    let again = TextLayout(attributed(Self.long), library, width: balanced.size.width, style: paragraph { $0.isBalanced = true })
    #expect(again.lines.map(\.range) == balanced.lines.map(\.range))
  }

  @Test func softHyphensShowWhereALineBreaksAtThem() {
    let string = "brother\u{AD}hood"
    let whole = TextLayout(attributed("brotherhood"), library)
    #expect(TextLayout(attributed(string), library).size == whole.size)
    let part = TextLayout(attributed("brother‐"), library).size.width
    let layout = TextLayout(attributed(string), library, width: part + 0.01)
    #expect(layout.strings(of: string) == ["brother\u{AD}", "hood"])
    #expect(abs(layout.lines[0].width - part) < 0.01)
    // A hyphen that does not fit is no opportunity, nor does it make the text narrower.
    #expect(TextLayout(attributed(string), library, width: part - 0.01).strings(of: string).first != "brother\u{AD}")
    #expect(abs(layout.minimumContentWidth - whole.size.width) < 0.01)
    #expect(!layout.isTruncated && layout.caret(at: string.utf8.count).minY > 0)
  }

  @Test func truncationAtWordsRemovesTrailingPunctuation() {
    let string = "Plaid wayfarers, photo booth tofu."
    func shown(_ end: String) -> String? {
      let width = TextLayout(attributed(end), library).size.width + TextLayout(attributed("…"), library).size.width
      let style = paragraph {
        $0.lineLimit = 1
        $0.truncatesAtWords = true
      }
      let layout = TextLayout(attributed(string), library, width: width + 0.1, style: style)
      return layout.isTruncated ? String(string.prefix(layout.visibleRange.upperBound)) : nil
    }
    #expect(shown("Plaid wayfarers, pho") == "Plaid wayfarers")
    #expect(shown("Plaid wayfarers,") == "Plaid wayfarers")
    #expect(shown("Plaid wayfarers, photo bo") == "Plaid wayfarers, photo")
    #expect(shown("Pla") == "Pla")  // no word fits: clusters
  }

  @Test func theMessageFollowsTheTokenAndIsHit() {
    let style = paragraph {
      $0.lineLimit = 2
      $0.truncationMessage = attributed(" more") { $0.color = Color(rgb: 0x0000FF) }
    }
    let layout = TextLayout(attributed(Self.long), library, width: 150, style: style)
    #expect(layout.isTruncated && layout.lineCount == 2)
    let line = layout.lines[1]
    #expect(line.width <= 150.01)
    let more = TextLayout(attributed(" more"), library).size.width
    let y = line.frame.center.y
    #expect(layout.truncationPart(at: Point(line.frame.maxX - 2, y)) == .message)
    #expect(layout.truncationPart(at: Point(line.frame.maxX - more - 2, y)) == .token)
    #expect(layout.truncationPart(at: Point(line.frame.minX + 2, y)) == nil)
    #expect(layout.truncationPart(at: Point(line.frame.maxX - 2, layout.lines[0].frame.center.y)) == nil)
    #expect(TextLayout(attributed("short"), library, width: 150, style: style).truncationPart(at: Point(2, 2)) == nil)
  }

  @Test func aTokenWithAttributesHasTheirSize() {
    let style = paragraph {
      $0.lineLimit = 1
      $0.truncationText = attributed("~~", Font(size: 30))
    }
    let layout = TextLayout(attributed(Self.long), library, width: 120, style: style)
    #expect(layout.lines[0].width <= 120.01)
    #expect(layout.size.height == TextLayout(attributed("~", Font(size: 30)), library).size.height)
  }

  @Test func scalingScalesEveryLengthButTheMultiple() {
    let style = paragraph {
      $0.lineSpacing = 2
      $0.paragraphSpacing = 4
      $0.firstLineIndent = 6
      $0.indent = 8
      $0.tabStops = [10]
      $0.lineHeightMinimum = 12
      $0.lineHeightMaximum = 14
      $0.lineHeightMultiple = 2
    }
    let half = style.scaled(by: 0.5)
    #expect(half.lineSpacing == 1 && half.paragraphSpacing == 2 && half.firstLineIndent == 3 && half.indent == 4)
    #expect(half.tabStops == [5] && half.lineHeightMinimum == 6 && half.lineHeightMaximum == 7 && half.lineHeightMultiple == 2)
    #expect(attributed("x", Font(size: 20)).scaled(by: 0.5).runs[0].attributes.font.size == 10)
  }

  @Test func randomStylesKeepTheRules() {
    var random = Seeded(17)
    let texts = [Self.long, "one\ttwo\tthree\nfour\u{AD}teen\n\nא ב ג דה", "\u{FFFC} and \u{FFFC}", "人人生而自由，\u{AD}在尊严和权利上"]
    for _ in 0..<300 {
      let string = texts.randomElement(using: &random)!
      let style = paragraph {
        $0.alignment = TextAlignment.allCases.randomElement(using: &random)!
        $0.firstLineIndent = Double.random(in: -10...60, using: &random)
        $0.indent = Double.random(in: -10...60, using: &random)
        $0.tabStops = (0..<3).map { _ in Double.random(in: -20...200, using: &random) }.sorted()
        $0.isBalanced = .random(using: &random)
        $0.lineLimit = Int.random(in: 0...4, using: &random)
        $0.truncation = Truncation.allCases.randomElement(using: &random)!
        $0.truncatesAtWords = .random(using: &random)
        $0.paragraphSpacing = Double.random(in: -3...9, using: &random)
        if .random(using: &random) { $0.truncationMessage = attributed("more", Font(size: 9)) }
      }
      let width = Double.random(in: 0...300, using: &random)
      let text = attributed(string) { $0.wordSpacing = 3 }
      let layout = TextLayout(text, library, width: width, style: style)
      #expect(layout.size.isFinite && layout.lineCount >= 1)
      #expect(style.lineLimit == 0 || layout.lineCount <= style.lineLimit)
      var end = 0
      for line in layout.lines {
        #expect(line.range.lowerBound == end && line.frame.isFinite)
        end = line.range.upperBound
      }
      #expect(layout.isTruncated || end == string.utf8.count)
      // To the bit.
      let twin = TextLayout(text, library, width: width, style: style)
      #expect(twin.lines == layout.lines && twin.size == layout.size)
    }
  }
}
