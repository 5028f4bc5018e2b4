import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraKit
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

/// What people do with a table, and what it tells.
@Suite struct TableInputTests {
  private let log = Log()

  /// Two sections of ten rows of 40 with headers of 20, in a stage of 200 x 300; signals are written down.
  private func table(_ change: (TableNode) -> Void = { _ in }) throws -> (HeadlessStage, TableNode) {
    let cells = ListSnapshot<Int, Int>.Cells(
      item: { key, _ in row(key, height: 40) }, header: { section, _ in row(100 + section, height: 20) })
    let table = TableNode(ListSnapshot([(0, Array(0..<10)), (1, Array(10..<20))]), cells: cells)
    table.showsIndicators = false
    let log = self.log
    for signal in [Table.highlight, Table.select, Table.deselect] {
      table.on(signal) { row in log.note("\(signal) \(row.section).\(row.item)") }
    }
    table.onUnhighlight { row in log.note("unhighlight \(row.map { "\($0.section).\($0.item)" } ?? "none")") }
    change(table)
    return (try HeadlessStage(width: 200, height: 300) { table }, table)
  }

  @Test func aTapLightsARowUpAndSelectsIt() throws {
    let (h, table) = try table()
    try h.tap(at: Point(100, 70))
    #expect(log.all == ["highlight 0.1", "unhighlight 0.1", "select 0.1"])
    #expect(table.selectedRows == [ListIndex(0, 1)])
    log.clear()
    // A finger that rests lights the row up before it goes.
    try h.touch(.began, at: Point(100, 110))
    try h.advance(by: 0.2)
    #expect(log.all == ["highlight 0.2"])
    try h.touch(.ended, at: Point(100, 110))
    try h.advance(by: 0.1)
    #expect(log.all == ["highlight 0.2", "unhighlight 0.2", "deselect 0.1", "select 0.2"])
    log.clear()
    // One that moves on scrolls.
    try h.touch(.began, at: Point(100, 200))
    try h.advance(by: 0.2)
    for y in stride(from: 190.0, through: 100, by: -10) { try h.touch(.moved, at: Point(100, y)) }
    try h.touch(.ended, at: Point(100, 100))
    try h.advance(by: 0.1)
    #expect(log.all == ["highlight 0.4", "unhighlight 0.4"])
    #expect(table.contentOffset.y > 50 && table.selectedRows == [ListIndex(0, 2)])
  }

  @Test func multipleSelectionSelectsSeveralRows() throws {
    let (h, table) = try table {
      $0.selection = .multiple
      $0.handlers.shouldSelect = { $0.item != 2 }
    }
    for y in [30.0, 70, 110, 30] { try h.tap(at: Point(100, y)) }
    #expect(log.all.filter { $0.contains("select") } == ["select 0.0", "select 0.1", "deselect 0.0"])
    #expect(table.selectedRows == [ListIndex(0, 1)])
    // It stays selected wherever it goes, also where it is not seen.
    table.apply(ListSnapshot([(1, Array(10..<20)), (0, [5, 6, 7, 8, 9, 0, 1])]), animated: false)
    try h.settle()
    #expect(table.selectedRows == [ListIndex(1, 6)])
  }

  @Test func nothingIsSelectedIfSelectionIsDisabled() throws {
    let (h, table) = try table { $0.selection = .none }
    try h.tap(at: Point(100, 70))
    #expect(log.all.isEmpty && table.selectedRows.isEmpty)
  }

  @Test func keysMoveTheSelectionAndTheContentFollows() throws {
    let (h, table) = try table()
    func press(_ key: KeyPress.Key) throws {
      try h.send(.key(KeyPress(key)))
      try h.advance(by: 1)
    }
    try h.tap(at: Point(100, 30))
    try press(.down)
    #expect(table.selectedRows == [ListIndex(0, 1)])
    try press(.end)
    #expect(table.selectedRows == [ListIndex(1, 9)] && table.contentOffset.y == 840 - 300)
    try press(.up)
    try press(.home)
    #expect(table.selectedRows == [ListIndex(0, 0)] && table.contentOffset.y <= 20)
    try press(.pageDown)
    let page = try #require(table.selectedRows.first)
    #expect(page.section == 0 && (5...7).contains(page.item))
    try press(.up)
    for _ in 0..<5 { try press(.down) }
    #expect(table.selectedRows == [ListIndex(1, 0)] || table.selectedRows[0] > page)
    let frame = try #require(table.contentFrame(of: .item(table.selectedRows[0])))
    #expect(frame.minY >= table.contentOffset.y && frame.maxY <= table.contentOffset.y + 300)
  }

