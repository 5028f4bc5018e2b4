import Glibc
import TesseraTestSupport
import Testing

@testable import TesseraDevices

/// The decisions of a display with kernel mode setting. ``ScreenTests`` shows them with pages.
struct ModeSettingStateTests {
  typealias State = ModeSettingState

  @Test func aFlipEndsWithItsEventAndTheNextFrameWaitsForTheBlank() {
    var state = State()
    #expect(state.frameWritten(to: 1, isFront: false, period: 0.02, at: 1) == .flip(1))
    #expect(state.flipAnswered(1, 0, at: 1) == nil)
    #expect(!state.isReady && state.deadline == 1 + State.patience)
    #expect(state.flipEnded(blank: nil) == .becameFront(1))
    #expect(!state.isReady && abs(state.deadline! - 1.018) < 1e-9)
    #expect(state.endPause(at: 1.017) == nil && !state.isReady)
    #expect(state.endPause(at: 1.018) == nil && state.isReady && state.deadline == nil)
  }

  @Test func withoutAnEventPagesAreSetUntilTheCardIsConnectedAgain() {
    var state = State()
    _ = state.frameWritten(to: 1, isFront: false, period: 0, at: 0)
    _ = state.flipAnswered(1, 0, at: 0)
    #expect(state.endLateFlip(at: 0.2) == nil)
    #expect(state.endLateFlip(at: State.patience) == .set(1))
    #expect(state.setAnswered(1, 0, at: State.patience) == .becameFront(1))
    _ = state.endPause(at: 1)
    #expect(state.frameWritten(to: 0, isFront: false, period: 0, at: 1) == .set(0))
    state.connected()
    #expect(state.frameWritten(to: 1, isFront: false, period: 0, at: 2) == .flip(1))
  }

  @Test func aRefusedPageIsShownAgain() {
    var state = State()
    _ = state.frameWritten(to: 1, isFront: false, period: 0, at: 0)
    #expect(state.flipAnswered(1, EBUSY, at: 0) == nil)
    #expect(state.endPause(at: 0.1) == nil && state.endPause(at: State.patience) == .flip(1))
    #expect(state.flipAnswered(1, EINVAL, at: 1) == .set(1))
    #expect(state.setAnswered(1, EIO, at: 1) == .report(EIO))
    #expect(state.deadline == 1 + State.patience)
  }

  @Test func accessFollowsTerminalsAndCards() {
    var state = State()
    #expect(state.suspend() && !state.suspend() && state.deadline == nil)
    #expect(state.resume() && state.access == .asking(next: 0))
    state.asked(granted: false, at: 1)
    #expect(state.deadline == 1 + State.patience)
    state.cardLost(at: 2)
    #expect(state.access == .searching(next: 2 + State.lookInterval))
    // No search while another terminal is active; one as soon as it is active again.
    #expect(state.suspend() && state.deadline == nil && !state.resume() && state.deadline == 0)
    state.searched(found: true, at: 3)
    #expect(state.isReady && state.close() && !state.close())
    state.cardLost(at: 4)
    #expect(state.access == .closed && !state.resume() && !state.suspend())
  }

  /// Whatever happens, a display that cannot take a frame has a deadline or waits for a terminal; and it takes frames again once the card
  /// answers.
  @Test(arguments: 0..<40) func noStateIsADeadEnd(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed + 1))
    var state = State()
    var now = 0.0
    func answer(_ first: State.Action?, codes: [Int32]) {
      var action = first
      var steps = 0
      while let next = action {
        action = nil
        steps += 1
        #expect(steps < 4)
        let code = codes.randomElement(using: &random)!
        switch next {
        case .flip(let page): action = state.flipAnswered(page, code, at: now)
        case .set(let page): action = state.setAnswered(page, code, at: now)
        case .becameFront, .report: break
        }
      }
    }
    func serve(codes: [Int32], granted: Bool) {
      if case .searching(let next) = state.access, next <= now { state.searched(found: granted, at: now) }
      if case .asking(let next) = state.access, next <= now { state.asked(granted: granted, at: now) }
      answer(state.endLateFlip(at: now), codes: codes)
      answer(state.endPause(at: now), codes: codes)
    }
    for _ in 0..<400 {
      switch Int.random(in: 0...7, using: &random) {
      case 0: now += 0.05
      case 1: _ = state.suspend()
      case 2: if state.resume() { state.asked(granted: Int.random(in: 0...1, using: &random) == 0, at: now) }
      case 3 where Int.random(in: 0...9, using: &random) == 0: state.cardLost(at: now)
      case 4: answer(state.flipEnded(blank: nil), codes: [0])
      case 5 where state.isReady:
        let page = Int.random(in: 0...1, using: &random)
        answer(state.frameWritten(to: page, isFront: page == 0, period: 0.02, at: now), codes: [0, 0, EBUSY, EACCES, EINVAL, EIO])
      default: serve(codes: [0, EBUSY, EINVAL], granted: Int.random(in: 0...1, using: &random) == 0)
      }
      if case .suspended = state.access { continue }
      #expect(state.isReady || state.deadline != nil)
    }
    _ = state.resume()
    for _ in 0..<6 where !state.isReady {
      now = max(now, state.deadline ?? now)
      serve(codes: [0], granted: true)
    }
    #expect(state.isReady)
  }
}
