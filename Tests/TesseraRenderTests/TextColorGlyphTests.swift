import Foundation
import TesseraGeometry
import TesseraTestSupport
import Testing

@testable import TesseraRender

/// Colour glyphs that are graphs of paints: COLR version 1. Each letter of the font shows a kind of paint: `Fixtures/make_colors_v1.py`.
@Suite struct TextColorGlyphTests {
  static let file = Files.package.appending(path: "Tests/TesseraRenderTests/Fixtures/colors-v1.ttf").path
  let library: FontLibrary
  init() throws { library = try isolated(Self.file) }

  private func drawn(_ letter: String, size: Double = 100, _ change: (borrowing Canvas) -> Void = { _ in }) throws -> PixelBuffer {
    let target = try PixelBuffer(width: 120, height: 120, format: .argb8888)
    do {
      let canvas = try Canvas(target)
      canvas.fill(Rect(0, 0, 120, 120), .color(.white), blend: .copy)
      change(canvas)
      let layout = TextLayout(attributed(letter, Font("Colors", size: size)), library)
      canvas.draw(layout, at: Point(0, 0))
    }
    return target
  }

  private func isNear(_ color: Color, _ red: Double, _ green: Double, _ blue: Double, _ tolerance: Double = 0.06) -> Bool {
    abs(Double(color.red) - red) < tolerance && abs(Double(color.green) - green) < tolerance && abs(Double(color.blue) - blue) < tolerance
  }

  /// The baseline of a text of 100 is at 90.
  @Test func gradientsFollowTheFont() throws {
    let linear = try drawn("A")
    #expect(isNear(linear.color(x: 12, y: 50), 0.9, 0.12, 0.1) && isNear(linear.color(x: 50, y: 50), 0.95, 0.85, 0.1))
    #expect(isNear(linear.color(x: 88, y: 50), 0.1, 0.2, 0.8, 0.1) && isNear(linear.color(x: 8, y: 50), 1, 1, 1))
    let radial = try drawn("B")
    #expect(isNear(radial.color(x: 35, y: 35), 0.9, 0.1, 0.1) && radial.color(x: 50, y: 86).blue > radial.color(x: 50, y: 86).red)
    let sweep = try drawn("C")
    #expect(isNear(sweep.color(x: 85, y: 48), 0.9, 0.13, 0.1, 0.1) && isNear(sweep.color(x: 20, y: 50), 0.95, 0.85, 0.1, 0.1))
    #expect(isNear(sweep.color(x: 86, y: 53), 0.12, 0.21, 0.79, 0.15))
    let again = try drawn("G"), back = try drawn("H")
    // Every 20 pixels from the left edge on: red to blue, again or back and forth.
    #expect(isNear(again.color(x: 12, y: 50), 0.86, 0.1, 0.17, 0.08) && isNear(again.color(x: 32, y: 50), 0.86, 0.1, 0.17, 0.08))
    #expect(isNear(back.color(x: 30, y: 50), 0.1, 0.2, 0.8, 0.08) && isNear(back.color(x: 50, y: 50), 0.9, 0.1, 0.1, 0.08))
  }

