import TesseraRender
import Testing

@testable import SVGCodec

/// Glyphs of fonts that are SVG documents.
@Suite struct GlyphPainterTests {
  private let square = "<path d='M100-800h800v800h-800z'"

  /// A glyph of a document, at 100 pixels an em of 1,000 units.
  private func paint(
    _ document: [UInt8], glyph: Int = 7, identity: UInt64 = 1, pixels: Double = 100, palette: [Color] = [],
    by painter: SVGGlyphPainter = SVGGlyphPainter()
  ) -> GlyphPicture? {
    document.withUnsafeBytes {
      painter.picture(
        of: GlyphDocument(
          bytes: $0, identity: identity, glyph: glyph, unitsPerEm: 1000, pixelsPerEm: pixels, color: Color(rgb: 0x0000ff), palette: palette)
      )
    }
  }

  private func glyphs(_ content: String, _ attributes: String = "") -> [UInt8] { svg(content, attributes) }

  /// The colour at a place from the pen, pixels.
  private func color(_ picture: GlyphPicture?, _ x: Int, _ y: Int) -> String? {
    guard let picture, let pixels = picture.pixels else { return nil }
    let (x, y) = (x - picture.left, y - picture.top)
    guard x >= 0, y >= 0, x < pixels.width, y < pixels.height else { return nil }
    return pixels.color(x: x, y: y).hex
  }

  @Test func aGlyphIsOnTheBaselineInFontUnits() {
    let document = glyphs("<g id='glyph7'>\(square) fill='#f00'/></g><g id='glyph8'>\(square) fill='#0f0'/></g>")
    for pixels in [20.0, 100, 400] {
      let picture = paint(document, pixels: pixels)
      let unit = Int(pixels / 10)
      #expect(color(picture, unit, -8 * unit) == "#ff0000")
      #expect(color(picture, 9 * unit - 1, -1) == "#ff0000")
      for (x, y) in [(unit - 1, -unit), (9 * unit, -unit), (unit, -8 * unit - 1), (unit, 0)] {
        #expect([nil, "#00000000"].contains(color(picture, x, y)))
      }
    }
    #expect(color(paint(document, glyph: 8), 50, -50) == "#00ff00")
  }

  @Test func theTextColorAndThePaletteAreApplied() {
    for paint in ["currentColor", "context-fill", "var(--color2, currentColor)", "var(--color2,var(--color3,context-fill))"] {
      #expect(color(self.paint(glyphs("<g id='glyph7'>\(square) fill='\(paint)'/></g>")), 50, -50) == "#0000ff", "\(paint)")
    }
    let palette = [Color(rgb: 0xff8000), Color(rgb: 0x00ff00, alpha: 0.5)]
    let expected = [
      "var(--color0)": "#ff8000", "var(--color0, red)": "#ff8000", "var( --color1 , red )": "#00ff0080", "var(--color2, red)": "#ff0000",
      "var(--other, red)": "#ff0000", "var(--color2, rgb(255, 0, 0))": "#ff0000", "var(--color2, var(--color0))": "#ff8000",
      // Without a value that can be had the fill is black, as where there is none.
      "var(--color2)": "#000000", "var(--color0": "#000000", "var(": "#000000", "var()": "#000000",
    ]
    for (value, hex) in expected {
      #expect(color(paint(glyphs("<g id='glyph7'>\(square) fill='\(value)'/></g>"), palette: palette), 50, -50) == hex, "\(value)")
      let sheet = "<style>.a { fill: \(value) }</style><g id='glyph7'>\(square) class='a'/></g>"
      #expect(color(paint(glyphs(sheet), palette: palette), 50, -50) == hex, "\(value) in a style sheet")
    }
  }

  @Test func aBoxOfTheDocumentIsTheEm() {
    let document = svg("<path d='M10-80h80v80h-80z'/>", "id='glyph7' viewBox='0 0 100 100'")
    #expect(color(paint(document), 11, -79) == "#000000")
    #expect(color(paint(document), 89, -1) == "#000000")
    // It may say how large it is.
    let half = svg("<path d='M10-80h80v80h-80z'/>", "id='glyph7' viewBox='0 0 100 100' width='500' height='500'")
    #expect(color(paint(half), 6, -39) == "#000000")
    #expect([nil, "#00000000"].contains(color(paint(half), 50, -50)))
  }

  @Test func textAndFilesAreLeftOut() throws {
    let document = glyphs(
      "<g id='glyph7'><text y='-100' font-size='900'>H</text><image y='-900' width='900' height='900' href='a.png'/>\(square)/></g>")
    let picture = try #require(paint(document))
    #expect(color(picture, 50, -50) == "#000000")
    // No wider than the square and a pixel around it.
    #expect(picture.left == 9 && picture.pixels?.width == 82)
    let alone = paint(glyphs("<g id='glyph7'><text y='-100' font-size='900'>H</text></g>"))
    #expect(alone != nil && alone?.pixels == nil)
  }

  @Test func unreadableGlyphsHaveNoPicture() {
    #expect(paint(glyphs("<g id='glyph8'>\(square)/></g>")) == nil)
    #expect(paint(Array("<svg xmlns='http://www.w3.org/2000/svg'><g id='glyph7'><path".utf8)) == nil)
    #expect(paint(Array("<html/>".utf8)) == nil && paint([]) == nil && paint([0x1F, 0x8B, 8, 0, 0]) == nil)
    let document = glyphs("<g id='glyph7'>\(square)/></g>")
    #expect(paint(document, pixels: 0) == nil && paint(document, pixels: .nan) == nil && paint(document, pixels: .infinity) == nil)
    // Larger than any glyph is, or endless: cut off.
    let huge = paint(glyphs("<g id='glyph7'><path d='M-1e9-1e9h2e9v2e9h-2e9z'/></g>"))
    #expect(huge?.pixels?.width == 300 && huge?.pixels?.height == 300)
  }

  @Test func documentsAreKept() {
    let painter = SVGGlyphPainter()
    let red = glyphs("<g id='glyph7'>\(square) fill='#f00'/></g>")
    let green = glyphs("<g id='glyph7'>\(square) fill='#0f0'/></g>")
    #expect(color(paint(red, identity: 1, by: painter), 50, -50) == "#ff0000")
    // What is known by its identity is not read again.
    #expect(color(paint(green, identity: 1, by: painter), 50, -50) == "#ff0000")
    for identity in 2...17 { #expect(color(paint(green, identity: UInt64(identity), by: painter), 50, -50) == "#00ff00") }
    // The one that was longest not used went.
    #expect(color(paint(green, identity: 1, by: painter), 50, -50) == "#00ff00")
  }
}
