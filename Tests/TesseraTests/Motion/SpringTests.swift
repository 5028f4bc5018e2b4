import Foundation
import TesseraTestSupport
import Testing

@testable import Tessera

@Suite struct SpringTests {
  /// Integrates the equation of motion by the fourth-order Runge-Kutta method, with steps whose error is below the tolerance.
  private func integrated(_ spring: Spring, from x: Double, speed v: Double, to time: Double) -> (x: Double, v: Double) {
    let (w2, c) = (spring.frequency * spring.frequency, 2 * spring.dampingRatio * spring.frequency)
    func slope(_ s: SIMD2<Double>) -> SIMD2<Double> { SIMD2(s.y, -w2 * s.x - c * s.y) }
    let steps = 20_000
    let h = time / Double(steps)
    var s = SIMD2(x, v)
    for _ in 0..<steps {
      let k1 = slope(s)
      let k2 = slope(s + k1 * (h / 2))
      let k3 = slope(s + k2 * (h / 2))
      let k4 = slope(s + k3 * h)
      s += (k1 + (k2 + k3) * 2 + k4) * (h / 6)
    }
    return (s.x, s.y)
  }

  @Test(arguments: [0.05, 0.3, 0.8, 0.999999, 1, 1.000001, 1.5, 4, 30])
  func aSpringMatchesFineIntegration(damping: Double) {
    for frequency in [2.0, 12.0] {
      let spring = Spring(frequency: frequency, dampingRatio: damping)
      for (x, v) in [(1.0, 0.0), (0.0, 5.0), (-2.0, 3.0)] {
        for time in [0.01, 0.1, 0.35, 1.2] {
          let expected = integrated(spring, from: x, speed: v, to: time)
          let (left, speed) = (spring.remainder(after: time), spring.speed(after: time))
          #expect(abs(x * left.ofDistance + v * left.ofSpeed - expected.x) < 1e-9, "\(damping) \(time)")
          #expect(abs(x * speed.ofDistance + v * speed.ofSpeed - expected.v) < 1e-8, "\(damping) \(time)")
        }
      }
    }
  }

  @Test func theClosedFormsOfTheThreeKindsMatchTheTextbook() {
    for step in 0...40 {
      let t = Double(step) * 0.05
      let under = Spring(frequency: 9, dampingRatio: 0.4).remainder(after: t)
      let wd = 9 * (1 - 0.16).squareRoot()
      #expect(abs(under.ofDistance - exp(-3.6 * t) * (cos(wd * t) + 3.6 / wd * sin(wd * t))) < 1e-9)
      let critical = Spring(frequency: 9, dampingRatio: 1).remainder(after: t)
      #expect(abs(critical.ofDistance - exp(-9 * t) * (1 + 9 * t)) < 1e-9 && abs(critical.ofSpeed - t * exp(-9 * t)) < 1e-9)
      let over = Spring(frequency: 9, dampingRatio: 2).remainder(after: t)
      let (a, b) = (-18 + 9 * 3.0.squareRoot(), -18 - 9 * 3.0.squareRoot())
      #expect(abs(over.ofDistance - (a * exp(b * t) - b * exp(a * t)) / (a - b)) < 1e-9)
      #expect(abs(over.ofSpeed - (exp(a * t) - exp(b * t)) / (a - b)) < 1e-9)
    }
  }

  @Test func aSpringByDurationAndBounceIsTheOneByPhysics() {
    let spring = Spring(duration: 0.5, bounce: 0.25)
    let same = Spring(stiffness: 2 * spring.stiffness, damping: 2 * spring.damping, mass: 2)
    #expect(abs(spring.frequency - 4 * .pi) < 1e-12 && spring.dampingRatio == 0.75)
    #expect(abs(same.frequency - spring.frequency) < 1e-9 && abs(same.dampingRatio - 0.75) < 1e-12)
    #expect(Spring(duration: 1, bounce: -0.5).dampingRatio == 2)
  }

  @Test(arguments: 0..<100) func aSpringSettlesAtItsReportedDuration(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let spring = Spring(
      frequency: .random(in: 1...40, using: &random),
      dampingRatio: [.random(in: 0.05...0.99, using: &random), 1, .random(in: 1.01...5, using: &random)][seed % 3])
    let (x, v) = (Double.random(in: -300...300, using: &random), Double.random(in: -3000...3000, using: &random))
    let end = spring.settlingTime(from: x, speed: v, tolerance: 0.25)
    for step in 0..<200 {
      let left = spring.remainder(after: end + Double(step) * 0.01)
      #expect(abs(x * left.ofDistance + v * left.ofSpeed) <= 0.25 + 1e-9)
    }
  }

  @Test func invalidInputIsClamped() {
    for spring in [
      Spring(frequency: .nan, dampingRatio: .nan), Spring(frequency: -1, dampingRatio: -1), Spring(duration: 0, bounce: 5),
      Spring(duration: .nan, bounce: .nan), Spring(duration: .infinity, bounce: -7), Spring(stiffness: 0, damping: .infinity, mass: -1),
    ] {
      let left = spring.remainder(after: 0.1)
      #expect(left.ofDistance.isFinite && left.ofSpeed.isFinite)
      #expect((0...3600).contains(spring.settlingTime(from: 1, tolerance: 0.001)))
    }
    #expect(Spring().settlingTime(from: .nan, tolerance: 0.1) == 0)
  }
}
