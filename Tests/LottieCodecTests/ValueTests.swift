import TesseraGeometry
import Testing

@testable import LottieCodec

@Suite struct ValueTests {
  @Test func easingIsTheBezierCurveOfItsControlPoints() {
    let linear = Easing(x1: 0.3, y1: 0.3, x2: 0.7, y2: 0.7)
    #expect(linear(0.25) == 0.25)
    let inOut = Easing(x1: 0.42, y1: 0, x2: 0.58, y2: 1)
    #expect(abs(inOut(0.5) - 0.5) < 1e-6)
    // Value of CSS's ease-in-out at a quarter.
    #expect(abs(inOut(0.25) - 0.1291) < 1e-3)
    #expect(inOut(0) == 0 && inOut(1) == 1 && inOut(-1) == 0 && inOut(2) == 1)
    // Overshoots.
    #expect(Easing(x1: 0.3, y1: 0, x2: 0.5, y2: 2)(0.8) > 1)
    // Steep ends converge, too.
    #expect(abs(Easing(x1: 1, y1: 0, x2: 0, y2: 1)(0.5) - 0.5) < 1e-6)
  }

  @Test func keyframesHoldEaseEachNumberAndEnd() {
    let keys = [
      Keyframe(time: 0, value: Vector(0, 0, 0, 0), easing: [Easing(x1: 0, y1: 0, x2: 1, y2: 1), Easing(x1: 1, y1: 0, x2: 1, y2: 0)]),
      Keyframe(time: 10, value: Vector(10, 10, 0, 0), isHold: true), Keyframe(time: 20, value: Vector(50, 50, 0, 0)),
    ]
    let value = AnimatedValue(keyframes: keys, otherwise: .zero)
    #expect(value.value(at: -5) == keys[0].value)
    #expect(abs(value.value(at: 5).x - 5) < 1e-6)
    #expect(value.value(at: 5).y < 2)  // the second number has its own curve
    #expect(value.value(at: 10) == keys[1].value && value.value(at: 19.9) == keys[1].value)
    #expect(value.value(at: 20) == keys[2].value && value.value(at: 99) == keys[2].value)
    // An end of its own counts up to the next keyframe.
    let ended = AnimatedValue(keyframes: [Keyframe(time: 0, value: Vector.zero, end: Vector(8, 0, 0, 0)), keys[2]], otherwise: .zero)
    #expect(abs(ended.value(at: 10).x - 4) < 1e-9)
  }

  @Test func pointsMoveAlongTheirCurveAtAnEvenPace() {
    let way = SpatialPath(from: .zero, to: Point(100, 0), out: Point(0, 80), into: Point(0, 80))
    #expect(abs(way.point(at: 0.5).x - 50) < 0.01 && abs(way.point(at: 0.5).y - 60) < 0.01)
    let steps = (0...10).map { way.point(at: Double($0) / 10) }
    let lengths = zip(steps, steps.dropFirst()).map { a, b in ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot() }
    #expect(lengths.max()! - lengths.min()! < 1.5)
  }

  @Test func trimmingCutsByLength() {
    let line = BezierContour([.init(Point(0, 0)), .init(Point(100, 0)), .init(Point(100, 100))])
    let middle = ContourTrimming([line]).part(TrimRange(start: 25, end: 75, offset: 0))
    #expect(middle.map { $0.vertices.map(\.point) } == [[Point(50, 0), Point(100, 0), Point(100, 50)]])
    // The order of start and end does not matter; an offset turns around.
    #expect(TrimRange(start: 75, end: 25, offset: 0) == TrimRange(start: 25, end: 75, offset: 0))
    let wrapped = ContourTrimming([line]).part(TrimRange(start: 0, end: 50, offset: 270))
    #expect(wrapped.map { $0.vertices.map(\.point) } == [[Point(100, 50), Point(100, 100)], [Point(0, 0), Point(50, 0)]])
    #expect(TrimRange(start: 0, end: 100, offset: 90).isAll)
    #expect(ContourTrimming([line]).part(TrimRange(start: 40, end: 40, offset: 0)).isEmpty)
  }

  @Test func aTrimmedClosedContourContinuesOverItsStart() {
    let square = BezierContour.rectangle(Point(50, 50), Point(100, 100), radius: 0)
    let part = ContourTrimming([square]).part(TrimRange(start: 0, end: 50, offset: -90))
    #expect(part.map { $0.vertices.map(\.point) } == [[Point(0, 0), Point(100, 0), Point(100, 100)]])
  }

  @Test func copiesOfARepeaterTurnBeforeTheyAreScaled() {
    var transform = LottieTransform()
    transform.rotation = AnimatedVector(Vector(90, 0, 0, 0))
    transform.scale = AnimatedVector(Vector(200, 100, 100, 100))
    let place = transform.map(at: 0, times: 1).apply(Point(0, 10))
    #expect(abs(place.x + 20) < 1e-9 && abs(place.y) < 1e-9)
  }

  @Test func puckeringMovesVerticesInAndControlPointsOut() {
    let square = BezierContour.rectangle(Point(50, 50), Point(100, 100), radius: 0)
    let vertex = square.puckered(0.5).vertices[0]
    #expect(vertex.point == Point(75, 25) && vertex.into == Point(125, -25) && vertex.out == Point(125, -25))
    #expect(square.puckered(0) == square && square.puckered(.nan) == square)
  }

  @Test func gradientsTakeOpacitiesFromTheirOwnStops() throws {
    let gradient = LottieGradient(
      isRadial: false, start: AnimatedVector(.zero), end: AnimatedVector(.zero), highlight: AnimatedVector(.zero),
      highlightAngle: AnimatedVector(.zero), colorCount: 2, stops: AnimatedValue([0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0.5, 0, 1, 1]))
    let stops = gradient.colors(at: 0, opacity: 1)
    #expect(stops.map(\.offset) == [0, 0.5, 1])
    #expect(stops.map(\.color.alpha) == [1, 0, 1])
    #expect(stops[1].color.red == 0.5)
  }
}
