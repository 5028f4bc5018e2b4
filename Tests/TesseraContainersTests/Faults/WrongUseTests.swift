import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

@testable import Tessera
@testable import TesseraContainers

/// What programs and people do wrong with lists, or at the wrong moment.
@Suite struct WrongUseTests {
  /// A data source that says whatever it is told to.
  private final class Lying: ListDataSource {
    let model = Locked((count: 40, headers: false, without: Set<Int>()))
    func itemCount(inSection section: Int) -> Int { model.withLock { $0.count } }
    func hasHeader(_ section: Int) -> Bool { model.withLock { $0.headers } }
    func nodeFactory(for element: ListElement) -> ListNodeFactory? {
      guard let at = element.index?.item, model.withLock({ !$0.without.contains(at) }) else { return nil }
      return { row(at, height: 50) }
    }
  }

  private func table(_ data: Lying) throws -> (HeadlessStage, TableNode, ListDataController) {
    let controller = ListDataController(data)
    let table = TableNode(controller)
    table.showsIndicators = false
    return (try HeadlessStage(width: 100, height: 200) { table }, table, controller)
  }

  @Test func falseHugeCountsCostNoMoreThanTheExistingRows() throws {
    let data = Lying()
    let (h, table, controller) = try table(data)
    let node = table.node(for: .item(ListIndex(0, 0)))
    let told = Locked<[Bool]>([])
    let errors = try h.reported {
      controller.performBatchUpdates {
        data.model.withLock { $0.count = 50_000_000 }
        controller.insertItems(at: [ListIndex(0, 1)])
      } completion: { isTaken in
        told.withLock { $0.append(isTaken) }
      }
    }
    #expect(errors.count == 1 && errors[0].contains("section 0 had 40 items") && errors[0].contains("it must be 41"), "\(errors)")
    #expect(told.withLock { $0 } == [false] && table.source.itemCounts == [50_000_000])
    let again = try h.reported { controller.reloadData() }
    #expect(again.isEmpty && table.visibleElements.count == 4 && table.node(for: .item(ListIndex(0, 0))) !== node)
    // All of it is reloaded, and held as what it is: one run of neighbours.
    #expect(ListDiff(reloading: [50_000_000], with: [50_000_000]).updatedRuns.count == 1)
  }

