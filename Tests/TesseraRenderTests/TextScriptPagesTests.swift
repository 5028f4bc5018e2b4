import TesseraGeometry
import TesseraTestSupport
import Testing

@testable import TesseraRender

/// A picture of each script, which was looked at beside Pango's of the same text: shapes, order, places of marks.
@Suite struct TextScriptPagesTests {
  @Test(arguments: ScriptSample.all) func thePageOfAScriptLooksAsItDid(sample: ScriptSample) throws {
    try Files.require(sample.file)
    let library = try isolated(sample.file)
    let text = attributed(sample.text, Font(sample.family, size: 24)) {
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

  @Test func everyPageIsUsed() throws { #expect(try unusedGoldens() == []) }
}
