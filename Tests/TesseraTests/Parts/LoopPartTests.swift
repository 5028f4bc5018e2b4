import TesseraGeometry
import Testing

@testable import Tessera

/// Decisions of the parts of the loop that consist of other parts.
@Suite struct LoopPartTests {
  // MARK: ticks and timers

  @Test func ticksAndTimersRepeatAfterAMinimumPause() {
    let node = BoxNode()
    let timer = StageTimer { _ in nil }
    var schedule = LoopSchedule()
    schedule.request(node, after: 2, at: 10)
    schedule.set(timer, after: 1, at: 10)
    #expect(schedule.deadline == 11 && !schedule.hasImmediate && !schedule.hasTicked)
    #expect(schedule.dequeueNodes(at: 11).isEmpty && schedule.dequeueTimers(at: 11).count == 1 && schedule.hasTicked)
    schedule.repeatTimer(timer, after: 0, at: 11)
    #expect(schedule.deadline == 11 + LoopSchedule.minimumPause)
    schedule.set(timer, after: nil, at: 11)
    #expect(schedule.deadline == 12 && schedule.dequeueNodes(at: 12).count == 1)
    for seconds in [nil, Double.infinity, .nan] { schedule.repeatTick(of: node, after: seconds, at: 12) }
    #expect(schedule.deadline == nil)
    schedule.repeatTick(of: node, after: -5, at: 12)
    #expect(schedule.deadline == 12 + LoopSchedule.minimumPause)
    schedule.remove(node)
    #expect(schedule.deadline == nil && !schedule.isSettling)
  }

  @Test func aTickWithoutDelayIsPartOfTheRunningWork() {
    var schedule = LoopSchedule()
    schedule.request(BoxNode(), after: 0, at: 3)
    #expect(schedule.hasImmediate && schedule.deadline == 3)
    schedule.set(StageTimer(isSettling: true) { _ in nil }, after: 5, at: 3)
    #expect(schedule.isSettling)
  }

  // MARK: pointing

  @Test func aPointerMovesInTheOrderOfTheEvents() {
    var pointing = Pointing()
    let pointer = (location: Point?.some(Point(4, 5)), eventsBefore: 1)
    pointing.move(pointer, before: 0, of: 2)
    #expect(pointing.hover.location == nil)
    pointing.move(pointer, before: 1, of: 2)
    #expect(pointing.hover.location == Point(4, 5))
    pointing.move((nil, 1), before: 2, of: 2)
    #expect(pointing.hover.location == Point(4, 5))
    pointing.move((nil, 2), before: 2, of: 2)
    #expect(pointing.hover.location == nil)
    pointing.move(nil, before: 2, of: 2)
    // Events that a fuller inbox had are gone.
    pointing.move((Point(1, 1), 7), before: 2, of: 2)
    #expect(pointing.hover.location == Point(1, 1))
  }

  @Test func aReleaseGoesToTheNodeOfThePress() {
    var pointing = Pointing()
    let (a, b) = (BoxNode(), BoxNode())
    pointing.press(.secondary, on: a)
    pointing.press(.middle, on: b)
    #expect(pointing.release(.secondary) === a && pointing.release(.secondary) == nil && pointing.release(.middle) === b)
  }

  @Test func pointingSettlesWithTheNodeUnderThePointer() {
    var pointing = Pointing()
    #expect(!pointing.isSettling && pointing.deadline == nil)
    pointing.hover.move(to: Point(1, 1))
    _ = pointing.hover.consumeMove(at: 0)
    pointing.hover.recordScroll(at: 2)
    #expect(pointing.isSettling && pointing.deadline == 2 + HoverState.patience)
  }

  // MARK: frames

  @Test func theFirstPictureIsCompletedWithoutPacing() {
    var frames = FrameTiming()
    frames.pacing.begin(interval: 0.1, at: 5, isFirst: true)
    frames.endIteration(painted: true, ticked: false, hasWork: true, at: 5)
    #expect(frames.pacing.pause(at: 5) == nil)
    frames.endIteration(painted: true, ticked: false, hasWork: false, at: 5.01)
    #expect(!frames.pacing.isStarting)
    frames.endIteration(painted: true, ticked: false, hasWork: true, at: 5.02)
    #expect(frames.pacing.pause(at: 5.03) == frames.nextFrame(after: 5.02))
  }

  // MARK: animations

  @Test func aChangeThatHoldsThePictureNeedsAFrameEvenWhenNobodySeesIt() {
    var animations = LoopAnimations()
    #expect(animations.deadline(isAsleep: false, nextFrame: 1) == nil && !animations.holdPicture && !animations.areSettling)
    animations.appearance.begin(at: 2)
    #expect(animations.holdPicture && animations.deadline(isAsleep: true, nextFrame: 2.1) == 2 + AppearanceChange<AnyNode>.limit)
  }

  // MARK: jobs

  @Test func jobsAreCheckedOnlyIfTheyMayHang() {
    var jobs = LoopJobs()
    // The first layout is requested.
    #expect(jobs.deadline(limit: 4, hasJobs: false) == nil && jobs.areUnderWay && jobs.expectLayout && jobs.runningCount == 0)
    #expect(jobs.deadline(limit: 4, hasJobs: true) == 1 && jobs.deadline(limit: .infinity, hasJobs: true) == nil)
    _ = jobs.layouts.start()
    #expect(jobs.areRunning && jobs.expectLayout && jobs.runningCount == 1)
  }
}
