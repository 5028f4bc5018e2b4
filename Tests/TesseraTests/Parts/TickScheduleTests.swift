import Testing

@testable import Tessera

@Suite struct TickScheduleTests {
  @Test func anImmediateTickStaysDueUntilItIsDequeued() {
    final class Owner {}
    let (a, b) = (Owner(), Owner())
    var schedule = TickSchedule<Owner>()
    schedule.schedule(a, at: 1)
    #expect(!schedule.hasImmediate)
    // Also if an earlier tick replaces it.
    schedule.schedule(a, at: 2, isImmediate: true)
    schedule.schedule(b, at: 2, isImmediate: true)
    #expect(schedule.hasImmediate && schedule.dequeueDue(at: 1).count == 1 && schedule.hasImmediate)
    #expect(schedule.dequeueDue(at: 2).count == 1 && !schedule.hasImmediate)
  }

  private final class Owner {}

  @Test func dueTicksAreOrderedByTimeThenByRequest() {
    var ticks = TickSchedule<Owner>()
    let owners = (0..<4).map { _ in Owner() }
    ticks.schedule(owners[0], at: 2)
    ticks.schedule(owners[1], at: 1)
    ticks.schedule(owners[2], at: 1)
    ticks.schedule(owners[3], at: 3)
    #expect(ticks.deadline == 1)
    let due = ticks.dequeueDue(at: 2)
    #expect(due.count == 3 && due[0] === owners[1] && due[1] === owners[2] && due[2] === owners[0] && ticks.hasTicked)
    #expect(ticks.deadline == 3 && ticks.dequeueDue(at: 2).isEmpty && !ticks.hasTicked)
  }

  @Test func anOwnerTicksOnceAtItsEarliestMoment() {
    var ticks = TickSchedule<Owner>()
    let owner = Owner()
    ticks.schedule(owner, at: 2)
    ticks.schedule(owner, at: 3)
    ticks.schedule(owner, at: 1)
    #expect(ticks.deadline == 1 && ticks.dequeueDue(at: 5).count == 1 && ticks.deadline == nil)
    ticks.schedule(owner, at: 7)
    ticks.remove(owner)
    #expect(ticks.deadline == nil)
  }

  @Test func momentsCloserThanAMicrosecondAreOne() {
    var ticks = TickSchedule<Owner>()
    let owner = Owner()
    ticks.schedule(owner, at: 1)
    #expect(ticks.dequeueDue(at: 1 - 2e-6).isEmpty)
    #expect(ticks.dequeueDue(at: 1 - 5e-7).count == 1)
  }
}
