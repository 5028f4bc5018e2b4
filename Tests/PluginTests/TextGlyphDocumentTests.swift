import Foundation
import TesseraKit
import TesseraTestSupport
import Testing

/// Text in a font with SVG documents as glyphs, created by `TesseraRenderTests/Fixtures/make_glyph_documents.py`.
@Suite struct TextGlyphDocumentTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "TesseraRenderTests/Fixtures/glyph-documents.ttf").path

  /// Runs `body` with the font installed.
  private func withFont(_ body: () throws -> Void) throws {
    try TestFonts.whileTheyChange {
      try FontLibrary.shared.add(file: Self.file)
      defer { FontLibrary.shared.remove(Self.file) }
      SVGGlyphPainter.register()
      try body()
    }
  }

  /// Draws the green letter on white, with its baseline at 90 and an em of 100 pixels.
  private func drawn(_ letter: String, turned: Bool = false) throws -> PixelBuffer {
    let pixels = try PixelBuffer(width: 120, height: 120)
    pixels.clear(.white)
    let canvas = try Canvas(pixels)
    // Rotated by 90 degrees about the middle of the letter's square.
    if turned { canvas.concatenate(Transform.translation(-50, -50).then(.rotation(.pi / 2)).then(.translation(50, 50))) }
    let attributes = TextAttributes(font: Font("Glyph Documents", size: 100), color: Color(rgb: 0x008000))
    canvas.draw(TextLayout(AttributedText(letter, attributes: attributes)), at: .zero)
    return pixels
  }

  private func hex(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> String { pixels.color(x: x, y: y).hex }

  @Test func lettersAreDrawnAsTheirDocumentsSay() throws { try withFont(lookAtLetters) }

  private func lookAtLetters() throws {
    #expect(FontLibrary.glyphDocumentPainter != nil)
    let gradient = try drawn("A")
    #expect(gradient.color(x: 12, y: 50).red > 0.9 && gradient.color(x: 88, y: 50).blue > 0.9)
    for letter in ["B", "C"] {
      let colored = try drawn(letter)
      #expect(hex(colored, 50, 50) == "#008000")
    }
    let palette = try drawn("D")
    #expect(hex(palette, 30, 30) == "#1a33cc" && hex(palette, 70, 30) == "#e61a1a" && hex(palette, 30, 70) == "#0000ff")
    // Damaged documents, documents without the glyph, and truncated ones are not used: the outline is drawn, a triangle.
    for letter in ["E", "F", "G", "K"] {
      let outline = try drawn(letter)
      #expect(hex(outline, 50, 80) == "#008000" && hex(outline, 15, 15) == "#ffffff", "\(letter)")
    }
    let (withText, fitted) = (try drawn("H"), try drawn("I"))
    #expect(hex(withText, 50, 70) == "#00aa00" && hex(withText, 50, 30) == "#ffffff")
    #expect(hex(fitted, 12, 12) == "#00aa00" && hex(fitted, 88, 88) == "#00aa00")
    let nothing = try drawn("J")
    #expect((0..<120).allSatisfy { x in (0..<120).allSatisfy { hex(nothing, x, $0) == "#ffffff" } })
  }

  @Test func turnedLettersAreTheSame() throws { try withFont(lookAtTurnedLetters) }

  private func lookAtTurnedLetters() throws {
    let turned = try drawn("A", turned: true)
    #expect(turned.color(x: 50, y: 12).red > 0.9 && turned.color(x: 50, y: 88).blue > 0.9)
  }

  @Test func aTextNodeShowsThemAndIsMeasuredByItsFont() throws { try withFont(lookAtANode) }

  private func lookAtANode() throws {
    let node = TextNode("AB", font: Font("Glyph Documents", size: 40), color: Color(rgb: 0x008000))
    let h = try HeadlessStage(width: 100, height: 60) {
      let box = BoxNode()
      box.style.alignItems = .flexStart
      box.addSubnode(node)
      return box
    }
    try h.settle()
    #expect(node.frame.size == Size(80, 44))
    let shown = h.framebuffer
    #expect(shown.color(x: 5, y: 20).red > 0.8 && shown.color(x: 34, y: 20).blue > 0.8 && hex(shown, 60, 20) == "#008000")
    // Glyphs that are pictures do not have the colour of the text.
    #expect(node.textLayout().singleColor == nil)
    node.color = Color(rgb: 0xff00ff)
    try h.settle()
    #expect(hex(h.framebuffer, 60, 20) == "#ff00ff" && h.framebuffer.color(x: 34, y: 20).blue > 0.8)
  }

  @Test func textInAnSVGPictureTakesTheColorOfItsFill() throws { try withFont(lookAtAPicture) }

  private func lookAtAPicture() throws {
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="240" height="120"><text y="90" font-family="Glyph Documents" font-size="100"
        fill="#c0c">AB</text></svg>
      """
    let pixels = try PixelBuffer(width: 240, height: 120)
    try SVGDocument(parsing: Array(text.utf8)).draw(in: Canvas(pixels), size: Size(240, 120))
    #expect(pixels.color(x: 12, y: 50).red > 0.9 && pixels.color(x: 88, y: 50).blue > 0.9)
    #expect(hex(pixels, 150, 50) == "#cc00cc")
  }

  @Test func withoutAPainterOutlinesAreDrawn() throws { try withFont(lookAtOutlines) }

  private func lookAtOutlines() throws {
    let before = FontLibrary.glyphDocumentPainter
    let isColored = { (pixels: PixelBuffer) in pixels.color(x: 12, y: 50).red > 0.9 && pixels.color(x: 12, y: 50).green < 0.2 }
    #expect(isColored(try drawn("A")))
    do {
      FontLibrary.glyphDocumentPainter = nil
      defer { FontLibrary.glyphDocumentPainter = before }
      // The outline of A is empty, that of K a triangle.
      let (empty, triangle) = (try drawn("A"), try drawn("K"))
      #expect((0..<120).allSatisfy { hex(empty, $0, 50) == "#ffffff" })
      #expect(hex(triangle, 50, 80) == "#008000" && hex(triangle, 15, 15) == "#ffffff")
      let node = TextNode("AK", font: Font("Glyph Documents", size: 100), color: Color(rgb: 0x008000))
      #expect(node.textLayout().singleColor == Color(rgb: 0x008000))
    }
    #expect(isColored(try drawn("A")))
  }
}
