import Foundation
import TesseraGeometry
import Testing

@testable import TesseraRender

/// Where lines may break: between words, between clusters, nowhere; and shapes that are paths.
@Suite struct TextWrappingTests {
  let library: FontLibrary
  init() throws { library = try isolated() }

  static let long = TextParagraphTests.long

  private func layout(_ string: String, _ wrapping: TextWrapping, width: Double, _ change: (inout ParagraphStyle) -> Void = { _ in })
    -> TextLayout
  {
    let style = paragraph {
      $0.wrapping = wrapping
      change(&$0)
    }
    return TextLayout(attributed(string), library, width: width, style: style)
  }

  @Test(arguments: [70.0, 111, 200]) func linesBrokenBetweenClustersAreAsFullAsCanBe(width: Double) {
    let string = Self.long + " e\u{301}tude 👨‍👩‍👧 office"
    let layout = layout(string, .clusters, width: width)
    let natural = self.layout(string, .none, width: .infinity)
    let starts = Set(string.indices.map { string.utf8.distance(from: string.startIndex, to: $0) })
    #expect(layout.lineCount > 2 && layout.lines.last?.range.upperBound == string.utf8.count)
    #expect(layout.lineCount <= self.layout(string, .words, width: width).lineCount)
    for (line, next) in zip(layout.lines, layout.lines.dropFirst()) {
      #expect(line.width <= width + 0.01 && line.range.upperBound == next.range.lowerBound)
      #expect(starts.contains(next.range.lowerBound))
      // The next character would not have fitted.
      let end = next.range.lowerBound
      let after = starts.filter { $0 > end }.min() ?? string.utf8.count
      let extended = natural.caret(at: after).minX - natural.caret(at: line.range.lowerBound).minX
      #expect(extended > width - 1)
    }
  }

  @Test(arguments: TextAlignment.allCases, ["left to right: all human beings", "שלום עולם, כל בני האדם נולדו"])
  func linesThatMayNotBreakBeginAtTheEdgeWhereLinesStart(alignment: TextAlignment, string: String) throws {
    let layout = layout(string + "\n" + string + "\n!", .none, width: 60) { $0.alignment = alignment }
    let lines = layout.lines
    #expect(lines.count == 3 && !layout.isTruncated && layout.size.width == lines[0].width)
    let isRightToLeft = string.first == "ש"
    for line in lines.prefix(2) {
      #expect(line.width > 60)
      #expect(abs(isRightToLeft ? line.frame.maxX - 60 : line.frame.minX) < 0.01)
    }
    // What fits stands where the alignment says.
    let free = 60 - lines[2].width
    let expected: [TextAlignment: Double] = [.start: 0, .end: free, .center: free / 2, .left: 0, .right: free, .justify: 0]
    #expect(abs(lines[2].frame.minX - expected[alignment]!) < 0.01)
  }

  @Test func theSmallestWidthIsThatOfTheWidestUnbreakablePart() {
    let words = layout("one incomprehensible word\na b", .words, width: 100).minimumContentWidth
    let clusters = layout("one incomprehensible word\na b", .clusters, width: 100).minimumContentWidth
    let none = layout("one incomprehensible word\na b  ", .none, width: 100)
    #expect(words == layout("incomprehensible", .none, width: .infinity).size.width)
    #expect(abs(clusters - layout("m", .none, width: .infinity).size.width) < 0.01)
    #expect(abs(none.minimumContentWidth - none.size.width) < 0.01 && none.size.width > words)
    #expect(layout("one incomprehensible word", .clusters, width: clusters + 0.01).lineCount >= 20)
  }

  @Test func aLongTextThatDoesNotWrapIsAsWideAsItsLaidOutPart() {
    let paragraphs = (0..<3000).map { "\($0) " + String(repeating: "word ", count: $0 == 1500 ? 60 : $0 % 7) + "." }
    let text = attributed(paragraphs.joined(separator: "\n"))
    let style = paragraph { $0.wrapping = .none }
    let layout = TextLayout(text, library, width: 100, style: style)
    let widest = TextLayout(attributed(paragraphs[1500]), library).size.width
    #expect(layout.isLaidOutByBlocks && abs(layout.size.width - widest) < 0.01)
    #expect(layout.lineCount == 3000 && layout.inkBounds.width >= widest)
  }

