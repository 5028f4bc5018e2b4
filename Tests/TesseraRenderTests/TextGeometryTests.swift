import Foundation
import TesseraGeometry
import Testing

@testable import TesseraRender

/// What holds of carets, hits and selections, whatever the text.
@Suite struct TextGeometryTests {
  let library: FontLibrary
  init() throws {
    library = try isolated()
    for file in [Files.notoHebrew, Files.notoArabic, Files.notoDevanagari, Files.notoThai] {
      try Files.require(file)
      try library.add(file: file)
    }
  }

  static let pools = [
    "The quick, office waffle ", "fi ffl e\u{301}a\u{308}\u{304} ", "שלום עולם ", "السلام عليكم ", "क्षत्रिय विद्या ", "น้ำใจ ", "12.5% (a) ", "👋🏽🇩🇪 ",
    "\n", "\t",
  ]

  static func random(_ random: inout Seeded) -> String {
    (0..<Int.random(in: 1...6, using: &random)).map { _ in
      let pool = pools.randomElement(using: &random)!
      return String(pool.prefix(Int.random(in: 1...pool.count, using: &random)))
    }.joined()
  }

  static func boundaries(_ string: String) -> [Int] {
    string.indices.map { string.utf8.distance(from: string.utf8.startIndex, to: $0) } + [string.utf8.count]
  }

  @Test(arguments: 0..<120) func hitsInvertCaretsAndSelectionsAddUp(seed: Int) {
    var random = Seeded(UInt64(seed))
    let string = Self.random(&random)
    let style = paragraph {
      $0.alignment = TextAlignment.allCases.randomElement(using: &random)!
      $0.direction = BaseDirection.allCases.randomElement(using: &random)!
    }
    let layout = TextLayout(attributed(string), library, width: Double.random(in: 30...300, using: &random), style: style)
    let offsets = Self.boundaries(string)
    for (start, end) in zip(offsets, offsets.dropFirst()) {
      let rects = layout.selectionRects(start..<end)
      guard let line = layout.lines.first(where: { $0.range.contains(start) }) else {
        Issue.record("no line holds \(start)")
        continue
      }
      guard rects.count == 1, let rect = rects.first, rect.width > 0.01 else {
        #expect(rects.count <= 1)  // a cluster is in one piece
        continue
      }
      let caret = layout.splitCaret(at: start).before
      let after = layout.splitCaret(at: end)
      // The caret stands at the cluster's leading edge; the one behind it at the other.
      let isForward = abs(caret.minX - rect.minX) < 0.001
      #expect(isForward || abs(caret.minX - rect.maxX) < 0.001, "\(string.unicodeScalars.map { String($0.value, radix: 16) }) at \(start)")
      if line.range.contains(end) {
        #expect(abs(after.behind.minX - (isForward ? rect.maxX : rect.minX)) < 0.001)
      }
      #expect(caret.minY == line.frame.minY && caret.height == line.frame.height)
      // A quarter into the cluster is nearer to its start, three quarters to its end.
      let y = rect.center.y
      let lead = isForward ? rect.minX + rect.width / 4 : rect.maxX - rect.width / 4
      #expect(layout.offset(at: Point(lead, y)) == start)
      let trail = isForward ? rect.maxX - rect.width / 4 : rect.minX + rect.width / 4
      let hit = layout.offset(at: Point(trail, y))
      #expect(hit == end || (hit == start && end == line.range.upperBound))
    }
    for line in layout.lines {
      func width(_ range: Range<Int>) -> Double { layout.selectionRects(range).map(\.width).reduce(0, +) }
      let parts = zip(offsets, offsets.dropFirst()).filter { line.range.contains($0.0) }.map { width($0.0..<$0.1) }.reduce(0, +)
      #expect(abs(parts - width(line.range)) < 0.01)
      #expect(width(line.range) >= line.width - 0.01)
    }
  }

  @Test(arguments: 0..<60) func earlierLayoutsDoNotAffectTheResult(seed: Int) throws {
    var random = Seeded(UInt64(seed) + 1000)
    var string = Self.random(&random)
    for _ in 0..<8 {
      // An edit, as a person makes it.
      let offsets = Self.boundaries(string)
      let at = string.utf8.index(string.startIndex, offsetBy: offsets.randomElement(using: &random)!)
      if .random(using: &random), at < string.endIndex {
        string.remove(at: at)
      } else {
        string.insert(contentsOf: Self.random(&random), at: at)
      }
      _ = TextLayout(attributed(string), library, width: 150)
    }
    let edited = TextLayout(attributed(string), library, width: 150)
    let clean = try TextGeometryTests().library
    let fresh = TextLayout(attributed(string), clean, width: 150)
    #expect(edited.lines == fresh.lines && edited.size == fresh.size && edited.inkBounds == fresh.inkBounds)
    for offset in Self.boundaries(string) { #expect(edited.caret(at: offset) == fresh.caret(at: offset)) }
  }

  @Test func caretsSplitWhereDirectionsMeet() throws {
    try Files.require(Files.notoHebrew)
    let layout = TextLayout(attributed("abc שלום"), library)
    let (before, behind) = layout.splitCaret(at: 4)
    #expect(before.minX > behind.minX + 10)  // at the right end of the Hebrew word, and behind the space
    let inside = layout.splitCaret(at: 2)
    #expect(inside.before == inside.behind)
  }

  @Test func attacksCostTimeLinearInTheirLength() {
    // Twice the text must not take much more than twice the work: counted in what is laid out, not in time.
    let marks = "a" + String(repeating: "\u{301}", count: 500_000)
    let layout = TextLayout(attributed(marks), library, width: 100)
    // A paragraph is laid out in parts of 64 kB, each of which begins a line.
    let parts = (1_000_000 >> 16) + 1
    #expect(layout.lineCount <= parts && layout.size.isFinite)
    #expect(layout.offset(at: Point(1, 1)) == 0)
    let word = TextLayout(attributed(String(repeating: "x", count: 1_000_000)), library, width: 100)
    #expect(word.lines.last?.range.upperBound == 1_000_000)
    let open = TextLayout(attributed(String(repeating: "x", count: 1_000_000)), library)
    #expect(open.lineCount <= parts && open.lines.last?.range.upperBound == 1_000_000)
    for bomb in ["\u{202B}a", "\u{2067}\u{5D0}", "(\u{5D0}", "\u{202E}1", "\u{2068}["] {
      let text = String(repeating: bomb, count: 50_000)
      let layout = TextLayout(attributed(text), library, width: 200)
      #expect(layout.lines.last?.range.upperBound == text.utf8.count)
    }
  }
}
