import Testing

@testable import Tessera

@Suite struct LayoutSchedulerTests {
  @Test func oneLayoutRunsAtATimeAndChangesRequestTheNext() {
    var layouts = LayoutScheduler()
    let (a, b) = (BoxNode(), BoxNode())
    #expect(layouts.canStart)
    layouts.need(a)
    let first = layouts.start()
    #expect(
      first.changed.map(ObjectIdentifier.init) == [ObjectIdentifier(a)] && layouts.isRunning && !layouts.isNeeded && !layouts.canStart)
    layouts.need(b)
    #expect(layouts.isNeeded && !layouts.canStart)
    layouts.finish()
    #expect(layouts.canStart)
    #expect(layouts.start().changed.map(ObjectIdentifier.init) == [ObjectIdentifier(b)])
  }

  @Test func changesDuringALayoutAreKeptForTheAdoption() {
    var layouts = LayoutScheduler()
    let node = BoxNode()
    layouts.recordChange(of: node)
    layouts.recordReach(of: node)
    #expect(layouts.dequeueChangedMeanwhile().isEmpty && layouts.dequeueReachedMeanwhile().isEmpty)
    _ = layouts.start()
    layouts.recordChange(of: node)
    layouts.recordReach(of: node)
    layouts.finish()
    #expect(layouts.dequeueChangedMeanwhile().count == 1 && layouts.dequeueReachedMeanwhile().count == 1)
    #expect(layouts.dequeueChangedMeanwhile().isEmpty && layouts.dequeueReachedMeanwhile().isEmpty)
  }

  @Test func anAbandonedLayoutRestartsFromTheBeginning() {
    var layouts = LayoutScheduler()
    let first = layouts.start().retained
    layouts.abandon()
    #expect(layouts.canStart)
    #expect(layouts.start().retained !== first)
  }

  @Test func omissionsAndPreparationAreReportedOnce() {
    var layouts = LayoutScheduler()
    #expect(layouts.reasons(for: LayoutOmissions(), nodeLimit: 9).isEmpty)
    #expect(layouts.reasons(for: LayoutOmissions(misplaced: 2), nodeLimit: 9).map { $0.prefix(7) } == ["2 nodes"])
    #expect(layouts.reasons(for: LayoutOmissions(misplaced: 1, excess: 3), nodeLimit: 9).map { $0.contains("limit of 9") } == [true])
    #expect(layouts.reasons(for: LayoutOmissions(misplaced: 1, excess: 3), nodeLimit: 9).isEmpty)
    #expect(layouts.consumePreparation() && !layouts.consumePreparation())
  }
}

@Suite struct DrawQueueTests {
  private final class Owner {}

  @Test func aDrawWaitsForTheRequestedLayoutOfItsNode() {
    var draws = DrawQueue<Owner>()
    let (a, b) = (Owner(), Owner())
    draws.addAfterLayout(a)
    draws.layoutWillStart()
    draws.addAfterLayout(b)
    #expect(draws.afterThisLayout.count == 1 && draws.afterThisLayout[0] === a)
    #expect(draws.waitsForNextLayout(b) && !draws.waitsForNextLayout(a) && draws.changedMeanwhile == [ObjectIdentifier(b)])
    draws.layoutDidFinish()
    draws.layoutWillStart()
    #expect(draws.afterThisLayout.count == 1 && draws.afterThisLayout[0] === b && !draws.waitsForNextLayout(b))
  }

  @Test func nodesThatLeaveBeforeTheirDrawAreSkipped() {
    var draws = DrawQueue<Owner>()
    let (a, b) = (Owner(), Owner())
    draws.addInRange(a)
    draws.addInRange(b)
    #expect(draws.dequeueInRange { $0 === a ? nil : 7 } == [7])
    #expect(draws.dequeueInRange { _ in 1 }.isEmpty)
  }

  @Test func drawsThatWaitForMemoryAreReportedOnce() {
    var draws = DrawQueue<Owner>()
    let (a, b) = (Owner(), Owner())
    #expect(draws.postpone(a, held: 9) && !draws.postpone(b, held: 9) && !draws.postpone(a, held: 7))
    #expect(draws.hasPostponed && draws.heldWhenPostponed == 7)
    #expect(draws.removePostponed().count == 2 && !draws.hasPostponed && !draws.postpone(a, held: 7))
  }
}