  @Test func paintsAreMixedMovedAndCut() throws {
    let either = try drawn("D", size: 60)
    #expect(isNear(either.color(x: 30, y: 30), 1, 1, 1))  // both
    let multiplied = try drawn("E", size: 60)
    #expect(isNear(multiplied.color(x: 30, y: 30), 0.2 * 0.95, 0.7 * 0.85, 0.3 * 0.1))
    let turned = try drawn("F")
    #expect(isNear(turned.color(x: 50, y: 50), 0.9, 0.1, 0.1) && isNear(turned.color(x: 15, y: 15), 0.2, 0.7, 0.3))
    let over = try drawn("I")
    #expect(isNear(over.color(x: 50, y: 60), 0.475, 0.425, 0.05))  // half black over the middle of the gradient
    let cut = try drawn("J")
    // A triangle within a disc, below the line where its box ends.
    #expect(
      isNear(cut.color(x: 50, y: 25), 1, 1, 1) && !isNear(cut.color(x: 50, y: 60), 1, 1, 1) && isNear(cut.color(x: 13, y: 88), 1, 1, 1))
  }

  /// `Fixtures/make_colors_variable.py`: what an axis moves, at its start, its middle and its end.
  @Test func valuesOfPaintsFollowTheAxesOfTheFont() throws {
    let library = try isolated(Self.file.replacing("colors-v1", with: "colors-variable"))
    func drawn(_ letter: String, _ move: Double) throws -> PixelBuffer {
      let target = try PixelBuffer(width: 120, height: 120, format: .argb8888)
      let canvas = try Canvas(target)
      canvas.fill(Rect(0, 0, 120, 120), .color(.white), blend: .copy)
      var font = Font("Colors Variable", size: 100)
      font.variations["MOVE"] = move
      canvas.draw(TextLayout(attributed(letter, font), library), at: .zero)
      return target
    }
    func isRed(_ p: PixelBuffer, _ x: Int, _ y: Int) -> Bool { isNear(p.color(x: x, y: y), 0.9, 0.1, 0.1) }
    func isBlue(_ p: PixelBuffer, _ x: Int, _ y: Int) -> Bool { isNear(p.color(x: x, y: y), 0.1, 0.2, 0.8) }
    func isClear(_ p: PixelBuffer, _ x: Int, _ y: Int) -> Bool { isNear(p.color(x: x, y: y), 1, 1, 1) }
    // A square of 40 that goes 50 to the right, and one that goes 40 up, as a translation and in a matrix.
    for (move, left, top) in [(0.0, 0, 50), (50, 25, 30), (100, 50, 10)] {
      let across = try drawn("A", move), up = try drawn("F", move)
      #expect(isRed(across, left + 2, 70) && isRed(across, left + 37, 70) && isClear(across, left + 43, 70))
      #expect(left == 0 || isClear(across, left - 3, 70))
      #expect(isRed(up, 20, top + 2) && isRed(up, 20, top + 37) && isClear(up, 20, top + 43) && isClear(up, 20, top - 3))
    }
    // Alpha from 1 to 0, an angle from 0 to 90 degrees, a scale from 1 to a half.
    #expect(try isBlue(drawn("B", 0), 50, 50) && isNear(drawn("B", 50).color(x: 50, y: 50), 0.55, 0.6, 0.9))
    #expect(try isClear(drawn("B", 100), 50, 50))
    #expect(try isRed(drawn("C", 0), 20, 50) && isRed(drawn("C", 50), 30, 70) && isRed(drawn("C", 100), 50, 20))
    #expect(try isClear(drawn("C", 100), 20, 50))
    #expect(try isBlue(drawn("D", 0), 15, 50) && isBlue(drawn("D", 50), 25, 50) && isClear(drawn("D", 50), 15, 50))
    #expect(try isBlue(drawn("D", 100), 35, 50) && isClear(drawn("D", 100), 25, 50))
    // A stop of a gradient from the middle to its start.
    #expect(try isRed(drawn("E", 0), 12, 50) && isBlue(drawn("E", 0), 60, 50))
    #expect(try !isBlue(drawn("E", 50), 20, 50) && isBlue(drawn("E", 50), 35, 50) && isBlue(drawn("E", 100), 12, 50))
  }

  @Test func glyphLayersInTheTextColorUseIt() throws {
    func middle(_ color: Color, turned: Bool = false) throws -> Color {
      let target = try PixelBuffer(width: 120, height: 120, format: .argb8888)
      let canvas = try Canvas(target)
      canvas.fill(Rect(0, 0, 120, 120), .color(.white), blend: .copy)
      if turned { canvas.concatenate(.rotation(0.01)) }
      canvas.draw(TextLayout(attributed("I", Font("Colors", size: 100)) { $0.color = color }, library), at: .zero)
      return target.color(x: 50, y: 60)
    }
    // Half of the colour over the middle of a gradient.
    for turned in [false, true] {
      #expect(isNear(try middle(Color(rgb: 0x0000FF), turned: turned), 0.475, 0.425, 0.55))
      #expect(isNear(try middle(.white, turned: turned), 0.975, 0.925, 0.55))
      #expect(isNear(try middle(.black, turned: turned), 0.475, 0.425, 0.05))
    }
  }

  @Test func largeAndTurnedOnesShowTheSame() throws {
    let page = try PixelBuffer(width: 420, height: 300, format: .argb8888)
    do {
      let canvas = try Canvas(page)
      canvas.fill(Rect(0, 0, 420, 300), .color(.white), blend: .copy)
      canvas.draw(TextLayout(attributed("ABCDEFGHIJ", Font("Colors", size: 40)), library), at: Point(10, 5))
      canvas.draw(TextLayout(attributed("BF", Font("Colors", size: 150)), library), at: Point(10, 50))
      canvas.translate(330, 60)
      canvas.concatenate(.rotation(0.5))
      canvas.draw(TextLayout(attributed("BF", Font("Colors", size: 60)), library), at: .zero)
    }
    try expectGolden(page, "colors-v1", tolerance: .fewPixels(60, beyond: 3), because: "Gradients are computed in floating point.")
  }

  @Test func damagedGraphsEndInBoundedTime() throws {
    let good = try [UInt8](Data(contentsOf: URL(fileURLWithPath: Self.file)))
    let start = try #require(Self.table("COLR", in: good))
    var random = Seeded(21)
    for _ in 0..<150 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        bytes[Int.random(in: start.lowerBound + 14..<start.upperBound, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let library = try isolated()
      try library.add(bytes: bytes, name: "damaged")
      let layout = TextLayout(attributed("ABCDEFGHIJ", Font("Colors", size: 30)), library)
      #expect(try picture(layout).count > 0)
    }
  }

  /// Where a table lies in a font file.
  static func table(_ tag: String, in bytes: [UInt8]) -> Range<Int>? {
    func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    for i in 0..<(Int(bytes[4]) << 8 | Int(bytes[5])) where Array(bytes[12 + 16 * i..<16 + 16 * i]) == Array(tag.utf8) {
      return number(20 + 16 * i)..<number(20 + 16 * i) + number(24 + 16 * i)
    }
    return nil
  }
}
