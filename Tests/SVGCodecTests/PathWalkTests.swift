import Foundation
import TesseraGeometry
import TesseraRender
import Testing

@testable import SVGCodec

/// Lengths along paths, and letters that stand on lines.
@Suite struct PathWalkTests {
  @Test func lengthsOfCurvesAreExact() throws {
    var parabola = Path()
    parabola.move(to: .zero)
    parabola.quad(to: Point(1, 1), control: Point(0.5, 0))
    let walk = PathWalk(parabola)
    // Of y = x² from 0 to 1.
    #expect(abs(walk.length - (2 * 5.0.squareRoot() + asinh(2)) / 4) < 1e-9)
    for share in stride(from: 0.0, through: 1, by: 0.05) {
      let (point, angle) = try #require(walk.place(walk.length * share))
      let x = point.x
      #expect(abs(point.y - x * x) < 1e-9 && abs(angle - atan(2 * x)) < 1e-7)
      #expect(abs((2 * x * (1 + 4 * x * x).squareRoot() + asinh(2 * x)) / 4 - walk.length * share) < 1e-7)
    }
  }

  @Test func cornersEndsAndClosedPathsAreFound() throws {
    var path = Path()
    path.move(to: Point(10, 10))
    path.line(to: Point(13, 14))
    path.line(to: Point(13, 10))
    path.close()
    let walk = PathWalk(path)
    #expect(abs(walk.length - 12) < 1e-9 && walk.end == Point(10, 10))
    let corner = try #require(walk.place(7))
    #expect(abs(corner.point.x - 13) < 1e-9 && abs(corner.point.y - 12) < 1e-9 && abs(corner.angle + .pi / 2) < 1e-9)
    #expect(walk.place(-0.1) == nil && walk.place(12.1) == nil && walk.place(.nan) == nil)
    #expect(PathWalk(Path()).length == 0 && PathWalk(Path()).place(0) == nil)
    // A curve that begins on its control point stands still there.
    var still = Path()
    still.move(to: .zero)
    still.cubic(to: Point(6, 0), control1: .zero, control2: Point(6, 0))
    let start = try #require(PathWalk(still).place(0))
    #expect(abs(start.angle) < 1e-9 && abs(PathWalk(still).length - 6) < 1e-9)
    // Numbers that are too large have no length.
    var endless = Path()
    endless.move(to: .zero)
    endless.line(to: Point(1e308, 1e308))
    #expect(PathWalk(endless).place(1) == nil)
  }

  /// The columns that something is drawn in.
  private func columns(_ content: String) throws -> Set<Int> {
    let pixels = try draw(svg(content))
    return Set((0..<100).filter { x in (0..<100).contains { pixels.color(x: x, y: $0).alpha > 0 } })
  }

  @Test func spacingOfVerticalLinesMovesLettersDownOnly() throws {
    func text(_ attributes: String) -> String { "<text x='50' y='5' font-size='30' writing-mode='tb' \(attributes)>中中</text>" }
    let (plain, spaced) = (try columns(text("")), try columns(text("letter-spacing='9'")))
    #expect(!plain.isEmpty && plain == spaced)
  }

  @Test func decorationsOfVerticalLettersAreHalfACellFromTheirCenter() throws {
    var font = Font(size: 30)
    font.families = []
    let metrics = try #require(FontMetrics(font))
    // Ideographic spaces have no ink.
    let over = try columns("<text x='50' y='5' font-size='30' writing-mode='tb' text-decoration='overline'>\u{3000}\u{3000}</text>")
    let place = 50 + (metrics.ascent + metrics.descent) / 2
    #expect(!over.isEmpty && over.allSatisfy { abs(Double($0) + 0.5 - place) <= metrics.underline.thickness / 2 + 1 })
  }

  @Test func theCenterOfALetterIsOnThePathWithAnySpacing() throws {
    func letter(_ attributes: String) throws -> [UInt8] {
      let circle = "<path id='p' fill='none' d='M 20 50 A 30 30 0 0 1 80 50'/>"
      return try bytes(draw(svg("\(circle)<text font-size='30' \(attributes)><textPath xlink:href='#p'>H</textPath></text>")))
    }
    let plain = try letter("")
    #expect(plain.contains { $0 > 0 })
    #expect(try letter("letter-spacing='12'") == plain)
    #expect(try letter("dx='12'") != plain)
  }
}