  @Test func rowsThatTheSourceCountsAndCannotMakeAreReported() throws {
    let data = Lying()
    data.model.withLock { ($0.headers, $0.without) = (true, [2]) }
    let controller = ListDataController(data)
    let table = TableNode(controller)
    table.id = "mail"
    let h = try HeadlessStage(width: 100, height: 200, settled: false) { table }
    let errors = try h.reported {}
    #expect(
      errors.sorted() == [
        "data of table `mail`: the node of the header of section 0 could not be created: the data source has no factory for it, though its counts "
          + "include it; return a factory, or a smaller count; its place stays empty",
        "data of table `mail`: the node of the item at section 0, item 2 could not be created: the data source has no factory for it, though its "
          + "counts include it; return a factory, or a smaller count; its place stays empty",
      ])
    #expect(table.node(for: .item(ListIndex(0, 3))) != nil)
  }

  @Test func aRowThatContainsItsListIsReportedWithItsIndex() throws {
    let around = Locked<[AnyNode]>([])
    let table = TableNode(ListSnapshot(items: Array(0..<10))) { key -> AnyNode in
      let nodes = around.withLock { $0 }
      return nodes.indices.contains(key) ? nodes[key] : row(key, height: 50)
    }
    table.showsIndicators = false
    table.style.flexGrow = 1
    let page = BoxNode()
    page.addSubnode(table)
    around.withLock { $0 = [table, page] }
    let h = try HeadlessStage(width: 100, height: 200, settled: false) { page }
    let errors = try h.reported {}
    #expect(errors.count == 2 && errors.allSatisfy { $0.contains("return a new node") }, "\(errors)")
    for item in 0...1 { #expect(errors.contains { $0.contains("section 0, item \(item)") }) }
    #expect(table.node(for: .item(ListIndex(0, 0))) == nil && table.node(for: .item(ListIndex(0, 2))) != nil)
  }

  @Test(arguments: [1e-300, 1e-9, .leastNonzeroMagnitude, .nan, -1, 0, .infinity]) func columnsOfAnyWidthAreValid(least: Double) throws {
    let layout = SectionedLayout.grid(GridArrangement(columns: .minimumBreadth(least), length: .fixed(20)))
    let placement = layout.makePlacement(ListMetrics(viewport: Size(100, 100), sections: [.init(50)]))
    #expect(placement.frame(of: .item(ListIndex(0, 49)))?.isFinite == true)
  }

  @Test(arguments: [LayoutDirection.ltr, .rtl]) func itemsOfAShelfHaveTheirNaturalWidthAtAnyPlace(direction: LayoutDirection) throws {
    struct Label: NodeType {
      static let typeName = "test-label"
      var width = 0.0
      func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { range.clamp(Size(width, 20)) }
    }
    @Sendable func width(_ item: Int) -> Double { item == 1 ? 250 : Double(30 + item * 7 % 20) }
    let shelf = CollectionNode(ListSnapshot(items: Array(0..<30)), layout: .shelf(length: .measured(estimate: 40))) { item in
      Node(Label(width: width(item)))
    }
    shelf.showsIndicators = false
    let h = try HeadlessStage(width: 120, height: 40, direction: direction) { shelf }
    for item in [0, 29, 14, 1] {
      shelf.scroll(to: ListIndex(0, item), at: .start, animated: false)
      try h.settle()
      for element in shelf.visibleElements {
        let index = try #require(element.index)
        #expect(shelf.node(for: element)?.frame.width == width(index.item) && shelf.contentFrame(of: element)?.width == width(index.item))
      }
    }
    #expect(h.errors.isEmpty)
  }

  @Test func rowsOfAnotherScaleAreMeasuredInItsPixels() throws {
    let table = TableNode(ListSnapshot(items: Array(0..<40))) { row($0, height: 21) }
    table.showsIndicators = false
    let h = try HeadlessStage(width: 100, height: 200) { table }
    for scale in [1.5, 1, 2] {
      try h.stage.resize(to: Size(100, 200), scale: scale)
      try h.settle()
      let frames = table.visibleElements.compactMap { table.contentFrame(of: $0) }
      for (above, below) in zip(frames, frames.dropFirst()) { #expect(abs(below.minY - above.maxY) < 1e-6, "at \(scale)") }
      // 31.5 pixels are 32.
      #expect(frames.allSatisfy { abs($0.height - (scale == 1.5 ? 32 / 1.5 : 21)) < 1e-6 }, "at \(scale)")
    }
  }

  @Test func anInvalidRowHeightIsThatOfTheContent() throws {
    let table = TableNode(ListSnapshot(items: Array(0..<40))) { row($0, height: 50) }
    table.showsIndicators = false
    let h = try HeadlessStage(width: 100, height: 200) { table }
    for height: Double in [.nan, -1, -Double.infinity] {
      table.rowHeight = height
      try h.settle()
      #expect(table.visibleElements.count == 4, "\(height)")
    }
    // One that is too large is cut to what a list can show, and all is as it was when it is taken back.
    table.rowHeight = 1e9
    let errors = try h.reported { table.scroll(to: ListIndex(0, 39), at: .end, animated: false) }
    #expect(table.contentBounds?.height == 40e6 && errors.contains { $0.contains("measures more than 1000000.0") })
    table.rowHeight = nil
    table.scroll(to: ListIndex(0, 0), at: .start, animated: false)
    try h.stage.settle()
    #expect(table.visibleElements.allSatisfy { table.node(for: $0)?.interfaceState == .visible } && table.contentOffset == .zero)
  }

  @Test(arguments: [0.0, .nan, -5]) func stickyHeadersWithoutLengthAreCreatedOnce(length: Double) throws {
    struct Nothing: NodeType {
      static let typeName = "test-nothing"
      var length = 0.0
      func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { Size(10, length) }
    }
    let headers = Locked(0)
    let table = TableNode(
      ListSnapshot<Int, Int>([(0, Array(0..<100)), (1, Array(100..<200))]),
      cells: .init(
        item: { key, _ in row(key) },
        header: { _, _ in
          headers.withLock { $0 += 1 }
          return Node(Nothing(length: length))
        }))
    table.showsIndicators = false
    let h = try HeadlessStage(width: 100, height: 200, settled: false) { table }
    try h.stage.settle(limit: 200)
    for item in [50, 80, 20] {
      table.scroll(to: ListIndex(0, item), at: .start, animated: false)
      try h.stage.settle(limit: 200)
    }
    #expect(h.errors.isEmpty == (length == 0))
    #expect(headers.withLock { $0 } <= 4 && table.visibleElements.contains(.item(ListIndex(0, 20))))
  }

  @Test func missingItemsAreNotSelected() throws {
    let table = TableNode(ListSnapshot(items: Array(0..<10))) { row($0) }
    _ = try HeadlessStage(width: 100, height: 200) { table }
    table.select(ListIndex(0, 3))
    for place in [ListIndex(0, 10), ListIndex(0, -1), ListIndex(1, 0), ListIndex(.min, .min), ListIndex(.max, .max)] { table.select(place) }
    #expect(table.selectedRows == [ListIndex(0, 3)])
  }

  @Test func anInitialPageBeyondTheEndIsTheLastPageAndNoneIfEmpty() throws {
    let pager = PagerNode(ListSnapshot(items: Array(0..<5))) { row($0) }
    pager.scroll(toPage: 99, animated: false)
    #expect(pager.currentPage == 4)
    let told = Log()
    pager.onPageChange { page in told.note("\(page)") }
    let h = try HeadlessStage(width: 100, height: 60) { pager }
    try h.advance(by: 0.1)
    #expect(pager.currentPage == 4 && pager.visibleElements == [.item(ListIndex(0, 4))] && told.all == ["4"])
    pager.apply(ListSnapshot<Int, Int>(items: []))
    try h.settle()
    try h.advance(by: 0.5)
    #expect(pager.currentPage == 0 && pager.pageCount == 0 && told.all == ["4", "0"])
    pager.apply(ListSnapshot(items: [7, 8]))
    try h.settle()
    try h.advance(by: 0.5)
    #expect(pager.currentPage == 0 && pager.visibleElements == [.item(ListIndex(0, 0))] && told.all == ["4", "0"])
  }

  /// Rows of 50 in a stage of 100 x 200, and what they tell.
  private func pressed(_ told: Log) throws -> (HeadlessStage, TableNode) {
    let table = TableNode(ListSnapshot(items: Array(0..<20))) { row($0) }
    table.showsIndicators = false
    for signal in [Table.highlight, Table.select, Table.deselect] { table.on(signal) { row in told.note("\(signal) \(row.item)") } }
    table.onUnhighlight { row in told.note("unhighlight \(row.map { "\($0.item)" } ?? "gone")") }
    let h = try HeadlessStage(width: 100, height: 200) { table }
    try h.touch(.began, at: Point(50, 75))
    try h.advance(by: 0.2)
    return (h, table)
  }

  @Test func aRowRemovedUnderTheFingerIsNotMistakenForTheNext() throws {
    let told = Log()
    let (h, table) = try pressed(told)
    table.apply(ListSnapshot(items: [0] + Array(2..<20)))
    try h.settle()
    try h.advance(by: 0.5)
    #expect(told.all == ["highlight 1", "unhighlight gone"])
    try h.touch(.ended, at: Point(50, 75))
    try h.advance(by: 0.5)
    #expect(told.all.count == 2 && table.selectedRows.isEmpty)
    // The next tap is one as any other.
    try h.tap(at: Point(50, 75))
    #expect(told.all.dropFirst(2) == ["highlight 1", "unhighlight 1", "select 1"])
  }

  @Test func aRowThatMovesAwayFromTheFingerStaysTheTarget() throws {
    let told = Log()
    let (h, table) = try pressed(told)
    table.apply(ListSnapshot(items: [0] + Array(2..<6) + [1] + Array(6..<20)))
    try h.settle()
    try h.advance(by: 0.5)
    try h.touch(.ended, at: Point(50, 75))
    try h.advance(by: 0.5)
    #expect(told.all == ["highlight 1", "unhighlight 5", "select 5"] && table.selectedRows == [ListIndex(0, 5)])
  }

  @Test func aDroppedItemKeepsItsPlaceDuringAnUpdate() throws {
    let order = Locked(Array(0..<20))
    let moves = Log()
    let table = TableNode(ListSnapshot(items: order.withLock { $0 })) { row($0) }
    table.showsIndicators = false
    table.handlers.move = { [weak table] from, to in
      moves.note("\(from.item)->\(to.item)")
      table?.apply(
        ListSnapshot(
          items: order.withLock { order in
            order.insert(order.remove(at: from.item), at: to.item)
            return order
          }))
    }
    let h = try HeadlessStage(width: 100, height: 250) { table }
    try h.touch(.began, at: Point(50, 25))
    try h.advance(by: 0.7)
    for y in stride(from: 35.0, through: 175, by: 10) { try h.touch(.moved, at: Point(50, y)) }
    try h.advance(by: 0.3)
    try h.touch(.ended, at: Point(50, 175))
    // On its way down two rows come above and one between goes.
    table.apply(
      ListSnapshot(
        items: order.withLock { order in
          order.removeAll { $0 == 1 }
          order.insert(contentsOf: [50, 51], at: 0)
          return order
        }))
    try h.settle()
    try h.advance(by: 1)
    #expect(moves.all == ["2->4"])
    #expect(order.withLock { Array($0.prefix(6)) } == [50, 51, 2, 3, 0, 4])
    #expect((table.source as? SnapshotSource<Int, Int>)?.snapshot.items(in: 0) == order.withLock { $0 })
  }
}