  @Test func aRowPulledAsideShowsItsButtons() throws {
    let log = self.log
    let (h, table) = try table {
      $0.handlers.trailingActions = { _ in [RowAction("Remove", color: RowAction.red) { log.note("removed \($0.item)") }] }
      $0.handlers.leadingActions = { _ in [RowAction("Keep") { log.note("kept \($0.item)") }] }
    }
    try h.drag(from: Point(180, 70), to: Point(110, 70))
    try h.advance(by: 0.4)
    try expectGolden(h.framebuffer, "table_swipe")
    let button = try #require(h.stage.hitTest(Point(190, 70)))
    #expect(button.resolvedSemantics.label == "Remove")
    try h.tap(at: Point(190, 70))
    try h.advance(by: 0.4)
    #expect(log.all == ["removed 1"])
    #expect(h.stage.hitTest(Point(190, 70))?.id == "r1")
    // All the way does the outermost.
    try h.drag(from: Point(10, 110), to: Point(190, 110))
    try h.advance(by: 0.4)
    #expect(log.all == ["removed 1", "kept 2"])
    // A tap elsewhere lets it go back and selects nothing.
    try h.drag(from: Point(180, 70), to: Point(110, 70))
    try h.advance(by: 0.4)
    try h.tap(at: Point(50, 150))
    try h.advance(by: 0.4)
    #expect(h.stage.hitTest(Point(190, 70))?.id == "r1" && table.selectedRows.isEmpty)
  }

  @Test func anActionThatTheReleasePerformsFillsTheRow() throws {
    let log = self.log
    let (h, table) = try table {
      $0.handlers.trailingActions = { _ in
        [
          RowAction("", color: pureRed) { log.note("red \($0.item)") },
          RowAction("", color: pureBlue, isFullSwipe: false) { log.note("blue \($0.item)") },
        ]
      }
    }
    /// How much of the row is of one colour.
    func count(_ hex: String) -> Int { (0..<200).count { h.framebuffer.color(x: $0, y: 70).hex == hex } }
    func done() -> [String] { log.all.filter { $0.hasPrefix("red") || $0.hasPrefix("blue") } }
    func pull(from: Double, to: Double) throws {
      for x in stride(from: from, through: to, by: to < from ? -10 : 10) {
        h.clock.advance(by: 0.05)
        try h.touch(.moved, at: Point(x, 70))
      }
    }
    try h.touch(.began, at: Point(190, 70))
    try pull(from: 180, to: 100)
    let half = (count("#ff0000"), count("#0000ff"))
    #expect(half.0 > 30 && abs(half.0 - half.1) <= 2)
    // More than 60 % of the row: the outermost takes the room of the other.
    try pull(from: 90, to: 50)
    try h.advance(by: 0.25)
    #expect(count("#0000ff") == 0 && count("#ff0000") > 120)
    // Back again, and the other returns.
    try pull(from: 60, to: 100)
    try h.advance(by: 0.25)
    #expect(count("#0000ff") > 30 && done().isEmpty)
    try pull(from: 90, to: 50)
    h.clock.advance(by: 0.1)
    try h.touch(.ended, at: Point(50, 70))
    try h.advance(by: 0.4)
    #expect(done() == ["red 1"] && table.selectedRows.isEmpty)
  }

  @Test func scrollingClosesTheActionsOfARow() throws {
    let (h, table) = try table { $0.handlers.trailingActions = { _ in [RowAction("Remove") { _ in }] } }
    try h.drag(from: Point(180, 70), to: Point(110, 70))
    try h.advance(by: 0.4)
    #expect(h.stage.hitTest(Point(190, 70))?.resolvedSemantics.label == "Remove")
    try h.send(.wheel(location: Point(100, 150), delta: Point(0, 30)))
    try h.advance(by: 1)
    #expect(table.contentOffset.y > 0 && h.stage.hitTest(Point(190, 70 - table.contentOffset.y))?.resolvedSemantics.label != "Remove")
  }

