import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraTestSupport
import Testing

/// What lists tell of the rows and items that come to the screen and leave it.
@Suite struct ListDisplayTests {
  private let log = Log()

  private func note<Value: ListType>(_ list: Node<Value>) {
    let log = self.log
    list.onWillDisplay { element, node in log.note("+\(element.index?.item ?? -1) \(node.id)") }
    list.onDidEndDisplaying { element, node in log.note("-\(element.index?.item ?? -1) \(node.id)") }
  }

  @Test func displayedRowsAreReportedWithPlaceAndNode() throws {
    let table = TableNode(ListSnapshot(items: Array(0..<50))) { row($0, height: 50) }
    table.separator = nil
    table.showsIndicators = false
    note(table)
    let h = try HeadlessStage(width: 100, height: 100) { table }
    #expect(log.all == ["+0 r0", "+1 r1"])
    log.clear()
    table.scroll(to: Point(0, 100), animated: false)
    try h.settle()
    #expect(log.all.sorted() == ["+2 r2", "+3 r3", "-0 r0", "-1 r1"])
    log.clear()
    // What is deleted is told with the place that it had.
    table.apply(ListSnapshot(items: Array(0..<50).filter { $0 != 2 }), animated: false)
    try h.settle()
    try h.advance(by: 1)
    #expect(log.all.contains("-2 r2"))
    #expect(log.all.filter { $0.hasPrefix("+") }.count == 1)
    log.clear()
    table.removeFromSupernode()
    h.stage.root = BoxNode()
    try h.settle()
    #expect(log.all.count == 2 && log.all.allSatisfy { $0.hasPrefix("-") })
  }

  @Test func displayedItemsOfACollectionAreReported() throws {
    let layout = SectionedLayout(section: ListSection(.grid(GridArrangement(columns: .fixed(2), length: .fixed(50)))))
    let collection = CollectionNode(ListSnapshot(items: Array(0..<40)), layout: layout) { row($0, nil) }
    collection.showsIndicators = false
    note(collection)
    let h = try HeadlessStage(width: 100, height: 100) { collection }
    #expect(log.all == ["+0 r0", "+1 r1", "+2 r2", "+3 r3"])
    log.clear()
    collection.scroll(to: Point(0, 50), animated: false)
    try h.settle()
    #expect(log.all.sorted() == ["+4 r4", "+5 r5", "-0 r0", "-1 r1"])
  }

  @Test func aHandlerIsRemovedByItsToken() throws {
    let table = TableNode(ListSnapshot(items: Array(0..<50))) { row($0, height: 50) }
    let log = self.log
    let token = table.onWillDisplay { _, _ in log.note("display") }
    table.removeHandler(token)
    _ = try HeadlessStage(width: 100, height: 100) { table }
    #expect(log.all.isEmpty)
  }
}
