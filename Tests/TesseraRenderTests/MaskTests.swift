import Glibc
import Testing
import TesseraGeometry
import TesseraRender

/// Masks, paints and strokes that SVG has beyond those of nodes.
@Suite struct MaskTests {
  private func path(_ points: Point..., closed: Bool = false) -> Path {
    var path = Path()
    path.move(to: points[0])
    for point in points.dropFirst() { path.line(to: point) }
    if closed { path.close() }
    return path
  }

  private func square(_ side: Double) -> Path { path(.zero, Point(side, 0), Point(side, side), Point(0, side), closed: true) }

  @Test(arguments: [(MaskKind.alpha, 1.0, 0.5), (.luminance, 0.7154, 0.5 * 0.7154), (.linearLuminance, 0.7154, 0.5 * 0.7154)])
  func aMaskScalesTheContentBelow(kind: MaskKind, opaque: Double, half: Double) throws {
    let buffer = try PixelBuffer(width: 4, height: 2)
    let canvas = try Canvas(buffer)
    canvas.fill(Rect(0, 0, 4, 2), .color(Color(red: 1, green: 0, blue: 0)))
    canvas.clip(Rect(0, 0, 3, 2))
    try canvas.beginGroup()
    canvas.fill(Rect(0, 0, 1, 2), .color(Color(red: 0, green: 1, blue: 0)))
    canvas.fill(Rect(1, 0, 1, 2), .color(Color(red: 0, green: 1, blue: 0, alpha: 0.5)))
    canvas.endGroup(asMask: kind)
    // Nothing is beneath the third column's mask, and the fourth is outside of the clip.
    let alpha = buffer.words.prefix(4).map { Double($0 >> 24) }
    for (got, wanted) in zip(alpha, [opaque * 255, half * 255, 0, 255]) { #expect(abs(got - wanted) <= 1.5, "\(alpha)") }
    #expect(buffer.words.allSatisfy { $0 & 0xFFFF == 0 && $0 >> 16 & 255 == $0 >> 24 })
  }

  @Test func luminanceOfLinearLightIsThatOfTheColorBeforeItsAlpha() throws {
    func left(_ mask: Color, _ kind: MaskKind) throws -> Double {
      let buffer = try PixelBuffer(width: 1, height: 1)
      let canvas = try Canvas(buffer)
      canvas.fill(Rect(0, 0, 1, 1), .color(.white))
      try canvas.beginGroup()
      canvas.fill(Rect(0, 0, 1, 1), .color(mask))
      canvas.endGroup(asMask: kind)
      return Double(buffer.words[0] >> 24) / 255
    }
    for gray in [Float(0.1), 0.5, 0.9] {
      #expect(abs(try left(Color(white: gray), .luminance) - Double(gray)) < 0.01)
      let linear = pow((Double(gray) + 0.055) / 1.055, 2.4)
      #expect(abs(try left(Color(white: gray), .linearLuminance) - linear) < 0.01)
      #expect(abs(try left(Color(white: gray, alpha: 0.5), .linearLuminance) - linear / 2) < 0.015)
    }
  }

  @Test func aliasedEdgesAreAllOrNothing() throws {
    let buffer = try PixelBuffer(width: 8, height: 2, format: .coverage8)
    let canvas = try Canvas(buffer)
    canvas.save()
    canvas.setAliased(true)
    canvas.fill(path(Point(0.4, 0), Point(3.6, 0), Point(3.6, 2), Point(0.4, 2), closed: true), .color(.white))
    canvas.restore()
    canvas.fill(path(Point(5.5, 0), Point(7, 0), Point(7, 2), Point(5.5, 2), closed: true), .color(.white))
    #expect(buffer.rows[0] == [255, 255, 255, 255, 0, 128, 255, 0])
  }

  @Test(arguments: [
    ([4.0, 2], 0.0, "####..####..####"), ([3], 0, "###...###...###."), ([4, 2], 1, "###..####..####."), ([4, 2], -1, ".####..####..###"),
    ([0, 2], 0, "................"), ([-1, 2], 0, "################"), ([0, 0], 0, "################"), ([1, 2, 3], 0, "#..###.##...#..#"),
  ]) func dashesAndGapsTakeTurns(dashes: [Double], offset: Double, wanted: String) throws {
    let buffer = try PixelBuffer(width: 16, height: 2, format: .coverage8)
    let canvas = try Canvas(buffer)
    canvas.stroke(
      path(Point(0, 1), Point(16, 1)), Shader(.linear(from: .zero, to: .zero), stops: [GradientStop(0, .white)]),
      StrokeStyle(width: 2, dashes: dashes, dashOffset: offset))
    #expect(String(buffer.rows[0].map { $0 == 255 ? "#" : $0 == 0 ? "." : "?" }) == wanted)
  }

  @Test(arguments: [([0.0, 6], 0.0, "#....##....##..."), ([6, 0], 6, "################"), ([0, 6], 3, "..##....##....##")])
  func dashesOfLengthZeroHaveCaps(dashes: [Double], offset: Double, wanted: String) throws {
    let buffer = try PixelBuffer(width: 16, height: 2, format: .coverage8)
    let canvas = try Canvas(buffer)
    let style = StrokeStyle(width: 2, cap: .square, dashes: dashes, dashOffset: offset)
    canvas.stroke(
      path(Point(0, 1), Point(16, 1)), Shader(.linear(from: .zero, to: .zero), stops: [GradientStop(0, .white)]), style)
    #expect(String(buffer.rows[0].map { $0 == 255 ? "#" : $0 == 0 ? "." : "?" }) == wanted)
  }

  @Test func aDashContinuesAroundTheCornerOfAClosedLine() throws {
    // The line begins in a dash and ends in one: both are one, with a join between.
    let buffer = try PixelBuffer(width: 12, height: 12, format: .coverage8)
    let canvas = try Canvas(buffer)
    canvas.translate(2, 2)
    canvas.stroke(
      square(8), Shader(.linear(from: .zero, to: .zero), stops: [GradientStop(0, .white)]),
      StrokeStyle(width: 2, join: .miter, dashes: [4, 4], dashOffset: 2))
    // The corner of the first point is there, as that of a line of one piece.
    #expect(buffer.rows[1][1] == 255 && buffer.rows[1][3] == 255 && buffer.rows[3][1] == 255)
    #expect(buffer.rows[1][6] == 0 && buffer.rows[6][1] == 0)
  }

  @Test func aMiterThatIsTooLongIsCutOffOrIsABevel() throws {
    func top(_ join: LineJoin) throws -> Int {
      let buffer = try PixelBuffer(width: 40, height: 60, format: .coverage8)
      let canvas = try Canvas(buffer)
      let style = StrokeStyle(width: 8, join: join, miterLimit: 2)
      canvas.stroke(
        path(Point(12, 58), Point(20, 30), Point(28, 58)), Shader(.linear(from: .zero, to: .zero), stops: [GradientStop(0, .white)]), style)
      return buffer.rows.firstIndex { $0[20] > 127 } ?? 60
    }
    // The bevel is close to the point, and the clipped miter half of the limit times the width beyond it.
    #expect(try (28...30).contains(top(.bevel)) && top(.miter) == top(.bevel))
    #expect(try top(.miterClip) == 22)
  }

  @Test(arguments: GradientSpread.allCases) func aGradientContinuesByItsSpread(spread: GradientSpread) throws {
    let stops = [GradientStop(0, .black), GradientStop(1, .white)]
    let buffer = try PixelBuffer(width: 64, height: 1)
    let canvas = try Canvas(buffer)
    canvas.fill(square(64), Shader(.linear(from: Point(16, 0), to: Point(32, 0)), stops: stops, spread: spread))
    for x in 0..<64 {
      let t = (Double(x) + 0.5 - 16) / 16
      let wanted =
        switch spread {
        case .pad: min(1, max(0, t))
        case .repeat: t - floor(t)
        case .reflect: 1 - abs((t - 2 * floor(t / 2)) - 1)
        }
      #expect(abs(Double(buffer.words[x] & 255) - wanted * 255) <= 3, "\(x)")
    }
  }

  @Test func aFocalGradientIsConcentricAndEmptyOutsideOfItsCone() throws {
    let stops = [GradientStop(0, .black), GradientStop(1, .white)]
    let buffer = try PixelBuffer(width: 40, height: 40)
    let canvas = try Canvas(buffer)
    let (center, focus, radius) = (Point(20, 20), Point(26, 20), 16.0)
    canvas.fill(square(40), Shader(.radial(center: center, radius: radius, focus: focus, focalRadius: 0), stops: stops))
    for y in stride(from: 0, to: 40, by: 3) {
      for x in stride(from: 0, to: 40, by: 3) {
        // The circle about focus + t (center - focus), of radius t r, that passes here.
        let (dx, dy) = (Double(x) + 0.5 - focus.x, Double(y) + 0.5 - focus.y)
        let (ax, ay) = (center.x - focus.x, center.y - focus.y)
        let (a, b, c) = (ax * ax + ay * ay - radius * radius, -2 * (dx * ax + dy * ay), dx * dx + dy * dy)
        let root = sqrt(b * b - 4 * a * c)
        let t = max((-b - root) / (2 * a), (-b + root) / (2 * a))
        #expect(abs(Double(buffer.words[y * 40 + x] & 255) - min(1, t) * 255) <= 4, "\(x), \(y)")
      }
    }
    // Two circles of one size side by side: what lies beside their common tangents is of none.
    let strip = try PixelBuffer(width: 40, height: 40)
    let second = try Canvas(strip)
    second.fill(
      square(40), Shader(.radial(center: Point(30, 20), radius: 5, focus: Point(10, 20), focalRadius: 5), stops: stops, spread: .pad))
    #expect(strip.words[20 * 40 + 20] >> 24 == 255 && strip.words[10 * 40 + 20] == 0 && strip.words[30 * 40 + 20] == 0)
  }

  @Test func aPictureAsAPaintRepeatsUnderItsTransform() throws {
    let tile = try PixelBuffer(width: 2, height: 2)
    for (i, word) in [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF].enumerated() { tile.set(i % 2, i / 2, UInt32(word)) }
    let buffer = try PixelBuffer(width: 12, height: 12)
    let canvas = try Canvas(buffer)
    canvas.fill(square(12), Shader(.image(tile, quality: .nearest, opacity: 1), transform: .scale(3, 3)))
    for y in 0..<12 { for x in 0..<12 { #expect(buffer.words[y * 12 + x] == tile.words[y / 3 % 2 * 2 + x / 3 % 2]) } }
    let half = try PixelBuffer(width: 4, height: 4)
    try Canvas(half).fill(square(4), Shader(.image(tile, quality: .nearest, opacity: 0.5)))
    #expect(half.words.allSatisfy { (127...128).contains($0 >> 24) })
  }
}
