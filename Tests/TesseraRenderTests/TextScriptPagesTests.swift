import TesseraGeometry
import TesseraTestSupport
import Testing

@testable import TesseraRender

/// A picture of each script, which was looked at beside Pango's of the same text: shapes, order, places of marks.
@Suite struct TextScriptPagesTests {
  @Test(arguments: ScriptSample.all) func thePageOfAScriptMatchesItsGoldenPicture(sample: ScriptSample) throws {
    try Files.require(sample.file)
    let library = try isolated(sample.file)
    // What is looked at is shaping, and a hinter differs from one version of FreeType to the next.
    var font = Font(sample.family, size: 24)
    font.hinting = .none
    let text = attributed(sample.text, font) {
      $0.language = sample.language.isEmpty ? nil : sample.language
    }
    let layout = TextLayout(text, library, width: 380)
    let page = try PixelBuffer(width: 400, height: Int(layout.size.height.rounded(.up)) + 4, format: .argb8888)
    do {
      let canvas = try Canvas(page)
      canvas.fill(Rect(0, 0, 400, 1000), .color(.white), blend: .copy)
      canvas.draw(layout, at: Point(10, 2))
    }
    try expectGolden(
      page, sample.script, tolerance: .fewPixels(60, beyond: 16),
      because: "Another release of a font may move points of its outlines by a unit.")
  }

  @Test(arguments: ScriptSample.all) func hintedLettersAreWithinTheirInkBounds(sample: ScriptSample) throws {
    try Files.require(sample.file)
    let library = try isolated(sample.file)
    for size in [8.0, 10, 11, 12, 13, 15, 18, 24] {
      var font = Font(sample.family, size: size)
      let layout = TextLayout(attributed(sample.text, font), library, width: 380)
      let bounds = layout.inkBounds.offset(by: Point(10, 20)).covering(scale: 1)
      let page = try PixelBuffer(width: 400, height: Int(layout.size.height.rounded(.up)) + 40, format: .argb8888)
      do {
        let canvas = try Canvas(page)
        canvas.fill(Rect(0, 0, 400, 1000), .color(.white), blend: .copy)
        canvas.draw(layout, at: Point(10, 20))
      }
      let outside = (0..<page.height).contains { y in
        (0..<page.width).contains { x in !bounds.contains(PixelRect(x: x, y: y, width: 1, height: 1)) && page.color(x: x, y: y) != .white }
      }
      #expect(!outside, "at \(size)")
      font.hinting = .none
      let plain = TextLayout(attributed(sample.text, font), library, width: 380)
      #expect(layout.size == plain.size && layout.lines == plain.lines, "at \(size)")
    }
  }

  @Test func everyPageIsUsed() throws { #expect(try unusedGoldens() == []) }
}
