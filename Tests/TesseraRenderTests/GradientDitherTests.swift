import Foundation
import Testing
import TesseraGeometry
import TesseraRender

/// Gradients so wide that their levels would be seen as bands.
@Suite struct GradientDitherTests {
  private static let stops = [GradientStop(0, Color(rgb: 0x203040)), GradientStop(1, Color(rgb: 0x303848))]

  private func picture(
    width: Int = 400, height: Int = 16, origin: Point = .zero, clips: [PixelRect]? = nil, _ gradient: Gradient
  ) throws -> PixelBuffer {
    let target = try PixelBuffer(width: width, height: height)
    let canvas = try Canvas(target, origin: origin)
    for clip in clips ?? [PixelRect(x: 0, y: 0, width: width, height: height)] {
      canvas.save()
      canvas.clip(pixels: clip)
      canvas.fill(Rect(origin.x, origin.y, Double(width), Double(height)), .gradient(gradient))
      canvas.restore()
    }
    return target
  }

  private func levels(_ buffer: PixelBuffer, x: Int) -> [Int] { (0..<buffer.height).map { Int(buffer.color(x: x, y: $0).red * 255 + 0.5) } }

  private static let all: [Gradient] = [
    .linear(from: .zero, to: Point(400, 0), stops: stops), .linear(from: .zero, to: Point(0, 400), stops: stops),
    .linear(from: Point(-30, 10), to: Point(380, 200), stops: stops), .radial(center: Point(20, -10), radius: 500, stops: stops),
    .conic(center: Point(190, 300), angle: 0.4, stops: stops),
  ]

  @Test func colorsFollowOneAnotherAtEqualDistances() {
    let (red, blue) = (Color(rgb: 0xFF0000), Color(rgb: 0x0000FF))
    #expect(
      Paint.linearGradient([red, .clear, blue], from: Point(0, 0.5))
        == .gradient(
          .linear(from: Point(0, 0.5), to: Point(0, 1), stops: [GradientStop(0, red), GradientStop(0.5, .clear), GradientStop(1, blue)])))
    #expect(Paint.linearGradient([red], to: Point(1, 0)) == .gradient(.linear(from: .zero, to: Point(1, 0), stops: [GradientStop(0, red)])))
    #expect(Paint.linearGradient([]) == .gradient(.linear(from: .zero, to: Point(0, 1), stops: [])))
  }

  @Test func neighboringLevelsMixByTheirShares() throws {
    // 16 levels of red over 400 pixels: 25 pixels a level.
    let drawn = try picture(Self.all[0])
    for x in stride(from: 8, to: 384, by: 8) {
      let mean = Double((x..<x + 8).reduce(0) { $0 + levels(drawn, x: $1).reduce(0, +) }) / Double(8 * drawn.height)
      let wanted = 0x20 + 16 * (Double(x) + 4) / 400
      #expect(abs(mean - wanted) < 0.06, "at \(x)")
    }
    #expect(Set(levels(drawn, x: 12)).count == 2, "two levels in one column")
  }

  @Test func noPixelIsMoreThanALevelOff() throws {
    let drawn = try picture(Self.all[0])
    for x in 0..<400 {
      for level in levels(drawn, x: x) { #expect(abs(Double(level) - (0x20 + 16 * (Double(x) + 0.5) / 400)) < 1.05) }
    }
  }

  @Test(arguments: all) func partsAndOtherOriginsEqualTheWhole(gradient: Gradient) throws {
    let whole = try picture(gradient)
    let cuts = [0, 3, 11, 128, 129, 400]
    let parts = zip(cuts, cuts.dropFirst()).flatMap { from, to in
      [PixelRect(x: from, y: 0, width: to - from, height: 5), PixelRect(x: from, y: 5, width: to - from, height: 11)]
    }
    let pieces = try picture(clips: parts, gradient)
    #expect(whole.withUnsafeBytes { Array($0) } == pieces.withUnsafeBytes { Array($0) })
    // A buffer that begins elsewhere, as a node's own does, and what scrolling moves.
    let moved = try picture(width: 300, height: 9, origin: Point(37, 6), gradient)
    for y in 0..<9 { for x in 0..<300 { #expect(moved.color(x: x, y: y) == whole.color(x: x + 37, y: y + 6)) } }
  }

  @Test func aSweepMixesNeighboringLevels() throws {
    // 16 levels of red over a turn, 300 to 350 pixels from the centre: about 125 pixels a level.
    let drawn = try picture(height: 48, .conic(center: Point(200, 348), angle: 0, stops: Self.stops))
    for x in stride(from: 208, to: 392, by: 8) {
      for y in stride(from: 0, to: 48, by: 8) {
        var (sum, wanted) = (0.0, 0.0)
        for (u, v) in (0..<64).map({ (x + $0 % 8, y + $0 / 8) }) {
          let level = Double(drawn.color(x: u, y: v).red) * 255
          let share = atan2(Double(u) + 0.5 - 200, 348 - Double(v) - 0.5) / (2 * .pi)
          #expect(abs(level - (0x20 + 16 * share)) < 1.05)
          (sum, wanted) = (sum + level, wanted + 0x20 + 16 * share)
        }
        #expect(abs(sum - wanted) / 64 < 0.08, "around \(x), \(y)")
      }
    }
    // A band without dither would be a level alone in all of its rows.
    let mixed = (200..<400).filter { Set(levels(drawn, x: $0)).count >= 2 }
    #expect(mixed.count > 100)
  }

  @Test func steepGradientsAreUnchanged() throws {
    let steep = [GradientStop(0, .black), GradientStop(1, .white)]
    let drawn = try picture(.linear(from: .zero, to: Point(400, 0), stops: steep))
    for x in 0..<400 { #expect(Set(levels(drawn, x: x)).count == 1) }
  }

  @Test func translucentColorsStayWithinTheirAlpha() throws {
    let faint = [GradientStop(0, Color(white: 1, alpha: 0.02)), GradientStop(1, Color(white: 1, alpha: 0.05))]
    let target = try PixelBuffer(width: 400, height: 8)
    try Canvas(target).fill(Rect(0, 0, 400, 8), .gradient(.linear(from: .zero, to: Point(400, 0), stops: faint)))
    target.withUnsafeBytes { bytes in
      for i in stride(from: 0, to: 400 * 8 * 4, by: 4) {
        #expect(bytes[i] <= bytes[i + 3] && bytes[i + 1] <= bytes[i + 3] && bytes[i + 2] <= bytes[i + 3])
      }
    }
  }
}
