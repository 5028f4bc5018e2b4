import Testing

@testable import Tessera

@Suite struct LayoutSchedulerTests {
  @Test func oneLayoutRunsAtATimeAndChangesAskForTheNext() {
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

  @Test func whatChangesMeanwhileIsKeptForTheAdoption() {
    var layouts = LayoutScheduler()
    let node = BoxNode()
    layouts.noteChange(of: node)
    layouts.noteReach(of: node)
    #expect(layouts.takeChangedMeanwhile().isEmpty && layouts.takeReachedMeanwhile().isEmpty)
    _ = layouts.start()
    layouts.noteChange(of: node)
    layouts.noteReach(of: node)
    layouts.finish()
    #expect(layouts.takeChangedMeanwhile().count == 1 && layouts.takeReachedMeanwhile().count == 1)
    #expect(layouts.takeChangedMeanwhile().isEmpty && layouts.takeReachedMeanwhile().isEmpty)
  }

  @Test func aLayoutThatIsGivenUpBeginsFromNothing() {
    var layouts = LayoutScheduler()
    let first = layouts.start().retained
    layouts.giveUp()
    #expect(layouts.canStart)
    #expect(layouts.start().retained !== first)
  }

  @Test func eachIsToldOnce() {
    var layouts = LayoutScheduler()
    #expect(!layouts.shouldReportDepth(leftOut: 0) && layouts.shouldReportDepth(leftOut: 2) && !layouts.shouldReportDepth(leftOut: 2))
    #expect(layouts.takePreparation() && !layouts.takePreparation())
  }
}

@Suite struct DrawQueueTests {
  private final class Owner {}

  @Test func aDrawWaitsForTheLayoutThatItsNodeAskedFor() {
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

  @Test func whatLeavesBeforeItIsDrawnIsLeftOut() {
    var draws = DrawQueue<Owner>()
    let (a, b) = (Owner(), Owner())
    draws.addInRange(a)
    draws.addInRange(b)
    #expect(draws.takeInRange { $0 === a ? nil : 7 } == [7])
    #expect(draws.takeInRange { _ in 1 }.isEmpty)
  }
}
