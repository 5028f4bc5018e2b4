import Testing

@testable import Tessera

@Suite struct TransitionsPartTests {
  private func handle(_ duration: Double = 1) -> TransitionHandle {
    TransitionHandle(LayoutTransition(duration: duration, curve: .linear), scope: nil) {}
  }

  @Test func aTransitionAppliesToTheLayoutAfterItsChanges() {
    var transitions = Transitions()
    let (first, second) = (handle(), handle())
    transitions.close([first])
    #expect(transitions.layoutWillStart().map(ObjectIdentifier.init) == [ObjectIdentifier(first)])
    // Changes made while that layout runs belong to the next one.
    transitions.close([second])
    #expect(transitions.inLayout.count == 1 && transitions.dequeueInLayout().first === first && transitions.dequeueInLayout().isEmpty)
    #expect(transitions.layoutWillStart().first === second && transitions.layoutsStarted == 2)
  }

  @Test func aTransitionWithoutMotionEndsWithItsLayoutAndIsReportedOnce() {
    var transitions = Transitions()
    let still = handle()
    transitions.close([still])
    _ = transitions.layoutWillStart()
    transitions.finishAdoption(of: transitions.dequeueInLayout())
    #expect(!transitions.isEmpty && !transitions.isRunning)
    let ended = transitions.dequeueEnded()
    #expect(ended?.handle === still && ended?.finished == true && transitions.dequeueEnded() == nil && transitions.isEmpty)
  }

  @Test func aRunFollowsClockAndOrders() {
    let moved = handle(2)
    let run = TransitionRun(moved.transition, handle: moved, now: 10)
    #expect(run.advance(to: 10) == .same && run.advance(to: 11) == .moved && run.progress == 0.5 && run.isRunning)
    moved.pause()
    // A command takes effect in the frame after it.
    #expect(run.advance(to: 11) == .same && run.advance(to: 12) == .same)
    #expect(run.progress == 0.5 && !run.isRunning && run.speed == (0, 0))
    moved.progress = 0.25
    #expect(run.advance(to: 13) == .moved && run.progress == 0.25 && moved.progress == 0.25)
    moved.reverse()
    #expect(run.advance(to: 13) == .same && run.advance(to: 13.25) == .moved && run.progress == 0.125)
    #expect(run.advance(to: 13.5) == .wentBack && run.progress == 0)
    moved.resume()
    #expect(run.advance(to: 14) == .same || run.progress == 0)
    #expect(run.advance(to: 100) == .finished && run.progress == 1)
  }

  @Test func anEndRequestIsFollowedImmediately() {
    let (finished, cancelled) = (handle(), handle())
    finished.finish()
    cancelled.cancel()
    #expect(TransitionRun(finished.transition, handle: finished, now: 0).advance(to: 0) == .finished)
    #expect(TransitionRun(cancelled.transition, handle: cancelled, now: 0).advance(to: 0) == .cancelled)
  }

  @Test func aLateFrameJumpsInTime() {
    let late = handle()
    let run = TransitionRun(late.transition, handle: late, now: 0)
    #expect(run.advance(to: 0.9) == .moved && run.remainder.ofDistance > 0.09 && run.remainder.ofDistance < 0.11)
  }
}
