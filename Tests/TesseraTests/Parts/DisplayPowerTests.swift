import TesseraGeometry
import Testing

@testable import Tessera

/// Decisions about the sleep of the display, without a stage.
struct DisplayPowerTests {
  private func power(delay: Double? = 10) -> DisplayPower {
    var power = DisplayPower()
    power.pass(delay: delay, request: nil, at: 0)
    return power
  }

  private func touch(_ phase: Touch.Phase, id: Int = 0) -> Event { .touch(Touch(id: id, phase: phase, location: .zero)) }
  private func key(_ key: KeyPress.Key, isDown: Bool = true, isRepeat: Bool = false) -> Event {
    .key(KeyPress(key, isDown: isDown, isRepeat: isRepeat))
  }

  @Test func itSleepsAfterTheDelayWithoutInput() {
    var power = power()
    #expect(power.deadline == 10)
    power.pass(delay: 10, request: nil, at: 9.9)
    #expect(!power.isAsleep)
    let isAdmitted = power.admits(key(.enter), at: 9.9)
    #expect(isAdmitted && power.deadline == 19.9)
    power.pass(delay: 10, request: nil, at: 19.9)
    #expect(power.isAsleep && power.deadline == nil)
  }

  @Test func withoutADelayItSleepsByRequestAlone() {
    var power = power(delay: nil)
    power.pass(delay: nil, request: nil, at: 1e6)
    #expect(!power.isAsleep && power.deadline == nil)
    power.pass(delay: nil, request: .sleep, at: 1e6)
    #expect(power.isAsleep)
    power.pass(delay: nil, request: .wake, at: 1e6 + 1)
    #expect(!power.isAsleep)
  }

  @Test func aNewDelayBeginsANewTime() {
    var power = power(delay: nil)
    power.pass(delay: 5, request: nil, at: 100)
    #expect(power.deadline == 105)
    power.pass(delay: 8, request: nil, at: 104)
    #expect(power.deadline == 112)
  }

  @Test func aFingerOnTheScreenKeepsItAwake() {
    var power = power()
    _ = power.admits(touch(.began), at: 5)
    power.pass(delay: 10, request: nil, at: 100)
    #expect(!power.isAsleep && power.deadline == nil)
    _ = power.admits(touch(.ended), at: 100)
    #expect(power.deadline == 110)
  }

  @Test func theWholeTouchThatWakesIsSwallowed() {
    var power = power()
    power.pass(delay: 10, request: .sleep, at: 1)
    let woken = [touch(.began), touch(.moved), touch(.ended)].map { power.admits($0, at: 2) }
    #expect(woken == [false, false, false] && !power.isAsleep)
    let next = [touch(.began), touch(.moved), touch(.ended)].map { power.admits($0, at: 3) }
    #expect(next == [true, true, true])
  }

  @Test func aSecondFingerIsNotSwallowed() {
    var power = power()
    power.pass(delay: 10, request: .sleep, at: 1)
    let admitted = [touch(.began, id: 1), touch(.began, id: 2), touch(.ended, id: 1), touch(.ended, id: 2)].map { power.admits($0, at: 2) }
    #expect(admitted == [false, true, false, true])
  }

  @Test func theWholeKeyThatWakesIsSwallowedWithItsText() {
    var power = power()
    power.pass(delay: 10, request: .sleep, at: 1)
    let woken = [key(.character("a")), .text("a"), key(.character("a"), isRepeat: true), .text("a"), key(.character("a"), isDown: false)]
      .map { power.admits($0, at: 2) }
    #expect(woken == [false, false, false, false, false] && !power.isAsleep)
    let next = [key(.character("b")), .text("b"), key(.character("b"), isDown: false)].map { power.admits($0, at: 3) }
    #expect(next == [true, true, true])
  }

  @Test func aLostReleaseSwallowsNoLaterPress() {
    var power = power()
    power.pass(delay: 10, request: .sleep, at: 1)
    let admitted = [key(.next), key(.character("b")), .text("b"), key(.next)].map { power.admits($0, at: 2) }
    #expect(admitted == [false, true, true, true])
  }

  /// The button that sends the display to sleep is still pressed at that time.
  @Test func theEndOfAnEarlierInputDoesNotWake() {
    var power = power()
    _ = power.admits(touch(.began), at: 1)
    _ = power.admits(key(.enter), at: 1)
    power.pass(delay: 10, request: .sleep, at: 1)
    let admitted = [touch(.moved), touch(.ended), key(.enter, isRepeat: true), key(.enter, isDown: false)].map { power.admits($0, at: 2) }
    #expect(admitted == [true, true, false, true] && power.isAsleep)
  }

  @Test func otherInputWakesAndIsSwallowedOnce() {
    for event in [Event.wheel(location: .zero, delta: Point(0, 1)), .contextMenu(location: .zero), .text("a"), touch(.moved)] {
      var power = power()
      power.pass(delay: 10, request: .sleep, at: 1)
      let admitted = [power.admits(event, at: 2), power.admits(event, at: 3)]
      #expect(admitted == [false, true], "\(event)")
    }
    var power = power()
    power.pass(delay: 10, request: .sleep, at: 1)
    let isAdmitted = power.admits(.focus(true), at: 2)
    #expect(isAdmitted && power.isAsleep)
    power.recordPointer(at: 3)
    #expect(!power.isAsleep)
  }
}
