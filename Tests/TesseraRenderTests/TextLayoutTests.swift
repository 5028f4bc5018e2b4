import Foundation
import TesseraGeometry
import Testing

@testable import TesseraRender

@Suite struct TextLayoutTests {
  let library: FontLibrary
  init() throws { library = try isolated() }

  static let fox = "The quick brown fox jumps over the lazy dog and runs away."

  @Test func emptyTextHasOneLineOfTheFontsHeight() {
    let empty = TextLayout(attributed("", Font(size: 20)), library)
    let letter = TextLayout(attributed("x", Font(size: 20)), library)
    #expect(empty.lineCount == 1)
    #expect(empty.size == Size(0, letter.size.height))
    #expect(empty.firstBaseline == letter.firstBaseline)
    #expect(empty.caret(at: 0).size.height == letter.size.height)
    #expect(empty.offset(at: Point(50, 50)) == 0)
    #expect(empty.selectionRects(0..<10).isEmpty)
    #expect(empty.inkBounds.isEmpty)
  }

  @Test(arguments: ["a\nb", "a\r\nb", "a\u{2029}b", "a\u{85}b", "a\u{2028}b", "a\u{B}b", "a\u{C}b"])
  func eachLineEndOfUnicodeEndsALine(string: String) {
    #expect(TextLayout(attributed(string), library).lineCount == 2)
  }

  @Test func aLineFollowsTheLastNewline() {
    let layout = TextLayout(attributed("a\n\n"), library)
    #expect(layout.lines.map(\.range) == [0..<2, 2..<3, 3..<3])
    #expect(layout.caret(at: 3).minY == layout.lines[2].frame.minY)
  }

  @Test(arguments: [30.0, 60, 90, 140, 200, 333]) func linesFitTheWidthCoverTheTextAndFitAgainAtTheirOwn(width: Double) {
    let layout = TextLayout(attributed(Self.fox), library, width: width)
    var end = 0
    for line in layout.lines {
      #expect(line.range.lowerBound == end)
      end = line.range.upperBound
      #expect(line.width <= width + 0.01)
    }
    #expect(end == Self.fox.utf8.count)
    let again = TextLayout(attributed(Self.fox), library, width: layout.size.width)
    #expect(again.lines.map(\.range) == layout.lines.map(\.range))
  }

  @Test func spacesHangAtTheEndOfALine() {
    let word = TextLayout(attributed("word"), library).size.width
    let layout = TextLayout(attributed("word     word"), library, width: word)
    #expect(layout.strings(of: "word     word") == ["word     ", "word"])
    #expect(layout.size.width == word)
  }

  @Test func aWordThatIsTooWideBreaksBetweenClusters() {
    let string = "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}"
    let one = TextLayout(attributed("e\u{301}"), library).size.width
    let layout = TextLayout(attributed(string), library, width: one * 2.5)
    #expect(layout.strings(of: string).map(\.count) == [2, 2, 1])
    #expect(TextLayout(attributed(string), library, width: 0).lineCount == 5)
  }

  @Test func minimumContentWidthIsTheWidestWord() {
    let layout = TextLayout(attributed("a bcd efghijk lm"), library)
    #expect(abs(layout.minimumContentWidth - TextLayout(attributed("efghijk"), library).size.width) < 0.001)
    #expect(TextLayout(attributed("a bcd efghijk lm"), library, width: layout.minimumContentWidth).lines.allSatisfy { $0.range.count > 1 })
  }

  @Test func metricsOfAllFontsOnALineCount() {
    var text = attributed("small ", Font(size: 10))
    text.append("LARGE", attributes: TextAttributes(font: Font(size: 40)))
    let mixed = TextLayout(text, library)
    let large = TextLayout(attributed("LARGE", Font(size: 40)), library)
    #expect(mixed.size.height == large.size.height)
    #expect(mixed.firstBaseline == large.firstBaseline)
    var raised = attributed("base", Font(size: 10))
    raised.append(
      "2",
      attributes: {
        var a = TextAttributes(font: Font(size: 10)); a.baselineOffset = 5; return a
      }())
    #expect(abs(TextLayout(raised, library).size.height - TextLayout(attributed("b", Font(size: 10)), library).size.height - 5) < 0.001)
  }

  @Test func heightMultipleAndSpacingMakeLinesHigherAndApart() {
    let plain = TextLayout(attributed("a\nb\nc"), library)
    let height = plain.lines[0].frame.height
    let loose = TextLayout(
      attributed("a\nb\nc"), library,
      style: paragraph {
        $0.lineHeightMultiple = 1.5; $0.lineSpacing = 4
      })
    #expect(abs(loose.size.height - (height * 4.5 + 8)) < 0.001)
    #expect(abs(loose.firstBaseline - plain.firstBaseline - height / 4) < 0.001)
  }

