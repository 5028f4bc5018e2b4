import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

/// Accessories, titles at the edge, rows that follow, and what a program asks of updates.
@Suite struct TableExtrasTests {
  private func table(_ count: Int = 40, _ height: Double = 40) -> TableNode {
    let table = TableNode(Array(0..<count), id: \.self) { number in Text("\(number)").height(.points(height)) }
    table.separator = nil
    return table
  }

  @Test func accessoriesAreAtTheEndOfRowsAndTakeSpace() throws {
    let table = table(4)
    table.accessory = .disclosure
    var handlers = TableHandlers()
    handlers.accessory = { row in
      switch row.item {
      case 0: .none
      case 1: .detail
      case 2: .custom("badge") { Box().size(20, 20).background(.black) }
      default: .checkmark
      }
    }
    let h = try HeadlessStage(width: 120, height: 160) { table }
    func breadth(_ row: Int) -> Double? { table.node(for: .item(ListIndex(0, row)))?.frame.width }
    #expect(breadth(0) == 84 && breadth(3) == 84)
    table.handlers = handlers
    try h.settle()
    #expect(breadth(0) == 120 && breadth(1) == 84 && breadth(2) == 100)
    #expect(h.framebuffer.color(x: 110, y: 100) == .black)
    let tapped = Locked<[ListIndex]>([])
    table.on(Table.accessoryTap) { row in tapped.withLock { $0.append(row) } }
    try h.tap(at: Point(102, 60))
    #expect(tapped.withLock { $0 } == [ListIndex(0, 1)])
    // A tick is there while the row is selected.
    let before = try h.snapshot()
    table.highlightColor = .clear
    table.selectionColor = .clear
    table.select(ListIndex(0, 3))
    try h.settle()
    #expect(throws: (any Error).self) { try expectEqualPixels(h.framebuffer, before) }
  }

  @Test func aFingerOnTheTitlesBringsTheirSectionToTheTop() throws {
    let letters = (0..<8).map { String(UnicodeScalar(UInt8(65 + $0))) }
    let table = TableNode(
      Table(sections: letters, id: \.self, items: { letter in (0..<10).map { "\(letter)\($0)" } }, itemID: \.self) { name, _ in
        Text(name).height(20)
      } header: { letter in
        Text(letter).height(20)
      })
    table.sectionIndexTitles = letters
    let h = try HeadlessStage(width: 120, height: 160) { table }
    #expect(table.node(for: .item(ListIndex(0, 0)))?.frame.width == 96)
    let jumps = Locked<[Int]>([])
    table.on(Table.sectionIndexJump) { section in jumps.withLock { $0.append(section) } }
    // Eight titles of 14 in the middle of 160: the fourth begins at 24 + 42.
    try h.touch(.began, at: Point(110, 70))
    #expect(jumps.withLock { $0 } == [3] && table.visibleElements.compactMap(\.index).first?.section == 3)
    try h.touch(.moved, at: Point(110, 30))
    #expect(jumps.withLock { $0 } == [3, 0] && table.contentOffset.y == 0)
    try h.touch(.moved, at: Point(110, 159))
    try h.touch(.ended, at: Point(110, 159))
    #expect(jumps.withLock { $0 }.last == 7 && table.selectedRows.isEmpty)
    // Elsewhere a finger scrolls and taps as before.
    try h.tap(at: Point(20, 150))
    #expect(!table.selectedRows.isEmpty)
    // The titles are at the trailing edge, and rows leave room for them there.
    table.direction = .rtl
    try h.settle()
    let row = try #require(table.visibleElements.compactMap(\.index).last)
    #expect(table.node(for: .item(row))?.supernode?.frame.minX == 24)
    try h.touch(.began, at: Point(10, 30))
    #expect(jumps.withLock { $0 }.last == 0)
  }

