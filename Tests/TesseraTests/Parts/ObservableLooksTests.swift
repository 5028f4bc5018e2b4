import Testing

@testable import Tessera

/// Times at which nodes that read `@Observable` objects are evaluated again, without a stage.
struct ObservableLooksTests {
  private final class Owner {}

  private func record(_ looks: inout ObservableLooks<Owner>, _ owner: Owner, isChange: Bool = false, isOnLoop: Bool = true, at now: Double)
  {
    looks.record(owner, .layout, isChange: isChange, isOnLoop: isOnLoop, at: now)
  }

  @Test func aReaderIsEvaluatedTwiceMoreAndThenForgotten() {
    var looks = ObservableLooks<Owner>()
    let owner = Owner()
    record(&looks, owner, at: 10)
    let delays = ObservableLooks<Owner>.delays
    #expect(looks.deadline == 10 + delays[0] && looks.dequeueDue(at: 10).isEmpty)
    let due = looks.dequeueDue(at: 10 + delays[0])
    #expect(due.count == 1 && due[0].owner === owner && due[0].kind == .layout)
    // The evaluation runs: nothing is due until it is recorded.
    #expect(looks.deadline == nil)
    record(&looks, owner, at: 11)
    #expect(looks.deadline == 11 + delays[1] && looks.dequeueDue(at: 100).count == 1)
    record(&looks, owner, at: 101)
    #expect(looks.deadline == nil && looks.dequeueDue(at: 1000).isEmpty)
  }

  @Test func aChangeBeginsAnew() {
    var looks = ObservableLooks<Owner>()
    let owner = Owner()
    record(&looks, owner, at: 0)
    _ = looks.dequeueDue(at: 1)
    record(&looks, owner, at: 1)
    record(&looks, owner, isChange: true, at: 2)
    #expect(looks.deadline == 2 + ObservableLooks<Owner>.delays[0])
  }

  @Test func kindsOfEvaluationAreIndependent() {
    var looks = ObservableLooks<Owner>()
    let owner = Owner()
    looks.record(owner, .layout, isChange: false, isOnLoop: true, at: 0)
    looks.record(owner, .display, isChange: false, isOnLoop: true, at: 10)
    #expect(looks.dequeueDue(at: 5).map(\.kind) == [.layout] && looks.dequeueDue(at: 20).map(\.kind) == [.display])
  }

  @Test func aReleasedOwnerIsNotEvaluated() {
    var looks = ObservableLooks<Owner>()
    record(&looks, Owner(), at: 0)
    #expect(looks.dequeueDue(at: 100).isEmpty && looks.deadline == nil)
  }

  @Test func readersAreUnsettledOnlyIfAnotherThreadTakesPart() {
    var looks = ObservableLooks<Owner>()
    let (loop, worker) = (Owner(), Owner())
    record(&looks, loop, at: 0)
    #expect(looks.dequeueUnsettled().isEmpty)
    record(&looks, worker, isOnLoop: false, at: 0)
    #expect(Set(looks.dequeueUnsettled().map { ObjectIdentifier($0.owner) }) == [ObjectIdentifier(loop), ObjectIdentifier(worker)])
    // Both are being evaluated.
    #expect(looks.dequeueUnsettled().isEmpty)
  }
}