  @Test func aRowWithoutButtonsLeavesTheFingerToThePager() throws {
    let tables = (0..<3).map { page in
      let table = TableNode(ListSnapshot(items: Array(0..<10))) { row(page * 10 + $0, height: 40) }
      // The first row can be pulled towards the start only, others not at all.
      table.handlers.trailingActions = { $0.item == 0 ? [RowAction("Remove") { _ in }] : [] }
      return table
    }
    let pager = PagerNode(pages: tables)
    let h = try HeadlessStage(width: 200, height: 300) { pager }
    try h.drag(from: Point(180, 20), to: Point(110, 20))
    try h.advance(by: 0.6)
    #expect(pager.currentPage == 0 && h.stage.hitTest(Point(190, 20))?.resolvedSemantics.label == "Remove")
    // While it is pulled aside a pull elsewhere is about that row.
    try h.drag(from: Point(180, 100), to: Point(60, 100))
    try h.advance(by: 0.6)
    #expect(pager.currentPage == 0 && h.stage.hitTest(Point(190, 20))?.id == "r0")
    try h.drag(from: Point(180, 100), to: Point(60, 100))
    try h.advance(by: 0.6)
    #expect(pager.currentPage == 1)
    // The side without buttons is the pager's too.
    try h.drag(from: Point(60, 20), to: Point(180, 20))
    try h.advance(by: 0.6)
    #expect(pager.currentPage == 0)
  }

