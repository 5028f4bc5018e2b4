import Testing
import TesseraGeometry

@testable import TesseraRender

/// Letters for black and white.
struct TextAntialiasingTests {
  private func picture(
    _ layout: TextLayout, on back: Color, at p: Point = Point(4, 2), textAntialiasing: TextAntialiasing? = .bilevel, clips: [PixelRect] = []
  ) throws -> PixelBuffer {
    let buffer = try PixelBuffer(width: 160, height: 32)
    buffer.clear(back)
    for clip in clips.isEmpty ? [buffer.bounds] : clips {
      let canvas = try Canvas(buffer, textAntialiasing: textAntialiasing)
      canvas.clip(pixels: clip)
      canvas.draw(layout, at: p)
    }
    return buffer
  }

  private func layout(_ color: Color, size: Double = 13, string: String = "Hamburgefonstiv", _ library: FontLibrary) -> TextLayout {
    TextLayout(attributed(string, Font(size: size)) { $0.color = color }, library)
  }

  private func colors(_ buffer: PixelBuffer) -> Set<UInt32> {
    Set(
      buffer.withUnsafeBytes { bytes in
        (0..<buffer.height).flatMap { y in
          (0..<buffer.width).map { bytes.loadUnaligned(fromByteOffset: y * buffer.stride + $0 * 4, as: UInt32.self) }
        }
      })
  }

  private static let (black, white): (UInt32, UInt32) = (0xFF00_0000, 0xFFFF_FFFF)

  @Test(arguments: [8.0, 10, 12, 14, 16, 24], [0.0, 0.25, 0.5, 0.8]) func everyPixelIsBlackOrWhite(size: Double, shift: Double) throws {
    let library = try isolated()
    let text = layout(.black, size: size, library)
    #expect(try colors(picture(text, on: .white, at: Point(4 + shift, 2 + shift))) == [Self.black, Self.white])
    #expect(try colors(picture(text, on: .white, at: Point(4 + shift, 2 + shift), textAntialiasing: .grayscale)).count > 2)
  }

  @Test(arguments: [0x777777, 0xAAAAAA, 0xCC0000, 0xFFFFFF, 0x000000] as [UInt32]) func colorsAreDistinguishedFromTheirBackground(
    rgb: UInt32
  ) throws {
    let library = try isolated()
    let text = layout(Color(rgb: rgb), library)
    if rgb != 0xFFFFFF { #expect(try colors(picture(text, on: .white)) == [Self.black, Self.white]) }
    if rgb != 0 { #expect(try colors(picture(text, on: .black)) == [Self.black, Self.white]) }
    // What is as gray as the ground is not to be seen; all else has a rim of the other.
    let gray = try picture(text, on: Color(rgb: 0x777777))
    #expect(colors(gray) == (rgb == 0x777777 ? [0xFF77_7777] : [Self.black, Self.white, 0xFF77_7777]))
  }

  @Test func spansOfSeveralColorsAndFaintOnesAreBlack() throws {
    let library = try isolated()
    var text = attributed("red gray black", Font(size: 13)) { $0.color = Color(rgb: 0xCC0000) }
    text.update(4..<8) { $0.color = Color(rgb: 0x888888) }
    text.update(9..<14) { $0.color = Color(red: 0, green: 0, blue: 0, alpha: 0.45) }
    let spans = TextLayout(text, library)
    #expect(spans.singleColor == nil && spans.letterColor == Color(rgb: 0xCC0000))
    #expect(try colors(picture(spans, on: .white)) == [Self.black, Self.white])
    let plain = TextLayout(attributed("red gray black", Font(size: 13)), library)
    let (a, b) = (try picture(spans, on: .white), try picture(plain, on: .white))
    #expect(a.withUnsafeBytes { Array($0) } == b.withUnsafeBytes { Array($0) })
  }

  @Test func keptGlyphsOfALayoutHaveOneAntialiasing() throws {
    let library = try isolated()
    let text = layout(.black, library)
    func bytes(_ textAntialiasing: TextAntialiasing, _ text: TextLayout) throws -> [UInt8] {
      try picture(text, on: .white, textAntialiasing: textAntialiasing).withUnsafeBytes { Array($0) }
    }
    let (smooth, pure) = (try bytes(.grayscale, text), try bytes(.bilevel, text))
    #expect(smooth != pure)
    #expect(try bytes(.grayscale, text) == smooth && bytes(.bilevel, text) == pure)
    // Another layout takes its glyphs from what both have left behind.
    let other = layout(.black, library)
    #expect(try bytes(.bilevel, other) == pure && bytes(.grayscale, other) == smooth)
  }

  @Test func paintingInPartsEqualsPaintingTheWhole() throws {
    let library = try isolated()
    let text = layout(Color(rgb: 0x222222), library)
    let parts = [0, 7, 23, 24, 61].map { PixelRect(x: $0, y: 0, width: 160, height: 32) }
    let cut = zip(parts, parts.dropFirst() + [PixelRect(x: 160, y: 0, width: 0, height: 32)]).map {
      PixelRect(x: $0.x, y: 0, width: $1.x - $0.x, height: 32)
    }
    for back in [Color.white, Color(rgb: 0x999999)] {
      let (whole, pieces) = (try picture(text, on: back), try picture(text, on: back, clips: cut))
      #expect(whole.withUnsafeBytes { Array($0) } == pieces.withUnsafeBytes { Array($0) })
    }
  }

  @Test func aCanvasOverOneBitPerPixelIsBlackAndWhiteByDefault() throws {
    let library = try isolated()
    let text = layout(Color(rgb: 0x888888), library)
    func mono(_ textAntialiasing: TextAntialiasing?) throws -> [UInt8] {
      let target = try PixelBuffer(width: 160, height: 32, format: .mono1)
      target.clear(.white)
      do {
        let canvas = try Canvas(target, textAntialiasing: textAntialiasing)
        canvas.draw(text, at: Point(4, 2))
      }
      return try target.converted(to: .argb8888).withUnsafeBytes { Array($0) }
    }
    #expect(try mono(nil) == mono(.bilevel))
    #expect(try mono(nil) == picture(text, on: .white).withUnsafeBytes { Array($0) })
    #expect(try mono(.grayscale) != mono(nil))
    #expect(try Canvas(PixelBuffer(width: 4, height: 4, format: .gray4)).textAntialiasing == .grayscale)
  }

  @Test func stemsThinnerThanAPixelHaveNoGaps() throws {
    let library = try isolated()
    let picture = try picture(layout(.black, size: 9, string: "l", library), on: .white)
    let rows = (0..<picture.height).map { y in (0..<picture.width).filter { picture.color(x: $0, y: y) == .black }.count }
    let inked = rows.indices.filter { rows[$0] > 0 }
    #expect(inked.count >= 6 && inked.last! - inked.first! + 1 == inked.count)
  }
}
