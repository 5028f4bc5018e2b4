import Foundation
import TesseraGeometry
import Testing

@testable import TesseraRender

/// Long texts that are laid out by blocks.
@Suite struct TextBlocksTests {
  /// The same text laid out as a whole, which a number of lines that it does not reach has it be.
  private func whole(_ text: AttributedText, _ library: FontLibrary, width: Double, _ style: ParagraphStyle = ParagraphStyle())
    -> TextLayout
  {
    var style = style
    style.lineLimit = 10_000_000
    return TextLayout(text, library, width: width, style: style)
  }

  private static func text(_ bytes: Int, seed: UInt64, separators: [String] = ["\n", "\r\n", "\u{2029}", "\n\n", "\u{85}", "\r"]) -> String
  {
    var random = Seeded(seed)
    var text = ""
    while text.utf8.count < bytes {
      for _ in 0..<Int.random(in: 0..<30, using: &random) {
        text += ["alpha ", "שלום ", "beta, ", "office ", "12.5 ", "e\u{301}tude ", "\t", "🙂 "].randomElement(using: &random)!
      }
      text += separators.randomElement(using: &random)!
    }
    return text
  }

  private func close(_ a: Rect, _ b: Rect, _ tolerance: Double = 1e-6) -> Bool {
    abs(a.minX - b.minX) < tolerance && abs(a.minY - b.minY) < tolerance && abs(a.width - b.width) < tolerance
      && abs(a.height - b.height) < tolerance
  }

  @Test(arguments: [UInt64(1), 2, 3]) func blocksGiveTheLinesOfTheWhole(seed: UInt64) throws {
    let library = try isolated()
    let string = Self.text(60_000, seed: seed) + (seed == 2 ? "\n" : "end")
    var text = attributed(string)
    if seed == 3 { text.update(5_000..<40_000) { $0.color = Color(rgb: 0xFF0000) } }
    let style = paragraph {
      $0.lineSpacing = 2
      $0.paragraphSpacing = 5
      $0.firstLineIndent = 12
    }
    let all = whole(text, library, width: 300, style)
    let layout = TextLayout(text, library, width: 300, style: style)
    try #require(layout.blocks != nil && all.blocks == nil)
    let (a, b) = (layout.lines, all.lines)
    #expect(a.count == b.count && layout.lineCount == b.count)
    for (one, other) in zip(a, b) {
      #expect(one.range == other.range && close(one.frame, other.frame) && abs(one.baseline - other.baseline) < 1e-6)
    }
    #expect(abs(layout.size.height - all.size.height) < 1e-6)
    #expect(abs(layout.firstBaseline - all.firstBaseline) < 1e-6 && abs(layout.lastBaseline - all.lastBaseline) < 1e-6)
    var random = Seeded(seed)
    for _ in 0..<200 {
      let offset = Int.random(in: 0...string.utf8.count, using: &random)
      #expect(close(layout.caret(at: offset), all.caret(at: offset)))
      #expect(close(layout.splitCaret(at: offset).behind, all.splitCaret(at: offset).behind))
      let p = Point(Double.random(in: -20...320, using: &random), Double.random(in: -50...all.size.height + 50, using: &random))
      #expect(layout.offset(at: p) == all.offset(at: p))
      let end = min(string.utf8.count, offset + Int.random(in: 0...3000, using: &random))
      let (mine, theirs) = (layout.selectionRects(offset..<end), all.selectionRects(offset..<end))
      #expect(mine.count == theirs.count && zip(mine, theirs).allSatisfy { close($0, $1) })
      let held = layout.line(holding: offset), expected = all.line(holding: offset)
      #expect(held?.range == expected?.range)
    }
  }

  @Test func tenMegabytesOpenAtTheCostOfTheVisiblePart() throws {
    let library = try isolated()
    let string = String(repeating: TextLongTests.sentence + "\n", count: 10_000_000 / (TextLongTests.sentence.utf8.count + 1))
    let layout = TextLayout(attributed(string), library, width: 600)
    let target = try PixelBuffer(width: 600, height: 1000, format: .coverage8)
    let canvas = try Canvas(target)
    canvas.draw(layout, at: .zero)
    canvas.draw(layout, at: Point(0, -layout.size.height / 2))
    canvas.draw(layout, at: Point(0, 1000 - layout.size.height))
    #expect(layout.bytesLaidOut < 60_000)
    #expect(layout.bytes < 5 * string.utf8.count)
    // Every paragraph is as high as any other here.
    let one = TextLayout(attributed(TextLongTests.sentence), library, width: 600).size.height
    #expect(abs(layout.size.height / (one * Double(string.utf8.count / (TextLongTests.sentence.utf8.count + 1))) - 1) < 0.01)
  }

