import Tessera
import TesseraContainers
import TesseraTestSupport
import Testing

@Suite struct ScrollMotionTests {
  /// Speed by differences of the way, to hold against what the motion says of it.
  private func slope(_ motion: ScrollMotion, _ time: Double) -> Double {
    (motion.position(after: time + 1e-6) - motion.position(after: time - 1e-6)) / 2e-6
  }

  @Test(arguments: 0..<200) func aMotionBeginsAsTheFingerLeftItEndsInBoundsAndNeverJumps(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let bounds = 0.0...Double.random(in: 0...5000, using: &random)
    let position = Double.random(in: -150...5150, using: &random)
    let velocity = Double.random(in: -9000...9000, using: &random)
    let target = Double.random(in: bounds, using: &random)
    let motions = [
      ScrollMotion.thrown(from: position, velocity: velocity, in: bounds),
      .thrown(from: position, velocity: velocity, in: bounds, deceleration: .fast),
      .sprung(from: position, velocity: velocity, to: target), .led(from: position, velocity: velocity, to: target),
    ]
    for motion in motions {
      #expect(abs(motion.position(after: 0) - position) < 1e-9)
      if motion.duration > 0 { #expect(abs(motion.velocity(after: 0) - velocity) < 1e-6 * max(1, abs(velocity))) }
      #expect(bounds.contains(motion.destination))
      #expect(motion.duration.isFinite && motion.duration < 12)
      #expect(motion.position(after: motion.duration) == motion.destination)
      #expect(motion.velocity(after: motion.duration + 1) == 0)
      var last = position
      for step in 1...600 {
        let time = motion.duration * Double(step) / 600
        let now = motion.position(after: time)
        // Between two looks nothing moves faster than the finger or than a spring pulls over the distance there is.
        let most = (abs(velocity) + 60 * abs(position - motion.destination)) * motion.duration / 600 + 0.3
        #expect(abs(now - last) <= most, "seed \(seed): from \(last) to \(now) at \(time)")
        last = now
        if step % 50 == 0, step < 600, abs(slope(motion, time)) > 1 {
          #expect(abs(slope(motion, time) - motion.velocity(after: time)) < 0.02 * abs(velocity) + 1, "seed \(seed) at \(time)")
        }
      }
    }
  }

  @Test func theDistanceOfAThrowFollowsItsSpeed() {
    // 2000 units a second at a loss of 0.2 % each thousandth: the sum of what is travelled in each thousandth.
    var (way, speed) = (0.0, 2000.0)
    for _ in 0..<20_000 {
      way += speed / 1000
      speed *= 0.998
    }
    let motion = ScrollMotion.thrown(from: 0, velocity: 2000, in: 0...10_000)
    #expect(abs(motion.destination - way) < 2)
    #expect(abs(motion.position(after: 1) - motion.destination * (1 - 0.135)) < 1)
  }

  @Test func aThrowOvershootsTheEdgeAndReturnsOnce() {
    let motion = ScrollMotion.thrown(from: 900, velocity: 3000, in: 0...1000)
    let way = stride(from: 0, through: motion.duration, by: 0.01).map { motion.position(after: $0) }
    let top = way.max() ?? 0
    #expect(top > 1040 && top < 1200)
    let turn = way.firstIndex(of: top) ?? 0
    #expect(zip(way[..<turn], way[1...turn]).allSatisfy { $0 <= $1 })
    #expect(zip(way[turn...], way[(turn + 1)...]).allSatisfy { $0 >= $1 })
    #expect(ScrollMotion.thrown(from: 900, velocity: 3000, in: 0...1000, bounces: false).destination == 1000)
    let stopped = ScrollMotion.thrown(from: 900, velocity: 3000, in: 0...1000, bounces: false)
    #expect(stride(from: 0, through: 2, by: 0.01).allSatisfy { stopped.position(after: $0) <= 1000 })
  }

  @Test func contentBeyondItsEdgeReturns() {
    #expect(ScrollMotion.thrown(from: -80, velocity: 0, in: 0...1000).destination == 0)
    #expect(ScrollMotion.thrown(from: -80, velocity: -500, in: 0...1000).destination == 0)
    let thrown = ScrollMotion.thrown(from: -80, velocity: 2000, in: 0...1000)
    #expect(thrown.destination > 900)
    #expect(ScrollMotion.thrown(from: -80, velocity: 20_000, in: 0...1000).destination == 1000)
  }

  @Test(arguments: 0..<100) func aScrollToAPlaceDoesNotOvershoot(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let velocity = Double.random(in: 0...1500, using: &random)
    let motion = ScrollMotion.led(from: 0, velocity: velocity, to: Double.random(in: 60...800, using: &random))
    #expect(stride(from: 0, through: motion.duration, by: 0.005).allSatisfy { motion.position(after: $0) <= motion.destination + 1e-9 })
  }

  @Test func theRubberBandResistsIncreasinglyAndIsInvertible() {
    let band = RubberBand(length: 500)
    var last = 0.0
    var gain = 10.0
    for pull in stride(from: 10.0, through: 5000, by: 10) {
      let give = band.overscroll(pull)
      #expect(give > last && give - last < gain && give < 500)
      (gain, last) = (give - last, give)
      #expect(abs(band.pull(give) - pull) < 1e-6 * pull)
      #expect(band.overscroll(-pull) == -give)
    }
    #expect(abs(band.overscroll(10) - 5.5) < 0.1)
    for wanted in stride(from: -700.0, through: 1700, by: 7) {
      #expect(abs(band.wanted(band.position(wanted, in: 0...1000), in: 0...1000) - wanted) < 1e-6)
    }
    #expect(RubberBand(length: .nan).overscroll(5).isFinite)
  }

  @Test(arguments: [
    (130.0, 0.0, 100.0), (170, 0, 200), (130, 400, 200), (170, -400, 100), (200, 400, 300), (200, -400, 100), (100.0000001, -400, 0),
    (980, 900, 900), (-40, 0, 0), (20, -2000, 0),
  ]) func aFlickTurnsOnePage(position: Double, velocity: Double, target: Double) {
    #expect(ScrollSnapping.pages(100).target(from: position, velocity: velocity, in: 0...900, deceleration: .normal) == target)
  }

  @Test func contentSnapsToTheNearestPlace() {
    let points = ScrollSnapping.points([0, 120, 260, 900])
    #expect(points.target(from: 100, velocity: 0, in: 0...500, deceleration: .fast) == 120)
    #expect(points.target(from: 100, velocity: 1400, in: 0...500, deceleration: .fast) == 260)
    #expect(points.target(from: 420, velocity: 0, in: 0...500, deceleration: .fast) == 500)
    #expect(ScrollSnapping.none.target(from: 3, velocity: 0, in: 0...5, deceleration: .fast) == nil)
    #expect(ScrollSnapping.pages(.nan).target(from: 3, velocity: 0, in: 0...5, deceleration: .fast) == nil)
  }
}
