import Testing

@testable import Tessera

/// Groups that are concealed until their content is drawn, and contents that fade, without a stage.
struct DisplayGroupsTests {
  private final class Owner {}

  @Test func aConcealedGroupStaysUntilACheckLeavesItOut() {
    var groups = DisplayGroups<Owner>()
    let (first, second) = (Owner(), Owner())
    groups.conceal(first)
    groups.conceal(second)
    #expect(groups.concealed.map(ObjectIdentifier.init) == [first, second].map(ObjectIdentifier.init))
    groups.keep([second])
    #expect(groups.concealed.count == 1 && groups.concealed[0] === second)
    groups.keep([])
    #expect(groups.concealed.isEmpty)
  }

  @Test func aCheckReturnsTheTimeOfThePreviousOne() {
    var groups = DisplayGroups<Owner>()
    #expect(groups.check(at: 5) == 0 && groups.check(at: 7) == 5 && groups.check(at: 7) == 7)
  }

  @Test func aNodeFadesUntilItsFadeEnds() {
    var groups = DisplayGroups<Owner>()
    let owner = Owner()
    #expect(!groups.isFading)
    groups.beginFade(owner)
    groups.beginFade(owner)
    #expect(groups.isFading && groups.fadingNodes.count == 1)
    groups.endFade(Owner())
    #expect(groups.isFading)
    groups.endFade(owner)
    #expect(!groups.isFading && groups.fadingNodes.isEmpty)
  }
}
