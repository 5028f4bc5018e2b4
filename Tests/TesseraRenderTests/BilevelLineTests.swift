import Testing
import TesseraGeometry
import TesseraRender

/// Thin lines where pixels end as black or white.
@Suite struct BilevelLineTests {
  /// A canvas of black and white over 40 x 24 pixels of one colour.
  private func picture(
    on back: Color, format: PixelFormat = .argb8888, _ draw: (borrowing Canvas) -> Void
  ) throws -> (buffer: PixelBuffer, needsBackdrop: Bool) {
    let target = try PixelBuffer(width: 40, height: 24, format: format)
    target.clear(back)
    let canvas = try Canvas(target, textAntialiasing: .bilevel)
    draw(canvas)
    return (target, canvas.needsBackdrop)
  }

  @Test(arguments: [
    (Color(rgb: 0xe4ded2), Color.white, Color.black), (Color(white: 0, alpha: 0.12), .white, .black),
    (Color(rgb: 0x404040), .black, .white),
    (Color(white: 1, alpha: 0.1), Color(rgb: 0x182140), .white), (Color(rgb: 0x606060), Color(rgb: 0xc0c0c0), .black),
  ]) func aHairlineIsBlackOrWhite(color: Color, back: Color, expected: Color) throws {
    let drawn = try picture(on: back) { canvas in
      canvas.fill(Rect(2, 5, 30, 1), .color(color))
      // Between rows and columns of pixels.
      canvas.fill(Rect(3.5, 9.5, 1, 10), .color(color))
      var path = Path()
      path.move(to: Point(10, 12))
      path.line(to: Point(30, 12))
      canvas.stroke(path, .color(color), StrokeStyle(width: 1))
    }.buffer
    func counts(_ columns: Range<Int>, _ rows: Range<Int>) -> Int {
      rows.reduce(0) { sum, y in sum + columns.filter { drawn.color(x: $0, y: y) == expected }.count }
    }
    #expect(counts(0..<40, 5..<6) == 30 && counts(0..<40, 4..<5) == 0 && counts(0..<40, 6..<7) == 0)
    #expect(counts(2..<6, 7..<22) == 10)
    #expect(counts(10..<30, 10..<14) >= 20)
  }

  @Test func aBorderHasNoGaps() throws {
    let drawn = try picture(on: .white) {
      $0.drawBorder(Border(width: 1, color: Color(rgb: 0xd9d3c7)), of: RoundedRect(Rect(2, 2, 36, 20), radii: CornerRadii(6)))
    }.buffer
    for x in 8..<32 { #expect(drawn.color(x: x, y: 2) == .black && drawn.color(x: x, y: 21) == .black) }
    for y in 8..<16 { #expect(drawn.color(x: 2, y: y) == .black && drawn.color(x: 37, y: y) == .black) }
    // Around the corner each pixel of the border has another beside it.
    for y in 2..<8 { #expect((2..<9).contains { drawn.color(x: $0, y: y) == .black }) }
    for y in 0..<24 { for x in 0..<40 { #expect([.white, .black].contains(drawn.color(x: x, y: y))) } }
  }

  @Test func elementsWiderThanALineKeepTheirColor() throws {
    let gray = Color(rgb: 0x808080)
    let drawn = try picture(on: .white) { canvas in
      canvas.fill(Rect(2, 2, 20, 4), .color(gray))
      canvas.fill(Rect(2, 10, 20, 3), .color(gray))
    }.buffer
    #expect(drawn.color(x: 5, y: 3) == gray)
    #expect((9..<14).map { drawn.color(x: 5, y: $0) } == [.white, .black, .black, .black, .white])
    let smooth = try PixelBuffer(width: 8, height: 8)
    smooth.clear(.white)
    try Canvas(smooth).fill(Rect(0, 2, 8, 1), .color(gray))
    #expect(smooth.color(x: 3, y: 2) == gray, "only where there are no grays")
  }

  @Test func overAnUnknownBackgroundTheColorStaysAndIsReported() throws {
    let gray = Color(rgb: 0x808080)
    let blind = try picture(on: .clear) { $0.fill(Rect(0, 2, 8, 1), .color(gray)) }
    #expect(blind.needsBackdrop && blind.buffer.color(x: 3, y: 2) == gray)
    let seen = try picture(on: .white) { $0.fill(Rect(0, 2, 8, 1), .color(gray)) }
    #expect(!seen.needsBackdrop)
    let box = try picture(on: .clear) { $0.fill(Rect(0, 2, 8, 8), .color(gray)) }
    #expect(!box.needsBackdrop)
  }

  @Test func paintingInPartsEqualsPaintingTheWhole() throws {
    func draw(_ canvas: borrowing Canvas) {
      canvas.drawBorder(Border(width: 1.5, color: Color(rgb: 0x888888)), of: RoundedRect(Rect(1.5, 2.25, 30, 18), radii: CornerRadii(7)))
      canvas.fill(Rect(4, 9.4, 30, 1), .color(Color(rgb: 0x888888)))
    }
    for back in [Color.white, Color(rgb: 0x999999)] {
      let whole = try picture(on: back) { draw($0) }.buffer
      let parts = try picture(on: back) { canvas in
        for x in 0..<40 {
          canvas.save()
          canvas.clip(pixels: PixelRect(x: x, y: 0, width: 1, height: 24))
          draw(canvas)
          canvas.restore()
        }
      }.buffer
      #expect(whole.withUnsafeBytes { Array($0) } == parts.withUnsafeBytes { Array($0) })
    }
  }

  @Test func faintLettersAreAPattern() throws {
    let text = TextLayout(AttributedText("▇▇▇", attributes: TextAttributes(font: Font(size: 16), color: Color(white: 0, alpha: 0.35))))
    let drawn = try picture(on: .white) { $0.draw(text, at: Point(1, 1)) }.buffer
    var (black, neighbours) = (0, 0)
    for y in 0..<24 {
      for x in 0..<39 where drawn.color(x: x, y: y) == .black {
        black += 1
        if drawn.color(x: x + 1, y: y) == .black { neighbours += 1 }
      }
    }
    #expect(black > 20 && neighbours == 0)
  }
}
