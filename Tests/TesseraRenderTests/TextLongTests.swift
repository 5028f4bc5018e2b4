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

  @Test(arguments: ["\n", " "], [Truncation.end, .none]) func whatShowsIsWhatTheWholeWouldShow(separator: String, truncation: Truncation)
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
}
