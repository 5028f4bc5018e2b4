import Foundation
import TesseraGeometry
import TesseraRender
import TesseraTestSupport
import Testing

@testable import Tessera

@Suite struct AnimatableTests {
  private func roundTrip<Value: Animatable>(_ value: Value) -> Value { value.moved(to: value.motionVector) }

  @Test func valuesSurviveARoundTripThroughNumbers() {
    #expect(roundTrip(0.25) == 0.25 && roundTrip(7) == 7 && roundTrip([1.0, 2, 3]) == [1, 2, 3])
    #expect(roundTrip(Point(1, 2)) == Point(1, 2) && roundTrip(Size(3, 4)) == Size(3, 4))
    #expect(roundTrip(Insets(top: 1, right: 2, bottom: 3, left: 4)) == Insets(top: 1, right: 2, bottom: 3, left: 4))
    #expect(roundTrip(CornerRadii(topLeft: 1, topRight: 2, bottomRight: 3, bottomLeft: 4)).bottomLeft == 4)
    #expect((0..<20).map(Double.init).motionVector.count == 20 && roundTrip((0..<20).map(Double.init)) == (0..<20).map(Double.init))
  }

  @Test func everyColorRoundTripsToTheSameByte() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      let color = Color(rgb: UInt32.random(in: 0...0xFF_FFFF, using: &random), alpha: Float(Int.random(in: 1...255, using: &random)) / 255)
      #expect(roundTrip(color).hex == color.hex)
    }
    #expect(roundTrip(Color.clear) == .clear)
  }

  @Test func theMiddleBetweenColorsLooksLikeTheMiddle() {
    let gray = Color.black.moved(to: (Color.black.motionVector + Color.white.motionVector) * 0.5)
    #expect(abs(gray.red - gray.green) < 1e-3 && abs(gray.red - gray.blue) < 1e-3)
    // Half of Oklab's lightness: 0x63, as in browsers.
    #expect(gray.hex == "#636363")
    let red = Color(rgb: 0xFF0000)
    let faded = red.moved(to: (red.motionVector + Color.clear.motionVector) * 0.5)
    #expect(faded.hex == "#ff000080", "colours that fade to nothing keep their hue")
  }

  @Test func transformsAreDecomposedAndComposed() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
      let t = Transform(
        a: number(-2...2), b: number(-2...2), c: number(-2...2), d: number(-2...2), tx: number(-99...99), ty: number(-99...99))
      let back = roundTrip(t)
      for path in [\Transform.a, \.b, \.c, \.d, \.tx, \.ty] { #expect(abs(t[keyPath: path] - back[keyPath: path]) < 1e-9) }
    }
    for flat in [Transform.scale(0, 2), .scale(3, 0), .scale(0, 0)] { #expect(roundTrip(flat) == flat) }
    let half = Transform.identity.moved(
      to: (Transform.identity.motionVector + Transform.rotation(.pi / 2).then(.translation(10, 0)).motionVector) * 0.5)
    let expected = Transform.rotation(.pi / 4).then(.translation(5, 0))
    #expect(abs(half.a - expected.a) < 1e-12 && abs(half.b - expected.b) < 1e-12 && half.tx == 5)
  }

  @Test func aRotationTakesTheShorterWay() {
    let from = TransformParts(rotation: 3.0).motionVector
    let to = Transform.rotation(-3.0).motionVector(near: from)
    #expect(abs(to[2] - (2 * .pi - 3)) < 1e-9)
  }

  @Test func paintsOfDifferentKindsHaveNoWayBetweenThem() {
    let stops = [GradientStop(0, .black), GradientStop(1, .white)]
    let linear = Paint.gradient(.linear(from: .zero, to: Point(0, 1), stops: stops))
    let radial = Paint.gradient(.radial(center: .zero, radius: 1, stops: stops))
    #expect(!linear.canMove(to: radial) && !linear.canMove(to: .color(.black)))
    #expect(Paint.color(.black).matching(linear).canMove(to: linear))
    guard case .gradient(.linear(_, let end, let moved)) = linear.moved(to: linear.motionVector) else {
      Issue.record("a linear gradient stays one")
      return
    }
    #expect(end == Point(0, 1) && moved.map(\.offset) == [0, 1] && moved[1].color.hex == "#ffffff")
  }

  @Test func motionsAreReadBackFromSceneFiles() throws {
    for motion in [
      Motion.none, .spring(duration: 0.5, bounce: 0.25), .easeOut(0.2), .eased(.steps(4, .start), duration: 1).delayed(by: 0.5),
      .linear(1).repeating(autoreversing: true), .eased(.cubicBezier(0.1, 0.2, 0.3, 0.4), duration: 2).repeating(3),
    ] {
      let back = try #require(Motion(motion.attributeValue))
      #expect(back == motion, "\(motion)")
    }
    #expect(Motion(.text("spring")) == .standard && Motion(.text("wobbly")) == nil)
    #expect(Motion(.map([("spring", .number(0.3))])) == .spring(duration: 0.3))
    #expect(Motion(.number(0.3)) == .ease(0.3))
  }
}