  @Test(arguments: [
    (TextAlignment.start, 0.0, 1.0), (.end, 1, 0), (.center, 0.5, 0.5), (.left, 0, 0), (.right, 1, 1), (.justify, 0, 1),
  ]) func linesFollowTheAlignment(alignment: TextAlignment, ltr: Double, rtl: Double) {
    for (direction, share) in [(BaseDirection.leftToRight, ltr), (.rightToLeft, rtl)] {
      let layout = TextLayout(
        attributed("line"), library, width: 200,
        style: paragraph {
          $0.alignment = alignment; $0.direction = direction
        })
      #expect(abs(layout.lines[0].frame.minX - (200 - layout.lines[0].width) * share) < 0.001)
    }
  }

  @Test func justifiedLinesReachBothEdgesButTheLast() {
    let layout = TextLayout(attributed(Self.fox), library, width: 150, style: paragraph { $0.alignment = .justify })
    for line in layout.lines.dropLast() { #expect(abs(line.width - 150) < 0.01) }
    #expect(layout.lines.last!.width < 150)
    let end = layout.lines[0].range.upperBound - 1
    #expect(abs(layout.caret(at: end).minX - 150) < 0.01)
  }

  @Test(arguments: [Truncation.none, .end, .middle, .start], [1, 2, 3])
  func truncatedTextFitsItsLinesAndItsWidth(truncation: Truncation, lines: Int) {
    let style = paragraph {
      $0.truncation = truncation; $0.lineLimit = lines
    }
    let layout = TextLayout(attributed(Self.fox), library, width: 90, style: style)
    #expect(layout.isTruncated)
    #expect(layout.lineCount == lines)
    for line in layout.lines { #expect(line.width <= 90.01) }
    #expect(layout.visibleRange.upperBound <= Self.fox.utf8.count)
    if truncation == .end { #expect(layout.visibleRange.upperBound < Self.fox.utf8.count) }
    if truncation == .start { #expect(layout.visibleRange.upperBound == Self.fox.utf8.count) }
    if truncation == .start && lines == 1 { #expect(layout.visibleRange.lowerBound > 0) }
  }

  @Test func truncationIsExactByCluster() {
    let token = TextLayout(attributed("…"), library).size.width
    let string = "abcdefghijklmnop"
    for count in 1..<12 {
      let kept = TextLayout(attributed(String(string.prefix(count))), library).size.width
      let layout = TextLayout(attributed(string), library, width: kept + token + 0.01, style: paragraph { $0.lineLimit = 1 })
      #expect(layout.visibleRange.upperBound == count)
    }
    // Nothing but the token where nothing fits; a token of one's own; the token of text that would fit but for another line.
    #expect(TextLayout(attributed(string), library, width: 1, style: paragraph { $0.lineLimit = 1 }).visibleRange == 0..<0)
    let words = TextLayout(
      attributed("ab\ncd"), library, width: 200,
      style: paragraph {
        $0.lineLimit = 1; $0.truncationToken = " more"
      })
    #expect(abs(words.size.width - TextLayout(attributed("ab more"), library).size.width) < 0.5)
    #expect(words.visibleRange == 0..<2)
  }

  @Test func textThatFitsIsNotTruncated() {
    for truncation in Truncation.allCases {
      let style = paragraph {
        $0.truncation = truncation; $0.lineLimit = 2
      }
      #expect(!TextLayout(attributed("one\ntwo"), library, width: 100, style: style).isTruncated)
      #expect(!TextLayout(attributed("one\ntwo\n  \n"), library, width: 100, style: style).isTruncated)
    }
  }

  @Test func linesThatDoNotFitTheHeightAreCutButForTheFirst() {
    let height = TextLayout(attributed("x"), library).size.height
    let layout = TextLayout(attributed(Self.fox), library, width: 80, height: height * 2.5)
    #expect(layout.lineCount == 2)
    #expect(layout.isTruncated)
    #expect(TextLayout(attributed(Self.fox), library, width: 80, height: 0).lineCount == 1)
    #expect(TextLayout(attributed("x"), library, width: 80, height: height).isTruncated == false)
  }

  @Test func caretsAndHitsAgreeInLeftToRightText() {
    for width in [Double.infinity, 100] {
      let layout = TextLayout(attributed(Self.fox), library, width: width)
      for offset in 0...Self.fox.utf8.count {
        let caret = layout.caret(at: offset)
        #expect(layout.offset(at: caret.center) == offset)
      }
    }
  }

  @Test(.needs(Files.notoHebrew))
  func carryingRightToLeftWordsMovesCaretsBackwards() throws {
    let library = try isolated(Files.notoHebrew)
    let string = "abc שלום def"
    let layout = TextLayout(attributed(string), library)
    let offsets = string.indices.map { string.utf8.distance(from: string.utf8.startIndex, to: $0) }
    let x = offsets.map { layout.caret(at: $0).minX }
    for i in 0..<3 { #expect(x[i] < x[i + 1]) }
    for i in 4..<7 { #expect(x[i] > x[i + 1]) }  // the Hebrew letters
    for i in 9..<11 { #expect(x[i] < x[i + 1]) }
    #expect(layout.selectionRects(2..<8).count == 2)  // "c ", and the first letters at the right end of the word
    // Mixed lines: the words stand in visual order.
    #expect(x[4] > x[7] && x[8] > x[3])
    let back = TextLayout(attributed("שלום abc"), library, width: 200)
    #expect(back.lines[0].frame.minX > 100)
    #expect(back.caret(at: 0).minX == 200)
  }

  @Test(.needs(Files.notoHebrew))
  func truncationTokenIsAtTheEndOfTheReadingDirection() throws {
    let library = try isolated(Files.notoHebrew)
    let string = "שלום לכולם והנה עוד טקסט ארוך"
    let layout = TextLayout(attributed(string), library, width: 100, style: paragraph { $0.lineLimit = 1 })
    #expect(layout.isTruncated)
    #expect(layout.lines[0].width <= 100.01)
    let shown = layout.selectionRects(layout.visibleRange)
    #expect(shown.count == 1)
    #expect(shown[0].minX > 4)  // the token is at the left
    #expect(abs(shown[0].maxX - 100) < 0.01)
  }

  /// What stands for text that is left out is part of the paragraph: its spaces stand between it and the rest.
  @Test(.needs(Files.notoHebrew), arguments: ["… more", "…| (12)", "…|   more", " [x]", " |[x]"])
  func truncationTokensRunAsTheirParagraph(token: String) throws {
    let library = try isolated(Files.notoHebrew)
    let parts = token.split(separator: "|").map(String.init)
    let font = Font(size: 40)
    for (string, isRight) in [("שלום לכולם והנה עוד טקסט ארוך", true), ("All human beings are born free", false)] {
      let style = paragraph {
        $0.lineLimit = 1
        $0.truncationToken = parts[0]
        if parts.count > 1 { $0.truncationMessage = attributed(parts[1], font) { $0.color = Color(rgb: 0xFF0000) } }
      }
      let layout = TextLayout(attributed(string, font), library, width: 400, style: style)
      let frame = try #require(layout.truncationFrame)
      let bytes = try picture(layout, width: 420, height: 80)
      let inked = (0..<420).filter { x in (0..<80).contains { bytes[($0 * 420 + x) * 4] < 128 || bytes[($0 * 420 + x) * 4 + 1] < 128 } }
      // At the end of the line there is ink, not a space.
      if isRight { #expect(Double(inked[0]) - 4 < frame.minX + 5) } else { #expect(Double(inked.last!) - 4 > frame.maxX - 6) }
    }
  }

  @Test func selectionsCoverTheLinesTheyCross() {
    let layout = TextLayout(attributed(Self.fox), library, width: 100)
    let all = layout.selectionRects(0..<Self.fox.utf8.count)
    #expect(all.count == layout.lineCount)
    let first = layout.selectionRects(0..<3)
    #expect(first.count == 1)
    #expect(abs(first[0].width - TextLayout(attributed("The"), library).size.width) < 0.01)
    #expect(layout.selectionRects(5..<5).isEmpty)
    #expect(layout.selectionRects(900..<1000).isEmpty)
  }

  @Test func tabsReachTheNextStop() {
    let layout = TextLayout(attributed("a\tb\tc\nabcdef\tb"), library)
    let space = TextLayout(attributed("a b"), library).size.width - TextLayout(attributed("ab"), library).size.width
    #expect(abs(layout.caret(at: 2).minX - space * 8) < 0.5)
    #expect(abs(layout.caret(at: 4).minX - space * 16) < 0.5)
    #expect(layout.caret(at: 13).minX == layout.caret(at: 2).minX || layout.caret(at: 13).minX > layout.caret(at: 2).minX)
  }

  static let strange: [Double] = [.nan, .infinity, -.infinity, 0, -1, 1e300, 1e-300, 1e6, 17]

  @Test(arguments: strange) func invalidSizesAndWidthsGiveADefinedLayout(size: Double) throws {
    for width in Self.strange {
      var text = attributed("Hello\nworld", Font(size: size)) {
        $0.letterSpacing = width; $0.baselineOffset = size; $0.underline = true
      }
      text.append(" more", attributes: TextAttributes(font: Font(size: width)))
      let style = paragraph {
        $0.lineHeightMultiple = size; $0.lineSpacing = width; $0.lineLimit = 2
      }
      let layout = TextLayout(text, library, width: width, height: size, style: style)
      #expect(layout.lineCount >= 1)
      #expect(layout.size.isFinite)
      #expect(layout.inkBounds.isFinite)
      #expect(layout.lines.allSatisfy { $0.frame.isFinite && $0.baseline.isFinite })
      _ = layout.offset(at: Point(size, width))
      _ = try picture(layout, width: 40, height: 20)
    }
  }

  @Test func hostileInputEnds() {
    let attacks = [
      String(repeating: "a", count: 200_000), "a" + String(repeating: "\u{301}", count: 10_000),
      String((0..<0x300).compactMap { Unicode.Scalar($0).map(Character.init) }),
      (0..<200).map { $0 % 2 == 0 ? "\u{202D}x" : "\u{202E}\u{5D0}" }.joined() + String(repeating: "\u{202C}", count: 200),
      String(repeating: "\u{2067}", count: 20_000), String(repeating: "(\u{5D0}", count: 20_000),
      String(repeating: "👨\u{200D}", count: 5_000),
      String(repeating: "\n", count: 50_000), String(repeating: "\t", count: 50_000), "\u{FEFF}\u{200B}\u{AD}\u{FFFC}\u{FFFF}\u{10FFFF}",
    ]
    for attack in attacks {
      let layout = TextLayout(
        attributed(attack), library, width: 300,
        style: paragraph {
          $0.truncation = .middle; $0.lineLimit = 100
        })
      #expect(layout.size.isFinite && layout.lineCount > 0)
      #expect(layout.caret(at: attack.utf8.count).isFinite)
    }
  }

  @Test func randomTextKeepsTheRules() {
    var random = Seeded(3)
    let pools: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0x20...0x20, 0x5D0...0x5EA, 0x627...0x64A, 0x900...0x97F, 0x4E00...0x4EFF, 0x1F300...0x1F6FF, 0x200B...0x206F,
      0x0...0x1F,
      0x300...0x36F, 0x1F1E6...0x1F1FF, 0xFE00...0xFE0F,
    ]
    for _ in 0..<400 {
      var string = ""
      for _ in 0..<Int.random(in: 0...50, using: &random) {
        string.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: pools.randomElement(using: &random)!, using: &random))!)
      }
      let width = Double.random(in: 0...250, using: &random)
      let style = paragraph {
        $0.alignment = TextAlignment.allCases.randomElement(using: &random)!
        $0.direction = BaseDirection.allCases.randomElement(using: &random)!
      }
      let layout = TextLayout(attributed(string), library, width: width, style: style)
      var end = 0
      for line in layout.lines {
        #expect(line.range.lowerBound == end)
        end = line.range.upperBound
        #expect(line.frame.isFinite && line.frame.height > 0)
      }
      #expect(end == string.utf8.count)
      let starts = Set(string.indices.map { string.utf8.distance(from: string.utf8.startIndex, to: $0) } + [string.utf8.count])
      for _ in 0..<5 {
        let p = Point(Double.random(in: -50...300, using: &random), Double.random(in: -20...200, using: &random))
        #expect(starts.contains(layout.offset(at: p)), "\(string.unicodeScalars.map { String($0.value, radix: 16) })")
      }
    }
  }

  /// How many lines other engines make of a book is known for these.
  @Test func anEnglishBookBreaksIntoAsManyLinesAsOtherEnginesMake() throws {
    let path = Files.package.appending(path: "Tests/Benchmarks/Data/en.txt").path
    try expectLines(1348...1358, of: path, font: Files.notoSans, family: "Noto Sans")
  }

  private func expectLines(_ lines: ClosedRange<Int>, of path: String, font: String, family: String) throws {
    try Files.require(path, font)
    let library = try isolated(font)
    var count = 0
    for (index, paragraph) in try Files.text(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !paragraph.isEmpty {
      let prefix = String(repeating: "0", count: 4 - String(index % 10000).count) + String(index % 10000)
      count += TextLayout(attributed("\(prefix) \(paragraph)", Font(family)), library, width: 600).lineCount
    }
    #expect(lines.contains(count))
  }
}