  @Test(arguments: [LayoutDirection.ltr, .rtl]) func aShelfInARowThatCanBePulledScrolls(direction: LayoutDirection) throws {
    let table = TableNode(ListSnapshot(items: [0, 1])) { number -> AnyNode in
      let shelf = CollectionNode(ListSnapshot(items: Array(0..<(number == 0 ? 20 : 1))), layout: .shelf(length: .fixed(60))) {
        row($0, height: 40)
      }
      shelf.style.height = .points(40)
      return shelf
    }
    table.handlers.trailingActions = { _ in [RowAction("Remove") { _ in }] }
    let h = try HeadlessStage(width: 200, height: 300, direction: direction) { table }
    let shelves = [0, 1].compactMap { table.node(for: .item(ListIndex(0, $0))) as? CollectionNode }
    let way = direction == .rtl ? 1.0 : -1
    for y in [20.0, 60] {
      try h.drag(from: Point(100, y), to: Point(100 + way * 80, y))
      try h.advance(by: 2)
    }
    let edge = direction == .rtl ? 10.0 : 190
    #expect(shelves.count == 2 && abs(shelves[0].contentOffset.x) > 60 && shelves[1].contentOffset.x == 0)
    // One whose items all fit leaves the finger to the row.
    #expect(
      h.stage.hitTest(Point(edge, 20))?.resolvedSemantics.label != "Remove"
        && h.stage.hitTest(Point(edge, 60))?.resolvedSemantics.label == "Remove")
  }

  @Test func editingShowsDeleteAndMoveControls() throws {
    let log = self.log
    let (h, table) = try table {
      $0.handlers.delete = { log.note("delete \($0.section).\($0.item)") }
      $0.handlers.move = { _, _ in }
      $0.handlers.canDelete = { $0.item != 0 }
    }
    table.isEditing = true
    try h.settle()
    try expectGolden(h.framebuffer, "table_editing")
    try h.tap(at: Point(20, 80))
    try h.tap(at: Point(20, 40))
    #expect(log.all == ["delete 0.1"])
    table.isEditing = false
    try h.settle()
    #expect(h.stage.hitTest(Point(20, 80))?.id == "r1")
  }

  @Test func wordsOfEditingAreTheTables() throws {
    let (h, table) = try table {
      $0.handlers.delete = { _ in }
      $0.handlers.move = { _, _ in }
    }
    #expect(table.deleteTitle == nil && table.moveTitle == nil)
    table.isEditing = true
    try table.setAttribute("deleteTitle", to: .text("Löschen"))
    table.moveTitle = "Verschieben"
    try h.settle()
    let labels = [20.0, 180].map { h.stage.hitTest(Point($0, 80))?.resolvedSemantics.label }
    #expect(labels == ["Löschen", "Verschieben"])
    table.isEditing = false
    try h.settle()
    try h.drag(from: Point(180, 80), to: Point(110, 80))
    try h.advance(by: 0.6)
    #expect(h.stage.hitTest(Point(190, 80))?.resolvedSemantics.label == "Löschen")
  }

  @Test(arguments: [(from: 1, to: 4), (from: 4, to: 1), (from: 3, to: 3)]) func aLongPressLiftsARowAndCarriesIt(from: Int, to: Int) throws {
    let order = Locked(Array(0..<10))
    let (h, table) = try table()
    let nodes = (0..<5).map { table.node(for: .item(ListIndex(0, $0))) }
    let log = self.log
    table.handlers.move = { [weak table] from, to in
      log.note("move \(from.item) \(to.item)")
      let new = order.withLock { items in
        items.insert(items.remove(at: from.item), at: to.item)
        return items
      }
      table?.apply(ListSnapshot([(0, new), (1, Array(10..<20))]))
    }
    let (start, end) = (Point(100, 40 + Double(from) * 40), Point(100, 40 + Double(to) * 40 + 3))
    try h.touch(.began, at: start)
    try h.advance(by: 0.6)
    for step in 1...10 {
      try h.touch(.moved, at: start + (end - start) * (Double(step) / 10))
      try h.advance(by: 1.0 / 60)
    }
    try h.advance(by: 0.3)
    if from == 1 { try expectGolden(h.framebuffer, "table_lifted") }
    #expect(log.all.filter { $0.hasPrefix("move") }.isEmpty)
    try h.touch(.ended, at: end)
    try h.advance(by: 0.6)
    #expect(log.all.filter { $0.hasPrefix("move") } == (from == to ? [] : ["move \(from) \(to)"]))
    #expect(table.node(for: .item(ListIndex(0, to))) === nodes[from])
    #expect(Table.subnodePlacements(of: table).isEmpty)
    // All rows are where they belong, nothing is left over.
    let plain = try HeadlessStage(width: 200, height: 300) {
      let cells = ListSnapshot<Int, Int>.Cells(
        item: { key, _ in row(key, height: 40) }, header: { section, _ in row(100 + section, height: 20) })
      return TableNode(ListSnapshot([(0, order.withLock { $0 }), (1, Array(10..<20))]), cells: cells)
    }
    try expectEqualPixels(h.framebuffer, plain.framebuffer)
  }

  @Test func aCarriedRowScrollsTheContentAtTheEdge() throws {
    let (h, table) = try table { $0.handlers.move = { _, _ in } }
    try h.touch(.began, at: Point(100, 200))
    try h.advance(by: 0.6)
    try h.touch(.moved, at: Point(100, 295))
    try h.advance(by: 2)
    #expect(table.contentOffset.y == 540)
    try h.touch(.ended, at: Point(100, 295))
    try h.advance(by: 2)
    #expect(Table.subnodePlacements(of: table).allSatisfy { $0.node.subnodes.first?.id.hasPrefix("r10") ?? false })
  }

  @Test(arguments: ListPosition.allCases) func scrollingToARowEndsAtTheRequestedPosition(position: ListPosition) throws {
    // Rows of many heights: where the row lies is not known before.
    let table = TableNode(ListSnapshot(items: Array(0..<2000))) { row($0, height: Double(20 + $0 * 37 % 90)) }
    table.showsIndicators = false
    let h = try HeadlessStage(width: 200, height: 300) { table }
    for isAnimated in [false, true] {
      for item in [1200, 1000, 1999, 30] {
        table.scroll(to: ListIndex(0, item), at: position, animated: isAnimated)
        try h.settle()
        try h.advance(by: isAnimated ? 2 : 0.1)
        let frame = try #require(table.contentFrame(of: .item(ListIndex(0, item))))
        let top = frame.minY - table.contentOffset.y
        switch position {
        case .start: #expect(abs(top) < 0.6 || item == 1999, "\(item): \(top)")
        case .center: #expect(abs(top + frame.height / 2 - 150) < 0.6 || item == 1999, "\(item): \(top)")
        case .end: #expect(abs(top + frame.height - 300) < 0.6, "\(item): \(top)")
        case .nearest: #expect(top > -0.6 && top + frame.height < 300.6, "\(item): \(top)")
        }
        #expect(table.node(for: .item(ListIndex(0, item)))?.interfaceState == .visible)
      }
    }
  }
}
