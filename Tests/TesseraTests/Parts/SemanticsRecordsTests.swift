import Testing

@testable import Tessera

@Suite struct SemanticsRecordsTests {
  private final class Thing {}
  private typealias Records = SemanticsRecords<Thing>

  private func answer(_ role: SemanticsRole?, _ label: String? = nil) -> Records.Answer {
    Records.Answer(semantics: NodeSemantics(role, label: label))
  }

  @Test func nothingIsStoredBeforeTheFirstRead() {
    var records = Records()
    records.recordChange(of: Thing(), 1)
    records.recordContents(of: Thing(), 1)
    #expect(records.isCurrent)
    records.begin()
    records.recordChange(of: Thing(), 1)
    #expect(!records.isCurrent)
    let changed = records.dequeueChanged()
    #expect(changed.stale.keys.sorted() == [1] && records.isCurrent)
  }

  @Test func aNodeThatIsNotAnElementReturnsThoseBelow() {
    var records = Records()
    records.begin()
    let (a, b) = (SemanticsID(node: 2), SemanticsID(node: 3))
    for (serial, label) in [(2 as UInt64, "a"), (3, "b")] {
      let isDifferent = records.record(answer(.text, label), gathered: [], above: 1, of: Thing(), serial)
      #expect(isDifferent)
    }
    let isGroupDifferent = records.record(answer(nil), gathered: [a, b], above: 0, of: Thing(), 1)
    #expect(isGroupDifferent && records.records[1]?.given == [a, b])
    #expect(records.elements[SemanticsID(node: 1)] == nil)
    // A button merges its contents into one element.
    let isButtonDifferent = records.record(answer(.button), gathered: nil, above: 0, of: Thing(), 1)
    #expect(isButtonDifferent)
    let button = records.elements[SemanticsID(node: 1)]
    #expect(button?.semantics.label == "a, b" && button?.children == [] && records.records[1]?.dependsOnContents == true)
    let isLabelDifferent = records.record(answer(.button, "own"), gathered: nil, above: 0, of: Thing(), 1)
    #expect(!isLabelDifferent)
  }

  @Test func aNodeThatLeavesHasTheOneAboveLookedAt() {
    var records = Records()
    records.begin()
    let above = Thing()
    _ = records.record(answer(.text, "a"), gathered: [], above: 1, of: Thing(), 2)
    _ = records.record(answer(nil), gathered: [SemanticsID(node: 2)], above: 0, of: above, 1)
    records.remove(2)
    let loose = records.dequeueChanged().loose
    #expect(records.elements.isEmpty && loose[1] === above)
  }

  @Test func nodesThatTouchesGoPastAreHidden() {
    var records = Records()
    records.begin()
    _ = records.record(answer(.text, "a"), gathered: [], above: 1, of: Thing(), 2)
    _ = records.record(answer(nil), gathered: [SemanticsID(node: 2)], above: 0, of: Thing(), 1)
    records.recordInert([1])
    let stale = records.dequeueChanged().stale
    #expect(stale.keys.sorted() == [1])
    _ = records.record(nil, gathered: nil, above: 0, of: Thing(), 1)
    #expect(records.elements[SemanticsID(node: 1)]?.isHidden == true)
    records.recordInert([1])
    #expect(records.isCurrent)
    records.recordInert([])
    _ = records.record(nil, gathered: nil, above: 0, of: Thing(), 1)
    #expect(records.elements.count == 1 && records.elements[SemanticsID(node: 2)] != nil)
    // A hidden node without elements below it has no element.
    _ = records.record(answer(nil), gathered: [], above: 0, of: Thing(), 1)
    records.recordInert([1])
    _ = records.record(nil, gathered: nil, above: 0, of: Thing(), 1)
    #expect(records.elements[SemanticsID(node: 1)] == nil)
  }
}
