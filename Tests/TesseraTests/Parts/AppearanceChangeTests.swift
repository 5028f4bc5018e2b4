import Testing

@testable import Tessera

@Suite struct AppearanceChangeTests {
  private final class Owner {}

  @Test func framesWaitForTheDrawsOfAChange() {
    let (a, b) = (Owner(), Owner())
    var change = AppearanceChange<Owner>()
    change.add(a)
    #expect(!change.isPending && change.awaited.isEmpty && !change.wait(at: 0, isOpen: true) { _ in false })
    change.begin(at: 1)
    change.add(a)
    change.add(b)
    #expect(change.isPending && change.deadline == 1 + AppearanceChange<Owner>.limit)
    #expect(change.wait(at: 1, isOpen: true) { _ in true } && change.awaited.count == 2)
    #expect(change.wait(at: 1.1, isOpen: false) { $0 === a } && change.awaited.count == 1)
    #expect(!change.wait(at: 1.2, isOpen: false) { $0 === b } && !change.isPending && change.deadline == nil)
  }

  @Test func framesWaitNoLongerThanALimit() {
    var change = AppearanceChange<Owner>()
    change.begin(at: 1)
    change.add(Owner())
    #expect(change.wait(at: 1.24, isOpen: false) { _ in false } && !change.wait(at: 1.25, isOpen: false) { _ in false })
    #expect(!change.isPending && change.awaited.isEmpty)
  }

  @Test func changesThatFollowOneAnotherWaitLongerUpToASecond() {
    var change = AppearanceChange<Owner>()
    var frames = 0
    for step in 0..<100 {
      let now = Double(step) / 50
      change.begin(at: now)
      if !change.wait(at: now, isOpen: true, { _ in false }) { frames += 1 }
    }
    // One frame at 0.98 + 0.25 s, and the next change begins again.
    #expect(frames == 1)
  }
}
