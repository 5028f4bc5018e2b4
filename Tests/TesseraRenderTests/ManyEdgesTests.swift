import TesseraGeometry
import Testing

@testable import TesseraRender

/// Paths of so many edges that sums of pixels take their place, and lines so long that they are stroked in pieces.
@Suite struct ManyEdgesTests {
  /// Points that jump about in a square.
  private func points(_ count: Int, side: Double) -> [Point] {
    var state: UInt64 = 7
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 33) / Double(1 << 31) * side
    }
    return (0..<count).map { _ in Point(next(), next()) }
  }

  private func path(_ points: [Point], closes: Bool = false) -> Path {
    var path = Path()
    for (index, point) in points.enumerated() { if index == 0 { path.move(to: point) } else { path.line(to: point) } }
    if closes { path.close() }
    return path
  }

  private func bytes(_ pixels: PixelBuffer, side: Int) -> [UInt8] {
    (0..<side * side).map { UInt8(pixels.color(x: $0 % side, y: $0 / side).alpha * 255 + 0.5) }
  }

  @Test(arguments: [FillRule.nonZero, .evenOdd]) func aFillOfManyEdgesIsTheSameInAnyClip(rule: FillRule) throws {
    // A small canvas adds the edges to its pixels; a large one, whose pixels are more than the edges, keeps them.
    let path = path(points(40_000, side: 60), closes: true)
    let (small, large) = (try PixelBuffer(width: 60, height: 60), try PixelBuffer(width: 2000, height: 2000))
    for (pixels, side) in [(small, 60), (large, 2000)] {
      let canvas = try Canvas(pixels)
      canvas.fill(path, .color(.black), rule: rule)
      #expect(canvas.failure == nil && canvas.edgeRows > 500_000 && canvas.edgeRows < 2_000_000, "\(side): \(canvas.edgeRows)")
    }
    #expect(bytes(small, side: 60) == bytes(large, side: 60))
  }

  @Test func aClipOfManyEdgesIsTheSameInAnyClip() throws {
    let path = path(points(40_000, side: 60), closes: true)
    let (small, large) = (try PixelBuffer(width: 60, height: 60), try PixelBuffer(width: 2000, height: 2000))
    for pixels in [small, large] {
      let canvas = try Canvas(pixels)
      canvas.clip(path, rule: .evenOdd)
      canvas.fill(Rect(0, 0, 60, 60), .color(.black))
      #expect(canvas.failure == nil)
    }
    #expect(bytes(small, side: 60) == bytes(large, side: 60))
  }

  @Test(arguments: [LineJoin.miter, .round, .bevel], [false, true]) func aLongLineIsStrokedInPiecesWithoutSeams(
    join: LineJoin, closes: Bool
  ) throws {
    // A spiral whose turns are apart: each pixel shows one turn, wherever it is cut.
    let count = 40_000
    let spiral = (0..<count).map { index in
      let share = Double(index) / Double(count)
      let (angle, radius) = (share * 12 * 2 * Double.pi, 8 + 80 * share)
      return Point(100 + radius * cosine(angle), 100 + radius * cosine(angle - .pi / 2))
    }
    let few = stride(from: 0, to: count, by: 8).map { spiral[$0] } + [spiral[count - 1]]
    let style = StrokeStyle(width: 3, cap: .round, join: join)
    let (pieces, whole) = (try PixelBuffer(width: 200, height: 200), try PixelBuffer(width: 200, height: 200))
    try Canvas(pieces).stroke(path(spiral, closes: closes), .color(.black), style)
    try Canvas(whole).stroke(path(few, closes: closes), .color(.black), style)
    let pairs = zip(bytes(pieces, side: 200), bytes(whole, side: 200))
    #expect(pairs.allSatisfy { abs(Int($0) - Int($1)) <= 12 }, "\(pairs.map { abs(Int($0) - Int($1)) }.max() ?? 0)")
  }

  @Test func aPathOfTooManyEdgesIsRefused() throws {
    let canvas = try Canvas(PixelBuffer(width: 10, height: 3000))
    var path = Path()
    path.move(to: .zero)
    for index in 0..<60_000 { path.line(to: Point(5, index % 2 == 0 ? 3000 : 0)) }
    canvas.fill(path, .color(.black))
    guard case .tooComplex? = canvas.failure else {
      Issue.record("\(String(describing: canvas.failure))")
      return
    }
  }

  private func cosine(_ angle: Double) -> Double {
    // Of the unit circle's rotation, which has it.
    Transform.rotation(angle).a
  }
}
