import Foundation
import TesseraBase
import TesseraGeometry
import Testing

@testable import TesseraRender

@Suite struct TextDrawingTests {
  let library: FontLibrary
  init() throws { library = try isolated() }

  var sample: AttributedText {
    var text = attributed("Drawing ", Font(size: 21, weight: .bold)) { $0.underline = true }
    text.append(
      "by parts, ",
      attributes: {
        var a = TextAttributes(font: Font(size: 17, slant: .italic), color: Color(rgb: 0xAA3311)); a.strikethrough = true; return a
      }())
    text.append(
      "wrapped",
      attributes: {
        var a = TextAttributes(font: Font(size: 15)); a.background = Color(rgb: 0xFFEE88); return a
      }())
    return text
  }

  /// What is kept of a font's glyphs after the first question is what its tables said, whoever asks, and how many at once.
  @Test func repeatedInkBoundsAreEqual() async throws {
    let strings = ["The quick brown fox", "fi ffl — Äß", " ", "\u{200B}", "jumps over", "0123456789"]
    func ink(_ library: FontLibrary) -> [Rect] { strings.map { TextLayout(attributed($0), library, width: 500).inkBounds } }
    let first = ink(library)
    #expect(ink(library) == first)
    let fresh = try isolated()
    let others = await withTaskGroup(of: [Rect].self) { group in
      for _ in 0..<8 { group.addTask { ink(fresh) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(others.allSatisfy { $0 == first })
  }

  @Test(arguments: [1.0, 1.5, 2]) func textDrawnByPartsIsTheSamePicture(scale: Double) throws {
    let layout = TextLayout(sample, library, width: 100)
    let whole = try picture(layout, scale: scale)
    var random = Seeded(5)
    for _ in 0..<6 {
      let x = Int.random(in: 1..<239, using: &random)
      let y = Int.random(in: 1..<119, using: &random)
      let parts = [(0, 0, x, y), (x, 0, 240 - x, y), (0, y, x, 120 - y), (x, y, 240 - x, 120 - y)]
      #expect(try picture(layout, scale: scale, clips: parts) == whole)
      #expect(try picture(layout, scale: scale, clips: parts, rotated: 0.3) == picture(layout, scale: scale, rotated: 0.3))
    }
  }

  @Test func textMovedByWholePixelsIsTheSamePictureMoved() throws {
    let layout = TextLayout(sample, library, width: 100)
    func shifted(_ dx: Int, _ dy: Int) throws -> [UInt8] {
      try picture(layout, width: 160, height: 100, at: (Double(dx) + 0.3, Double(dy) + 0.6))
    }
    let base = try shifted(2, 2)
    let moved = try shifted(11, 9)
    for y in 0..<90 {
      #expect(base[(y * 160 * 4)..<(y * 160 * 4 + 150 * 4)] == moved[((y + 7) * 160 * 4 + 36)..<((y + 7) * 160 * 4 + 36 + 150 * 4)])
    }
  }

  @Test func lettersAreOnQuartersOfAPixel() throws {
    let layout = TextLayout(attributed("quarter"), library)
    #expect(try picture(layout, at: (4.01, 4)) == picture(layout, at: (4.11, 4)))
    #expect(try picture(layout, at: (4.0, 4)) != picture(layout, at: (4.25, 4)))
    #expect(try picture(layout, at: (4, 4.01)) == picture(layout, at: (4, 4.11)))
  }

  @Test func theSameLayoutAndAFreshOneDrawTheSame() throws {
    let kept = TextLayout(sample, library, width: 100)
    let first = try picture(kept)
    #expect(try picture(kept) == first)
    #expect(try picture(TextLayout(sample, library, width: 100)) == first)
    #expect(try picture(TextLayout(sample, isolated(), width: 100)) == first)
    library.glyphCacheLimit = 0  // everything is evicted, lists that layouts keep too
    #expect(library.glyphCacheStatistics.bytes == 0)
    #expect(try picture(kept) == first)
  }

  @Test func keptLayoutsDrawWithoutRasterising() throws {
    let layout = TextLayout(attributed("abcabc"), library)
    _ = try picture(layout)
    let before = library.glyphCacheStatistics
    _ = try picture(layout)
    let after = library.glyphCacheStatistics
    #expect(after.misses == before.misses)
    #expect(after.hits == before.hits + 6)
  }

  @Test func theGlyphCacheStaysWithinItsLimit() throws {
    library.glyphCacheLimit = 60_000
    var layouts: [TextLayout] = []
    for size in 8..<90 {
      layouts.append(TextLayout(attributed("Glyphs of size \(size)", Font(size: Double(size))), library))
      _ = try picture(layouts.last!)
      #expect(library.glyphCacheStatistics.bytes <= 60_000)
    }
    #expect(library.glyphCacheStatistics.glyphs > 3)
    let fresh = try isolated()
    for (index, layout) in layouts.enumerated() where index % 9 == 0 {
      let again = TextLayout(attributed("Glyphs of size \(index + 8)", Font(size: Double(index + 8))), fresh)
      #expect(try picture(layout) == picture(again))
    }
  }

  @Test func eightThreadsLayingOutAndDrawingGiveTheSamePixels() throws {
    let texts = (0..<12).map { sampleNumber($0) }
    let expected = try texts.map { try picture(TextLayout($0, isolated(), width: 150)) }
    let shared = texts.map { TextLayout($0, library, width: 150) }
    library.glyphCacheLimit = 40_000  // evictions happen all the time
    let failures = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<20 {
        let index = (round * 5 + thread * 3) % texts.count
        let layout = round % 2 == 0 ? shared[index] : TextLayout(texts[index], library, width: 150)
        if (try? picture(layout)) != expected[index] { failures.withLock { $0 += 1 } }
      }
    }
    #expect(failures.withLock { $0 } == 0)
  }

  func sampleNumber(_ i: Int) -> AttributedText {
    var text = sample
    text.append(" number \(i) Привет", attributes: TextAttributes(font: Font(size: Double(11 + i), weight: .init(200 + i * 50))))
    return text
  }

  @Test(arguments: [12.0, 30, 100, 180]) func inkStaysWithinItsBounds(size: Double) throws {
    for string in ["fjÄgÅ|", "W\u{301}\u{302}\u{303}\u{323}", "//__"] {
      let layout = TextLayout(attributed(string, Font(size: size, weight: .bold, slant: .italic)) { $0.underline = true }, library)
      let ink = layout.inkBounds
      let pixels = try picture(layout, width: 800, height: 400, at: (100, 100))
      var outside = 0
      for y in 0..<400 {
        for x in 0..<800 where pixels[(y * 800 + x) * 4] != 255 {
          if !ink.offset(by: Point(100, 100)).contains(Point(Double(x) + 0.5, Double(y) + 0.5)) { outside += 1 }
        }
      }
      #expect(outside == 0)
      #expect(ink.width < layout.size.width + size && ink.height < size * 3)
    }
  }

  @Test func coverageTargetsGetTheAlphaOfTheText() throws {
    let layout = TextLayout(attributed("Coverage"), library)
    let mask = try PixelBuffer(width: 120, height: 40, format: .coverage8)
    let color = try PixelBuffer(width: 120, height: 40, format: .argb8888)
    for buffer in [mask, color] { try Canvas(buffer).draw(layout, at: Point(3, 3)) }
    for y in 0..<40 { for x in 0..<120 { #expect(abs(mask.color(x: x, y: y).alpha - color.color(x: x, y: y).alpha) < 0.02) } }
    #expect(layout.singleColor == .dynamic(light: .black, dark: .white))
    #expect(TextLayout(sample, library).singleColor == nil)
  }

  /// Glyphs of all breadths, over nothing, over one another, clear in part and cut at a clip.
  @Test(arguments: [7.0, 11, 16, 23, 41]) func coverageIsTheVeryAlphaOfTheText(size: Double) throws {
    for alpha in [Float(1), 0.4] {
      let layout = TextLayout(attributed("iW@mÄ.fj", Font(size: size)) { $0.color = Color.black.opacity(alpha) }, library)
      let mask = try PixelBuffer(width: 260, height: 80, format: .coverage8)
      let color = try PixelBuffer(width: 260, height: 80, format: .argb8888)
      for buffer in [mask, color] {
        let canvas = try Canvas(buffer)
        canvas.clip(pixels: PixelRect(x: 5, y: 3, width: 97, height: 60))
        for x in [3.0, 4, 9] { canvas.draw(layout, at: Point(x, 3)) }
      }
      var (differing, inked) = (0, 0)
      for y in 0..<80 {
        for x in 0..<260 {
          if mask.color(x: x, y: y).alpha != color.color(x: x, y: y).alpha { differing += 1 }
          if mask.color(x: x, y: y).alpha > 0 { inked += 1 }
        }
      }
      #expect(differing == 0 && inked > 30)
    }
  }

  @Test func thereIsInkWhereItHasBounds() {
    for string in ["", " ", " \n\t ", "\u{200B}", "x", " \n  x", "   .", "🙂", "\u{301}"] {
      for isUnderlined in [false, true] {
        let layout = TextLayout(attributed(string, Font(size: 14)) { $0.underline = isUnderlined }, library)
        #expect(layout.hasInk == !layout.inkBounds.isEmpty, "\(string.debugDescription), underlined: \(isUnderlined)")
      }
    }
  }

  @Test func largeGlyphsLookLikeSmallOnesMadeLarger() throws {
    // 130 is filled as an outline, 126 comes from the cache; their ink is about as much as their size says.
    func ink(_ size: Double) throws -> Double {
      let pixels = try picture(TextLayout(attributed("Re", Font(size: size)), library), width: 260, height: 200)
      return Double(pixels.reduce(0) { $0 + 255 - Int($1) }) / (size * size)
    }
    #expect(try abs(ink(130) / ink(126) - 1) < 0.01)
  }

  @Test func turnedTextHasTheInkOfUprightText() throws {
    let layout = TextLayout(attributed("Turn", Font(size: 30)), library)
    func ink(_ angle: Double) throws -> Int {
      try picture(layout, width: 200, height: 160, rotated: angle).reduce(0) { $0 + 255 - Int($1) }
    }
    let upright = try picture(layout, width: 200, height: 160).reduce(0) { $0 + 255 - Int($1) }
    for angle in [0.2, 0.5, 1.0] { #expect(try abs(Double(ink(angle)) / Double(upright) - 1) < 0.02) }
  }

  @Test func nothingIsDrawnAtNaN() throws {
    let layout = TextLayout(attributed("nowhere"), library)
    let white = [UInt8](repeating: 255, count: 240 * 120 * 4)
    for place in [Double.nan, .infinity, -.infinity, 1e300, -1e12] { #expect(try picture(layout, at: (place, 4)) == white) }
  }
}