  @Test func rowsFollowTheListThatMoves() throws {
    let table = TableNode(ListSnapshot(items: Array(0..<40))) { number in
      let node = BoxNode()
      node.style.height = 40
      return node
    }
    table.separator = nil
    let h = try HeadlessStage(width: 120, height: 160) { table }
    let told = Locked<[CellScroll]>([])
    try #require(table.node(for: .item(ListIndex(0, 3)))).onCellScroll { scroll in told.withLock { $0.append(scroll) } }
    try h.drag(from: Point(60, 140), to: Point(60, 120), over: 2)
    try h.advance(by: 2)
    let all = told.withLock { $0 }
    #expect(all.first?.phase == .began && all.last?.phase == .ended)
    let moved = all.filter { $0.phase == .moved }
    #expect(!moved.isEmpty && moved.allSatisfy { $0.viewport == Size(120, 160) && $0.frame.height == 40 })
    #expect(all.last?.frame.minY == 120 - table.contentOffset.y)
  }

  @Test func singleRowsHaveTheirOwnTransitions() throws {
    let table = table(3)
    let asked = Locked<[String]>([])
    table.rowTransition = { change, element in
      asked.withLock { $0.append("\(change) \(element.index?.item ?? -1)") }
      return LayoutTransition(duration: 0.5, insertion: .slide(.left), removal: .slide(.right))
    }
    let h = try HeadlessStage(width: 120, height: 160) { table }
    table.show([9, 0, 2])
    try h.settle()
    #expect(asked.withLock { $0 } == ["deleted 1", "inserted 0"])
    try h.advance(by: 1)
    #expect(table.subnodes.count == 3)
  }

  @Test func aProgramWaitsUntilItsDataAreShown() throws {
    let table = table(3)
    let h = try HeadlessStage(width: 120, height: 160) { table }
    let shown = Locked<[Int]>([])
    table.show([1, 2], animated: false)
    #expect(table.isProcessingUpdates)
    table.whenUpdatesAreShown { [weak table] in
      let count = table?.source.itemCounts[0] ?? -1
      shown.withLock { $0.append(count) }
    }
    #expect(shown.withLock { $0 }.isEmpty)
    try h.settle()
    #expect(shown.withLock { $0 } == [2] && !table.isProcessingUpdates)
  }

  @Test func aTaskWaitsUntilItsDataAreShown() throws {
    let table = table(3)
    let h = try HeadlessStage(width: 120, height: 160) { table }
    table.show([1, 2], animated: false)
    let shown = Locked<Int?>(nil)
    Task {
      await table.updatesAreShown()
      let count = table.source.itemCounts[0]
      shown.withLock { $0 = count }
    }
    // The task may begin to wait before or after the layout.
    while shown.withLock({ $0 }) == nil { try h.settle() }
    #expect(shown.withLock { $0 } == 2 && !table.isProcessingUpdates)
  }

  @Test func allRowsAreMeasuredAgainAndKeepTheirPlaces() throws {
    let height = Locked(40.0)
    struct Grower: NodeType {
      static let typeName = "grower"
      var height: Locked<Double>?
      static func == (a: Self, b: Self) -> Bool { a.height === b.height }
      func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { range.clamp(Size(10, height?.withLock { $0 } ?? 0)) }
    }
    let table = TableNode(ListSnapshot(items: Array(0..<100))) { _ in Node(Grower(height: height)) }
    table.separator = nil
    let h = try HeadlessStage(width: 120, height: 160) { table }
    table.scroll(to: ListIndex(0, 50), at: .start, animated: false)
    try h.settle()
    let node = try #require(table.node(for: .item(ListIndex(0, 50))))
    height.withLock { $0 = 20 }
    table.remeasureItems()
    try h.settle()
    #expect(table.node(for: .item(ListIndex(0, 50))) === node && node.frame.height == 20)
    #expect(h.stage.convert(Point.zero, from: node) == .zero)
    #expect(table.visibleElements.count == 8)
  }
}
