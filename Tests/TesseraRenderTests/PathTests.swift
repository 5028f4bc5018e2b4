import Testing
import TesseraGeometry
import TesseraRender

@Suite struct PathTests {
  @Test(arguments: [
    ("M10 10 H50 V40 H10 Z", 1200.0),
    ("m10,10 40,0 0,30 -40,0z", 1200),
    ("M10 10L50 10 50 40 10 40", 1200),
    ("M10.5.5h10v10h-10z", 100),
    ("M+1e1-0.5e+0 h 10 v 10 h -10 z m 20 0 h 10 v 10 h -10", 190),
    ("M10 30 A20 20 0 0 1 50 30 A20 20 0 0 1 10 30", Double.pi * 400),
    ("M10 30a20 20 0 1140 0a20 20 0 11-40 0", Double.pi * 400),
    ("M10 30 a1 1 0 0 1 40 0 a1 1 0 0 1 -40 0 z", Double.pi * 400),
    ("M10 10 C10 10 50 10 50 10 S50 40 50 40 L10 40", 1200),
    ("M10 10 Q30 10 50 10 T 50 10 L 50 40 L 10 40 Z", 1200),
  ])
  func pathDataCoversItsArea(data: String, area: Double) throws {
    let path = try #require(Path(svg: data))
    let buffer = try PixelBuffer(width: 80, height: 60, format: .coverage8)
    try Canvas(buffer).fill(path, .color(.white))
    let covered = Double(buffer.rows.joined().reduce(0) { $0 + Int($1) }) / 255
    #expect(abs(covered - area) < area * 0.005 + 2)
  }

  @Test(arguments: [
    "L1 1", "M", "M1", "M1 1 L", "M1 1 L2", "M1 1 X2 2", "M1 1 A1 1 0 2 0 3 3", "1 1", "M1 1 Z 5", "Mnan 1", "M1e999 1", "M1 1 # 2",
    "M1,,1",
  ])
  func wrongPathDataIsNoPath(data: String) { #expect(Path(svg: data) == nil) }

  @Test func emptyDataIsAnEmptyPath() {
    #expect(Path(svg: "") == Path())
    #expect(Path(svg: "  \n")?.isEmpty == true)
    #expect(Path().bounds == .zero)
  }

  @Test func boundsHoldAllPointsAndTransformsMoveThem() {
    var path = Path()
    path.move(to: Point(1, 2))
    path.quad(to: Point(5, 2), control: Point(3, -4))
    #expect(path.bounds == Rect(1, -4, 4, 6))
    #expect(path.transformed(.translation(10, 20)).bounds == Rect(11, 16, 4, 6))
    path.close()
    #expect(path.currentPoint == Point(1, 2))
  }

  @Test func arcsFollowTheirDirection() throws {
    func center(_ clockwise: Bool) throws -> Point {
      var path = Path()
      path.arc(center: Point(50, 50), radius: 30, from: 0, to: Double.pi / 2, clockwise: clockwise)
      let b = path.bounds
      return b.center
    }
    #expect(try center(true).x > 50 && center(true).y > 50)
    #expect(try abs(center(false).x - 50) < 1)
    var whole = Path()
    whole.arc(center: .zero, radius: 1, from: 0, to: 1e300)
    #expect(abs(whole.bounds.width - 2) < 1e-9)
  }
}
