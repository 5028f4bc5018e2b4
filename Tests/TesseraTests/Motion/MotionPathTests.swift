import Foundation
import TesseraTestSupport
import Testing

@testable import Tessera

@Suite struct MotionPathTests {
  private static let motions: [Motion] = [
    .spring(duration: 0.4, bounce: 0.4), .spring(duration: 0.6), .spring(duration: 0.3, bounce: -0.3), .linear(0.5), .easeOut(0.4),
    .easeInOut(0.7), .eased(.cubicBezier(0.3, -0.4, 0.6, 1.5), duration: 0.5), .spring(duration: 0.5).delayed(by: 0.2),
  ]

  @Test(arguments: 0..<60) func aNewTargetKeepsPositionAndVelocity(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    func vector() -> MotionVector { MotionVector((0..<3).map { _ in Double.random(in: -200...200, using: &random) }) }
    var path = ValuePath.motion(
      MotionPath(
        from: vector(), velocity: .zero(count: 3), to: vector(), by: Self.motions[seed % 7], tolerance: MotionVector([0.1])))
    for _ in 0..<12 {
      let time = Double.random(in: 0...0.5, using: &random)
      let (position, velocity) = (path.value(at: time), path.velocity(at: time))
      let motion = Self.motions.randomElement(using: &random) ?? .standard
      let next = ValuePath.motion(
        MotionPath(
          from: position, velocity: velocity, to: vector(), by: motion, tolerance: MotionVector([0.1]), before: (path, time)))
      // From rest, a curve starts with its own speed.
      let isAtRest = velocity.isZero
      for i in 0..<3 {
        #expect(abs(next.value(at: 0)[i] - position[i]) < 1e-9, "seed \(seed)")
        #expect(isAtRest || abs(next.velocity(at: 0)[i] - velocity[i]) < 1e-6 * max(1, abs(velocity[i])), "seed \(seed) \(motion)")
        // With a delay, too, position and speed are continuous.
        let begin = motion.delay
        #expect(abs(next.value(at: begin + 1e-7)[i] - next.value(at: begin - 1e-7)[i]) < 0.01)
        let slope = (next.value(at: begin + 2e-6)[i] - next.value(at: begin + 1e-6)[i]) / 1e-6
        #expect(abs(slope - next.velocity(at: begin + 1.5e-6)[i]) < 1 + 1e-2 * abs(slope), "seed \(seed) \(motion)")
      }
      path = next
    }
  }

  @Test(arguments: 0..<60) func theVelocityIsTheSlopeOfTheWayAndTheEndIsTheTarget(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let target = MotionVector([Double.random(in: -100...100, using: &random)])
    let path = MotionPath(
      from: MotionVector([10]), velocity: MotionVector([Double.random(in: -500...500, using: &random)]), to: target,
      by: Self.motions[seed % Self.motions.count], tolerance: MotionVector([0.01]))
    for step in 1..<40 {
      let t = path.timing.delay + path.timing.duration * Double(step) / 40
      let slope = (path.value(at: t + 1e-6)[0] - path.value(at: t - 1e-6)[0]) / 2e-6
      #expect(abs(slope - path.velocity(at: t)[0]) < 0.01 + 1e-3 * abs(slope))
    }
    #expect(path.value(at: path.timing.end) == target && path.velocity(at: path.timing.end).isZero)
    #expect(abs(path.value(at: path.timing.end - 1e-9)[0] - target[0]) < 0.011)
  }

  @Test func repeatsRunAgainAndReversesReturn() {
    func place(_ motion: Motion, _ time: Double) -> Double {
      MotionPath(from: MotionVector([0]), velocity: MotionVector([0]), to: MotionVector([1]), by: motion, tolerance: MotionVector([0.001]))
        .value(at: time)[0]
    }
    let again = Motion.linear(1).repeating(3)
    #expect(place(again, 0.25) == 0.25 && place(again, 1.25) == 0.25 && place(again, 2.75) == 0.75 && place(again, 3) == 1)
    let back = Motion.linear(1).repeating(2, autoreversing: true)
    #expect(place(back, 0.25) == 0.25 && place(back, 1.25) == 0.75 && place(back, 2) == 0)
    let endless = Motion.linear(1).repeating(autoreversing: true)
    #expect(place(endless, 1_000_000.25) == 0.25 && place(endless, 1_000_001.25) == 0.75)
    #expect(place(Motion.linear(1).delayed(by: 2), 1.9) == 0 && place(Motion.linear(1).delayed(by: 2), 2.5) == 0.5)
    #expect(place(.none, 0) == 1)
  }

  @Test func keyframesAreMetAtTheirTimes() {
    #expect(KeyframePath.places([nil, nil, nil]) == [0, 0.5, 1])
    #expect(KeyframePath.places([nil, 0.4, nil, nil]) == [0, 0.4, 0.7, 1])
    #expect(KeyframePath.places([0.5, 0.2, nil]) == [0.5, 0.5, 1])
    #expect(KeyframePath.places([nil]) == [1])
    let path = KeyframePath(
      [
        .init(at: 0, value: MotionVector([0]), easing: .linear), .init(at: 0.25, value: MotionVector([10]), easing: .linear),
        .init(at: 1, value: MotionVector([-10]), easing: .hold),
      ], timing: MotionTiming(delay: 1, duration: 4))
    #expect([0, 1, 1.5, 2, 3, 4.99, 5, 9].map { path.value(at: $0)[0] } == [0, 0, 5, 10, 10, 10, -10, -10])
    #expect(path.velocity(at: 1.5)[0] == 10 && path.velocity(at: 3)[0] == 0)
  }

  @Test func stepsMatchCSS() {
    let shares = [0, 0.1, 0.25, 0.5, 0.9, 1]
    #expect(shares.map(Easing.steps(4).value) == [0, 0, 0.25, 0.5, 0.75, 1])
    #expect(shares.map(Easing.steps(4, .start).value) == [0.25, 0.25, 0.5, 0.75, 1, 1])
    #expect(shares.map(Easing.steps(3, .none).value) == [0, 0, 0, 0.5, 1, 1])
    #expect(shares.map(Easing.steps(3, .both).value) == [0.25, 0.25, 0.25, 0.5, 0.75, 1])
    // cubic-bezier(0.25, 0.1, 0.25, 1) at one half, as in browsers.
    #expect(abs(Easing.ease.value(at: 0.5) - 0.8024) < 1e-4)
    for easing in [Easing.linear, .ease, .easeIn, .easeOut, .easeInOut] {
      for step in 1..<20 {
        let t = Double(step) / 20
        #expect(abs((easing.value(at: t + 1e-6) - easing.value(at: t - 1e-6)) / 2e-6 - easing.slope(at: t)) < 1e-3)
      }
    }
  }
}
