import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraTestSupport
import Testing

@testable import TesseraContainers

/// What a list decides, without stage, lock or thread.
@Suite struct ListStateTests {
  /// A list of rows of 50 in a viewport of 100 x 200, laid out once.
  private func list(_ count: Int, length: ElementLength = .fixed(50)) -> ListState {
    var list = ListState(SectionedLayout(.vertical, section: ListSection(.rows(length: length))))
    list.source = StaticListSource((0..<count).map { row($0) })
    list.resize(to: Size(100, 200))
    // Nothing was seen before.
    list.resized = nil
    return list
  }

  private func item(_ number: Int) -> ListElement { .item(ListIndex(0, number)) }

  private func cell(_ number: Int) -> ListCell {
    let node = row(number)
    return ListCell(item(number), node: node, host: node)
  }

  @Test func missingNodesAreRequestedOnceVisibleOnesFirst() {
    var list = list(100)
    let view = ListView(visible: Rect(0, 0, 100, 200), area: Rect(0, 0, 100, 300))
    let first = list.viewportDidMove(to: view)
    #expect(first.seen == (0..<4).map(item))
    #expect(first.ahead.first == item(4) && Set(first.ahead).isDisjoint(with: first.seen) && first.isMaking)
    #expect(!list.viewportDidMove(to: view).isMaking)
    let twice = list.add(first.seen.map { ListCell($0, node: row($0.index?.item ?? 0), host: row(0)) }, first.version)
    #expect(twice == [] && list.cells.count == 4 && list.making == Set(first.ahead))
    // One that cannot be made is not asked for again.
    list.fail(item(4), first.version)
    #expect(list.failed == [item(4)] && !list.viewportDidMove(to: view).isMaking)
  }

  @Test func nodesOfAnotherVersionAreNotReused() {
    var list = list(100)
    let demand = list.viewportDidMove(to: ListView(visible: Rect(0, 0, 100, 200), area: Rect(0, 0, 100, 200)))
    list.arrange(ListArrangement(layout: SectionedLayout.table(estimate: 30)))
    #expect(list.version != demand.version && list.making.isEmpty && list.covered == nil)
    #expect(list.add([cell(0)], demand.version) == nil && list.cells.isEmpty)
    #expect(list.begin(item(0), demand.version) == nil)
  }

  @Test func aNodeThatShowsAnotherElementIsNamed() {
    var list = list(100)
    let first = cell(0)
    #expect(list.add([first], 0) == [])
    #expect(list.add([ListCell(item(1), node: first.node, host: first.host)], 0) == [item(1)])
    #expect(list.cells.count == 1 && list.failed == [item(1)])
  }

  @Test func theVisiblePartStaysWhenRowsAboveAreMeasured() {
    var list = list(1000, length: .measured(estimate: 50))
    list.visible = Rect(0, 1000, 100, 200)
    for number in 19..<25 { list.insert(cell(number)) }
    var draft = ListDraft(list)
    draft.measure(list.cells.all.map { ($0, Size(100, $0.element == item(19) ? 90 : 50)) })
    #expect(draft.isOther)
    // The list itself is as it was.
    #expect(list.cells[item(19)]?.size == nil && list.placement?.frame(of: item(20))?.minY == 1000)
    let before = list.cells[item(20)]?.frame
    list.adopt(draft)
    #expect(list.cells[item(19)]?.size == Size(100, 90) && list.placement?.frame(of: item(20))?.minY == 1040)
    #expect(list.cells[item(20)]?.frame == before && list.shift.y == -40)
  }

  @Test func aLayoutOfAnotherListIsNotAdopted() {
    var list = list(1000, length: .measured(estimate: 50))
    list.insert(cell(0))
    var draft = ListDraft(list)
    draft.measure([(list.cells.all[0], Size(100, 80))])
    list.arrange(ListArrangement(layout: SectionedLayout.table(estimate: 30)))
    list.adopt(draft)
    #expect(list.cells[item(0)]?.size == nil && list.statistics.measured == 0)
  }

  @Test func cellsFarFromTheScreenAreWorthALayoutOnlyWhenTheyAreMany() {
    var list = list(1000)
    for number in 0..<30 { list.insert(cell(number)) }
    let far = ListView(visible: Rect(0, 5000, 100, 200), area: Rect(0, 5000, 100, 200))
    #expect(list.viewportDidMove(to: far).needsLayout && list.farCells.count == 30)
    list.drop(Set(list.farCells.map(\.element)))
    #expect(list.cells.isEmpty && list.statistics.dropped == 30)
    list.insert(cell(0))
    #expect(!list.viewportDidMove(to: far).needsLayout)
    // Where memory is short, one is enough.
    var short = far
    short.isShort = true
    #expect(list.viewportDidMove(to: short).needsLayout)
  }

  @Test func newDataMoveCellsAndListTheRemovedOnes() throws {
    let nodes = (0..<10).map { row($0) }
    var list = ListState(SectionedLayout(.vertical, section: ListSection(.rows(length: .fixed(50)))))
    list.source = StaticListSource(nodes)
    list.resize(to: Size(100, 200))
    for number in 0..<3 { list.insert(ListCell(item(number), node: nodes[number], host: nodes[number])) }
    let new = StaticListSource(Array(nodes[1...]))
    let diff = try #require(try new.changes(since: list.source))
    let result = list.apply(new, diff, ListOutcome(placement: nil, shift: .zero), ifStill: nil)
    let taken = try #require(result)
    #expect(taken.gone.map(\.element) == [item(0)] && taken.renamed.count == 2)
    #expect(list.cells[item(0)]?.node === nodes[1] && list.cells.count == 2)
    // Worked out for what was: worked out again.
    let again = list.apply(new, diff, ListOutcome(placement: nil, shift: .zero), ifStill: ListState(list.layout))
    #expect(again == nil)
  }

  /// A layout that is worked out and given up leaves the list as it was.
  @Test func aLayoutChangesNothingUntilItIsAdopted() throws {
    let table = TableNode(ListSnapshot(items: Array(0..<300))) { row($0) }
    table.separator = nil
    let h = try HeadlessStage(width: 100, height: 200) { table }
    try h.settle()
    let before = table.storage.list.state.withLock { $0 }
    let pass = ListPass(
      table.storage.list, ListArrangement(layout: SectionedLayout.table(estimate: 20), insets: Insets(5)),
      LayoutContext(environment: EnvironmentValues(scale: 2)))
    let sizes = pass.constraints(in: Size(80, 100)).map { _ in Size(80, 33) }
    let origins = pass.origins(in: Size(80, 100), sizes)
    #expect(origins == pass.origins(in: Size(80, 100), sizes), "the same gets the same")
    let after = table.storage.list.state.withLock { $0 }
    #expect(after.viewport == before.viewport && after.version == before.version && after.placementVersion == before.placementVersion)
    #expect(after.cells.all.map(\.frame) == before.cells.all.map(\.frame) && after.cells.all.map(\.size) == before.cells.all.map(\.size))
    #expect(after.shift == before.shift && after.scale == before.scale && after.insets == before.insets)
    pass.adopt()
    #expect(table.storage.list.state.withLock { $0.viewport } == Size(80, 100))
  }
}