  @Test func theVisiblePartStaysWhenMoreBlocksAreMeasured() throws {
    let library = try isolated()
    var random = Seeded(9)
    var string = ""
    // Paragraphs that take very different room for their bytes.
    while string.utf8.count < 400_000 {
      string +=
        Bool.random(using: &random)
        ? String(repeating: "a line of words\n", count: 20) : String(repeating: "many words on a line ", count: 30) + "\n"
    }
    let layout = TextLayout(attributed(string), library, width: 400)
    var y = layout.size.height / 2
    while y > 4_000 {
      let before = layout.lines(from: y, to: y + 800)
      let again = layout.lines(from: y - 300, to: y + 1100).filter { line in before.contains { $0.range == line.range } }
      let middle = before[before.count / 2]
      let same = try #require(again.first { $0.range == middle.range })
      #expect(abs(same.frame.minY - middle.frame.minY) < 1e-6)
      y -= 700
    }
    // At the top everything is known, and begins there.
    while y > -800 {
      _ = layout.lines(from: y, to: y + 800)
      y -= 700
    }
    #expect(layout.lines(from: 0, to: 10)[0].frame.minY == 0)
  }

  @Test(arguments: [UInt64(4), 5, 6]) func editsLayOutOnlyChangedBlocks(seed: UInt64) throws {
    let library = try isolated()
    var random = Seeded(seed)
    var string = Self.text(100_000, seed: seed)
    var layout = TextLayout(attributed(string), library, width: 500)
    _ = layout.lines
    for step in 0..<16 {
      // What is on the screen when a word is typed is held.
      let place = layout.caret(at: string.utf8.count / 2)
      _ = layout.lines(from: place.minY - 300, to: place.minY + 300)
      var bytes = Array(string.unicodeScalars)
      let at = min(bytes.count, max(0, bytes.count / 2 + Int.random(in: -100...100, using: &random)))
      let end = min(bytes.count, at + Int.random(in: 0...(step % 8 == 0 ? 3000 : 12), using: &random))
      let piece = ["word", "", "\n", "\r", "a\nb", "é", "\u{2029}"].randomElement(using: &random)!
      bytes.replaceSubrange(at..<end, with: piece.unicodeScalars)
      var view = String.UnicodeScalarView()
      view.append(contentsOf: bytes)
      string = String(view)
      let text = attributed(string)
      let next = TextLayout(text, paragraph: ParagraphStyle(), width: 500, height: .infinity, library: library, reusing: layout)
      let there = next.caret(at: string.utf8.count / 2)
      _ = next.lines(from: there.minY - 200, to: there.minY + 200)
      if step % 8 != 0 { #expect(next.bytesLaidOut < string.utf8.count * 2 / 100) }
      let fresh = whole(text, library, width: 500)
      #expect(next.lines.map(\.range) == fresh.lines.map(\.range))
      #expect(abs(next.size.height - fresh.size.height) < 1e-6)
      layout = next
    }
  }

  @Test func editsOfAttributesLayOutOnlyChangedBlocks() throws {
    let library = try isolated()
    var text = attributed(Self.text(100_000, seed: 8, separators: ["\n"]))
    text.update(20_000..<30_000) { $0.font.size = 20 }
    let layout = TextLayout(text, library, width: 500)
    _ = layout.lines
    text.update(60_000..<60_010) { $0.font.size = 30 }
    let next = TextLayout(text, paragraph: ParagraphStyle(), width: 500, height: .infinity, library: library, reusing: layout)
    _ = next.caret(at: 60_005)
    #expect(next.bytesLaidOut < 2_000)
    #expect(next.lines.map(\.range) == whole(text, library, width: 500).lines.map(\.range))
  }

  @Test func blocksAreDrawnAsTheWholeIs() throws {
    let library = try isolated()
    // Lines of a whole number of pixels: the places of blocks are those of lines.
    let style = paragraph {
      $0.lineHeightMinimum = 20
      $0.lineHeightMaximum = 20
    }
    let text = attributed(Self.text(50_000, seed: 11))
    let (layout, all) = (TextLayout(text, library, width: 300, style: style), whole(text, library, width: 300, style))
    _ = layout.lines
    for y in [0.0, 5_000, all.size.height - 300] {
      var pictures: [[UInt8]] = []
      for one in [layout, all] {
        let target = try PixelBuffer(width: 300, height: 300, format: .coverage8)
        do { try Canvas(target).draw(one, at: Point(0, -y)) }
        pictures.append(target.withUnsafeBytes { Array($0) })
      }
      #expect(pictures[0] == pictures[1])
    }
  }
}
