import Testing

@testable import VideoPlugin

/// The time of a video as a function of the stage's time.
@Suite struct VideoClockTests {
  @Test func timeRunsFromWhereItWasHeld() {
    var clock = VideoClock()
    #expect(clock.time(at: 5) == 0 && !clock.isRunning && clock.delay(until: 1, at: 5) == nil)
    clock.run(at: 5)
    #expect(clock.time(at: 6.5) == 1.5 && clock.delay(until: 2, at: 6.5) == 0.5)
    clock.run(at: 6)
    #expect(clock.time(at: 6.5) == 1.5, "a clock that runs is not started again")
    clock.hold(at: 7)
    #expect(clock.time(at: 100) == 2)
    clock.run(at: 100)
    #expect(clock.time(at: 99) == 2, "a stage time before the start does not turn it back")
  }

  @Test func anotherRateContinuesWithoutAJump() {
    var clock = VideoClock()
    clock.run(at: 0)
    clock.setRate(2, at: 1)
    #expect(clock.time(at: 1) == 1 && clock.time(at: 2) == 3 && clock.delay(until: 5, at: 2) == 1)
    clock.setRate(0.5, at: 2)
    #expect(clock.time(at: 4) == 4)
    clock.hold(time: 9)
    #expect(clock.time(at: 50) == 9)
  }
}
