import Testing
import TesseraGeometry

@testable import TesseraRender

/// Carets at wraps and between directions, and what passes them from left to right.
@Suite struct TextCaretTests {
  private func layout(_ string: String, width: Double = .infinity, size: Double = 16, rtl: Bool = false) throws -> TextLayout {
    let library = try isolated()
    return TextLayout(
      attributed(string, Font(size: size)), library, width: width, style: paragraph { $0.neutralsReadRightToLeft = rtl })
  }

  @Test(arguments: ["日本語日本語日本語日本語", "first-second-third-fourth", "unbreakableword"])
  func aWrapHasTwoCarets(string: String) throws {
    let layout = try layout(string, width: 70)
    #expect(layout.lineCount > 1)
    for (upper, lower) in zip(layout.lines, layout.lines.dropFirst()) {
      let offset = lower.range.lowerBound
      let (before, behind) = (layout.caret(at: offset), layout.caret(at: offset, affinity: .upstream))
      #expect(before.minY == lower.frame.minY && before.minX == lower.frame.minX)
      #expect(behind.minY == upper.frame.minY && behind.minX > upper.frame.midX)
      #expect(layout.line(holding: CaretPosition(offset, .upstream)) == upper && layout.line(holding: offset) == lower)
      // A point behind the last letter, on the line and beyond it.
      for x in [behind.minX - 1, behind.minX + 200] {
        #expect(layout.position(at: Point(x, upper.frame.midY)) == CaretPosition(offset, .upstream))
      }
      #expect(layout.position(at: Point(lower.frame.minX - 5, lower.frame.midY)) == CaretPosition(offset))
    }
  }

  @Test func wrapsAtSpacesAndLineBreaksHaveNoUpstreamCaret() throws {
    let layout = try layout("one two\nthree four", width: 40)
    #expect(layout.lineCount == 4)
    for line in layout.lines.dropLast() {
      let position = layout.position(at: Point(500, line.frame.midY))
      #expect(position == CaretPosition(line.range.upperBound - 1))
    }
    #expect(layout.caret(at: 8, affinity: .upstream).minY == layout.caret(at: 8).minY)
  }

  private static let samples = [
    "abc", "אבג", "abc אבג def", "אבג abc דהו", "אב 12 גד", "abc\nאבג\n\ndef", "e\u{301}👨‍👩‍👧‍👦🇦🇹x", "a אב\u{200F} 1-2 b", "سلام abc دنيا",
    "日本語日本語 אבג דהו זחט 日本語", "abc def אבג דהו", "אבג דהו abc def זחט", "abc  אבג\n אבג abc ",
  ]

  @Test(arguments: samples, [40.0, 90, .infinity])
  func aHeldKeyPassesEachLetterOnce(string: String, width: Double) throws {
    for rtl in [false, true] {
      let layout = try layout(string, width: width, rtl: rtl)
      let graphemes = string.filter { !$0.isNewline }.count
      for side in HorizontalSide.allCases {
        // From the edge where the key comes from.
        var start = try #require(VisualCaret(in: layout, at: CaretPosition(0), readsRightToLeft: rtl))
        while start.step(side.opposite) {}
        var caret = start
        var passed: [Range<Int>] = []
        var last = layout.caret(at: caret.position)
        var steps = 0
        while caret.step(side), steps < 500 {
          steps += 1
          let place = layout.caret(at: caret.position)
          if let range = caret.passed?.range {
            passed.append(range)
            // On one line the caret goes where the key points.
            if place.minY == last.minY { #expect(side == .right ? place.minX >= last.minX - 0.01 : place.minX <= last.minX + 0.01) }
          }
          last = place
        }
        #expect(steps < 500 && Set(passed).count == passed.count && passed.count == graphemes, "\(string) \(side) \(rtl): \(passed)")
        // And back again.
        var back: [Range<Int>] = []
        while caret.step(side.opposite) { if let range = caret.passed?.range { back.append(range) } }
        #expect(Array(back.reversed()) == passed)
      }
    }
  }

  @Test(arguments: 0..<40) func longTextsPassTheSame(seed: Int) throws {
    var random = Seeded(UInt64(seed))
    let words = ["abc", "אבג", "12", "日本", "x-y"]
    let part = (0..<40).map { _ in words.randomElement(using: &random)! + (Int.random(in: 0..<8, using: &random) == 0 ? "\n" : " ") }
      .joined()
    let string = String(repeating: part, count: 40_000 / part.utf8.count + 1)
    let long = try layout(string, width: 120)
    let short = try layout(part, width: 120)
    #expect(long.isLaidOutByBlocks)
    guard part.last?.isNewline == true else { return }
    for side in HorizontalSide.allCases {
      var (a, b) = (
        try #require(VisualCaret(in: long, at: CaretPosition(0))), try #require(VisualCaret(in: short, at: CaretPosition(0)))
      )
      while b.step(side), b.offset < part.utf8.count {
        #expect(a.step(side) && a.offset == b.offset)
      }
    }
  }
}
