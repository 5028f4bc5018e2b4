import Testing

@testable import Tessera

@Suite struct PlaceholderTimingTests {
  @Test func aPlaceholderIsPaintedOnceAfterItsDelay() {
    let timing = PlaceholderTiming(since: 1, delay: 0.5, moves: false)
    #expect(!timing.needsPaint(at: 1.4, before: 1) && timing.needsPaint(at: 1.5, before: 1.4) && !timing.needsPaint(at: 1.6, before: 1.5))
    #expect(timing.deadline(at: 1.2, interval: 0.1) == 1.5 && timing.deadline(at: 1.5, interval: 0.1) == nil)
  }

  @Test func aMovingPlaceholderIsPaintedWithEveryFrame() {
    let timing = PlaceholderTiming(since: 1, delay: 0, moves: true)
    #expect(timing.needsPaint(at: 1.1, before: 1) && !timing.needsPaint(at: 1.1, before: 1.1))
    #expect(timing.deadline(at: 1.5, interval: 0.25) == 1.75)
  }

  @Test func aPlaceholderWithoutDelayIsPaintedOnlyWithItsNode() {
    let timing = PlaceholderTiming(since: 1, delay: 0, moves: false)
    #expect(!timing.needsPaint(at: 1.1, before: 1) && timing.deadline(at: 1.1, interval: 0.1) == nil)
  }
}
