import Foundation
import SVGCodec
import TesseraGeometry
import TesseraRender
import Testing

@testable import SVGCases

/// Lines from right to left, compared by their ink.
@Suite struct TextDirectionTests {
  /// The first and the last column with ink of a line at 50, 50.
  private func ink(_ attributes: String, _ text: String = "ab cd", around: String = "") throws -> (left: Int, right: Int, bytes: [UInt8]) {
    let document = try SVGDocument(
      parsing: svg(
        "<g \(around)><text x='50' y='50' font-size='10' font-family='Noto Sans' font-kerning='none' \(attributes)>\(text)</text></g>"),
      options: SVGCase.options(fonts: keptFonts.get(), directory: ""))
    let pixels = try PixelBuffer(width: 100, height: 100)
    try document.draw(in: Canvas(pixels), size: Size(100, 100))
    let columns = (0..<100).filter { x in (0..<100).contains { pixels.color(x: x, y: $0).alpha > 0.2 } }
    return (columns.first ?? 100, columns.last ?? 0, bytes(pixels))
  }

  @Test func theAnchorFollowsTheDirection() throws {
    let (start, end) = (try ink(""), try ink("text-anchor='end'"))
    #expect(start.left >= 49 && end.right <= 51)
    for (attributes, around) in [
      ("direction='rtl'", ""), ("style='direction:rtl'", ""), ("", "direction='rtl'"), ("", "style='direction: RTL'"),
    ] {
      #expect(try ink(attributes, around: around).bytes == end.bytes, "\(attributes) \(around)")
      #expect(try ink(attributes + " text-anchor='end'", around: around).bytes == start.bytes)
      #expect(try ink(attributes + " text-anchor='middle'", around: around).bytes == ink("text-anchor='middle'").bytes)
    }
    #expect(try ink("direction='ltr'", around: "direction='rtl'").bytes == start.bytes)
  }

  @Test func aLineIsOrderedByItsDirection() throws {
    // Punctuation behind the last letter is on the left of a line from right to left.
    let plain = try ink("direction='rtl'", "abc")
    let mark = try ink("direction='rtl'", "abc!")
    #expect(mark.left < plain.left && mark.right == plain.right)
    #expect(try ink("direction='rtl' unicode-bidi='plaintext' text-anchor='end'", "abc!").bytes == ink("", "abc!").bytes)
  }

  @Test func partsAreDirectedByUnicodeBidi() throws {
    #expect(try ink("", "x<tspan direction='rtl' unicode-bidi='bidi-override'>abc</tspan>").bytes == ink("", "xcba").bytes)
    #expect(try ink("direction='rtl' unicode-bidi='bidi-override' text-anchor='end'", "abc").bytes == ink("", "cba").bytes)
    #expect(try ink("", "x<tspan direction='rtl' unicode-bidi='embed'>abc!</tspan>").bytes == ink("", "x!abc").bytes)
    #expect(try ink("", "x<tspan direction='rtl' unicode-bidi='isolate'>abc!</tspan>").bytes == ink("", "x!abc").bytes)
    #expect(try ink("", "x<tspan direction='rtl' unicode-bidi='isolate-override'>abc</tspan>y").bytes == ink("", "xcbay").bytes)
  }
}
