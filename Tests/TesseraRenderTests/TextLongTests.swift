import Foundation
import TesseraGeometry
import Testing

@testable import TesseraRender

/// Text of which only the start shows.
@Suite struct TextLongTests {
  static let sentence = "All human beings are born free and equal in dignity and rights. שלום עולם. They are endowed with reason."

  static func text(_ bytes: Int, separator: String) -> String {
    String(repeating: sentence + separator, count: bytes / (sentence.utf8.count + separator.utf8.count) + 1)
  }

  @Test(arguments: ["\n", " "], [Truncation.end, .none]) func theVisiblePartEqualsThatOfTheWhole(separator: String, truncation: Truncation)
    throws
  {
    let library = try isolated()
    let string = Self.text(200_000, separator: separator)
    var text = attributed(string)
    text.update(10..<90_000) { $0.underline = true }
    var limited = ParagraphStyle()
    limited.truncation = truncation
    // A limit that it does not reach has the whole laid out in one piece.
    let all = TextLayout(text, library, width: 300, style: paragraph { $0.lineLimit = 1_000_000 })
    for height in [1.0, 100, 900] {
      let layout = TextLayout(text, library, width: 300, height: height, style: limited)
      #expect(layout.isTruncated && layout.size.height <= max(height, all.lines[0].frame.height) + 0.01)
      for (line, whole) in zip(layout.lines, all.lines).dropLast() { #expect(line == whole) }
      #expect(layout.visibleRange.upperBound <= all.lines[layout.lineCount].range.upperBound)  // a part of the next word may fit
      #expect(layout.lineCount == all.lines.prefix { $0.frame.maxY <= height + 0.01 }.count || layout.lineCount == 1)
    }
  }

  @Test func tenMegabytesAreNotShapedForOneScreen() throws {
    let library = try isolated()
    let string = Self.text(10_000_000, separator: "\n")
    let before = library.shapeCacheStatistics
    library.shapeCacheLimit = 1 << 30
    let layout = TextLayout(attributed(string), library, width: 600, height: 1000)
    #expect(layout.isTruncated && layout.lineCount > 30)
    #expect(library.shapeCacheStatistics.bytes - before.bytes < 2_000_000)
    let limited = TextLayout(attributed(string), library, width: 600, style: paragraph { $0.lineLimit = 3 })
    #expect(limited.lineCount == 3 && limited.isTruncated)
  }

  /// What a paragraph of 16 MB takes is what a block of it takes.
  @Test(arguments: [300.0, .infinity]) func aLineOfSixteenMegabytesIsLaidOutInParts(width: Double) throws {
    let library = try isolated()
    let string = Self.text(16 << 20, separator: " ")
    let layout = TextLayout(attributed(string), library, width: width)
    #expect(layout.isLaidOutByBlocks && !layout.lines(from: 0, to: 800).isEmpty)
    #expect(layout.bytesLaidOut < string.utf8.count / 2)
    #expect(layout.bytes < 8 << 20)
    // The last letters are there: nothing is left out.
    #expect(layout.visibleRange == 0..<string.utf8.count)
    let end = layout.caret(at: string.utf8.count)
    #expect(layout.offset(at: Point(end.midX, end.midY)) >= string.utf8.count - 1)
  }

  @Test(arguments: ["a", "é", "漢", "👨‍👩‍👧", "e\u{301}\u{302}"]) func partsBeginBetweenCharacters(character: String) throws {
    let library = try isolated()
    let string = String(repeating: character, count: 300_000 / character.utf8.count)
    let layout = TextLayout(attributed(string), library, width: 300)
    let blocks = try #require(layout.blocks)
    #expect(blocks.count >= 4)
    let parts = blocks.state.withLock { $0.blocks.map { $0.start..<$0.end } }
    #expect(parts.first?.lowerBound == 0 && parts.last?.upperBound == string.utf8.count)
    for (part, next) in zip(parts, parts.dropFirst()) { #expect(part.upperBound == next.lowerBound) }
    for part in parts { #expect(part.count <= TextBlocks.longestBlock && part.lowerBound % character.utf8.count == 0) }
    // An edit in a part leaves those before it alone.
    let edited = TextLayout(
      attributed(string + character), paragraph: ParagraphStyle(), width: 300, height: .infinity, library: library, reusing: layout)
    let after = try #require(edited.blocks).state.withLock { $0.blocks.map { $0.start..<$0.end } }
    #expect(after.dropLast() == parts.dropLast() && after.last?.upperBound == string.utf8.count + character.utf8.count)
  }

  @Test func partsRunAsTheirParagraphDoes() throws {
    let library = try isolated()
    // The second part begins with a Latin word, and the paragraph behind it runs by its own letters.
    let string = "שלום " + String(repeating: "word ", count: 20_000) + "\n" + String(repeating: "word ", count: 20)
    let style = paragraph { ($0.firstLineIndent, $0.indent) = (40, 0) }
    let layout = TextLayout(attributed(string), library, width: 300, style: style)
    let blocks = try #require(layout.blocks)
    let directions = blocks.state.withLock { $0.blocks.map(\.direction) }
    #expect(directions == [nil, .rightToLeft, nil])
    #expect(blocks.layout(of: 1).line(0).frame.maxX > 299 && blocks.layout(of: 2).line(0).frame.minX == 40)
  }

  @Test func aTextThatIsLaidOutAsAWholeIsCutWithAnEllipsis() throws {
    let library = try isolated()
    let string = String(repeating: "word ", count: 400_000)
    let style = paragraph { ($0.truncation, $0.lineLimit) = (.middle, 1_000_000) }
    let layout = TextLayout(attributed(string), library, width: 100_000, style: style)
    #expect(layout.isTruncated && layout.visibleRange.upperBound <= TextLayout.longest + 3)
    #expect(layout.bytes < 64 << 20)
    #expect(layout.relaid(paragraph: style, width: 50_000).isTruncated)
    let short = TextLayout(attributed(String(string.prefix(TextLayout.longest - 8))), library, width: 100_000, style: style)
    #expect(!short.isTruncated)
  }
}