  @Test func aLineIsTruncatedIfItWrapsAndOverflowsOtherwise() {
    let cut = layout(Self.long, .words, width: 100) { $0.lineLimit = 1 }
    let run = layout(Self.long, .none, width: 100) { $0.lineLimit = 1 }
    #expect(cut.isTruncated && cut.size.width <= 100)
    #expect(!run.isTruncated && run.size.width > 500)
  }

  // MARK: what stands for the rest

  @Test func aTokenOfAnotherColorMakesTheTextOneOfSeveralColors() {
    func layout(_ width: Double, _ change: (inout ParagraphStyle) -> Void) -> TextLayout {
      TextLayout(
        attributed(Self.long) { $0.color = .black }, library, width: width,
        style: paragraph {
          $0.lineLimit = 1
          change(&$0)
        })
    }
    #expect(layout(100) { _ in }.singleColor == .black)
    #expect(layout(100) { $0.truncationMessage = attributed(" more") { $0.color = Color(rgb: 0xFF0000) } }.singleColor == nil)
    #expect(layout(100) { $0.truncationText = attributed("…") { $0.color = Color(rgb: 0xFF0000) } }.singleColor == nil)
    // Where nothing is left out it does not show.
    #expect(layout(9000) { $0.truncationMessage = attributed(" more") { $0.color = Color(rgb: 0xFF0000) } }.singleColor == .black)
  }

  // MARK: paths

  @Test func aPathOfLinesIsThePolygonAndOfCurvesTheEllipse() throws {
    func lines(_ shape: TextExclusion) -> [TextLayout.Line] {
      TextLayout(attributed(Self.long), library, width: 240, style: paragraph { $0.exclusions = [shape] }).lines
    }
    let polygon = lines(.polygon([Point(100, 0), Point(180, 40), Point(90, 70)]))
    #expect(lines(.path(try #require(Path(svg: "M100 0 L180 40 L90 70 Z")))) == polygon)
    #expect(lines(.path(try #require(Path(svg: "M100 0 L180 40 L90 70")))) == polygon)
    var round = Path()
    round.addEllipse(in: Rect(90, 10, 60, 60))
    let (a, b) = (lines(.path(round)), lines(.ellipse(Rect(90, 10, 60, 60))))
    #expect(a.map(\.range) == b.map(\.range))
    for (a, b) in zip(a, b) { #expect(abs(a.frame.minX - b.frame.minX) < 0.3) }
    #expect(lines(.path(Path())) == lines(.polygon([])))
  }

  @Test func textFlowsInTheHoleOfAPath() {
    var ring = Path()
    ring.add(Rect(0, 0, 240, 200))
    ring.add(Rect(60, 20, 120, 160))
    let layout = TextLayout(attributed(Self.long), library, width: 240, style: paragraph { $0.exclusions = [.path(ring)] })
    let inside = layout.lines.filter { $0.frame.maxY <= 180 }
    #expect(inside.count > 4)
    for line in inside { #expect(line.frame.minX >= 60 && line.frame.maxX <= 180.01 && line.frame.minY >= 20) }
    #expect(layout.lines.allSatisfy { $0.frame.maxY <= 180.01 || $0.frame.minY >= 199.99 })
  }

  @Test(arguments: [
    "M0 0 L90 0 Q 120 40 90 80 C 60 90 30 90 0 80 Z m 10 10 l 20 0 0 20 z", "M-5 1e3 L 20 20", "L10 20 30 40", "M0 0 z l 9 0 0 9 z",
  ]) func aPathReadsBackFromItsData(data: String) throws {
    guard let path = Path(svg: data) else {
      #expect(data.first != "M")
      return
    }
    #expect(try #require(Path(svg: path.svg)).svg == path.svg)
    #expect(try #require(Path(svg: path.svg)).flattened(within: 0.1) == path.flattened(within: 0.1))
  }
}
