import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

/// What data and rows can do wrong: it is reported with the row and the rule, and scrolling goes on.
@Suite struct ListFaultTests {
  private struct Broken: Error, CustomStringConvertible { var description: String { "the file is gone" } }

  @Test func aRowThatThrowsIsReportedAndItsPlaceStaysEmpty() throws {
    let table = TableNode(ListSnapshot(items: Array(0..<1000))) { key in
      if key % 7 == 3 { throw Broken() }
      return row(key, height: 50)
    }
    table.id = "mail"
    table.showsIndicators = false
    let h = try HeadlessStage(width: 100, height: 200, settled: false) { table }
    let first = try h.reported {}
    #expect(
      first.first
        == "data of table `mail`: the node of the item at section 0, item 3 could not be created: the file is gone; its place stays empty")
    let more = try h.reported {
      for _ in 0..<40 {
        table.contentOffset.y += 31
        try h.stage.settle()
      }
    }
    #expect(Set(more).count == more.count && more.count >= 3)
    #expect(table.contentOffset.y == 1240)
    for element in table.visibleElements { #expect((table.node(for: element) == nil) == ((element.index?.item ?? 0) % 7 == 3)) }
  }

  /// A node that gives whatever size it is told.
  private struct Oddity: NodeType {
    static let typeName = "oddity"
    static let summary = "Any size."
    var height = 10.0
    func size(thatFits range: SizeRange, in context: MeasureContext) -> Size { Size(10, height) }
  }

  @Test(arguments: [Double.nan, -3]) func aRowThatMeasuresNoNumberIsNamedOnce(height: Double) throws {
    let table = TableNode(ListSnapshot(items: Array(0..<100))) { key in key == 2 ? Node(Oddity(height: height)) : row(key, height: 50) }
    let h = try HeadlessStage(width: 100, height: 200, settled: false) { table }
    let errors = try h.reported {}
    #expect(
      errors == [
        "data of table: the item at section 0, item 2 has an invalid size, not a number or less than 0; using 0"
      ])
    #expect(try h.reported { table.scroll(to: ListIndex(0, 99), at: .end, animated: false) }.isEmpty)
    #expect(table.node(for: .item(ListIndex(0, 99)))?.interfaceState == .visible)
  }

  @Test func invalidSizesAreReportedAndScrollingContinues() throws {
    let table = TableNode(ListSnapshot(items: Array(0..<100))) { key in
      let node = row(key, height: 50)
      if key == 2 { node.style.height = .points(.nan) }
      if key == 3 { node.style.height = .points(1e9) }
      if key == 5 { node.style.width = .points(-.infinity) }
      return node
    }
    table.showsIndicators = false
    let h = try HeadlessStage(width: 100, height: 200, settled: false) { table }
    let errors = try h.reported {}.filter { $0.hasPrefix("data") }
    #expect(
      errors == ["data of table: the item at section 0, item 3 measures more than 1000000.0, the maximum, which is used"])
    for item in [99, 50, 4, 0] {
      table.scroll(to: ListIndex(0, item), at: .end, animated: false)
      try h.stage.settle()
      #expect(table.node(for: .item(ListIndex(0, item)))?.interfaceState == .visible)
    }
  }

  @Test func duplicateKeysAreReportedAndTheOldListStays() throws {
    let table = TableNode(ListSnapshot(items: Array(0..<10))) { row($0, height: 50) }
    table.showsIndicators = false
    let h = try HeadlessStage(width: 100, height: 200) { table }
    let before = try h.snapshot()
    let told = Locked<[Bool]>([])
    let errors = try h.reported { table.apply(ListSnapshot(items: [1, 2, 3, 2])) { done in told.withLock { $0.append(done) } } }
    #expect(errors.count == 1 && errors[0].contains("2") && errors[0].contains("item 1") && errors[0].contains("item 3"), "\(errors)")
    #expect(told.withLock { $0 } == [false])
    try expectEqualPixels(h.framebuffer, before)
    table.apply(ListSnapshot(items: [1, 2, 3]))
    try h.stage.settle()
    #expect(table.visibleElements.count == 3)
  }

  @Test func aNodeGivenTwiceIsShownOnce() throws {
    let one = row(1, height: 50)
    let table = TableNode(ListSnapshot(items: Array(0..<4))) { key in key < 2 ? one : row(key, height: 50) }
    table.showsIndicators = false
    let h = try HeadlessStage(width: 100, height: 200, settled: false) { table }
    let errors = try h.reported {}
    #expect(
      errors.count == 1 && errors[0].contains("section 0, item 1") && errors[0].contains("shows another element already"), "\(errors)")
    #expect(table.node(for: .item(ListIndex(0, 0))) === one && table.node(for: .item(ListIndex(0, 1))) == nil)
  }

  @Test func concurrentUpdatesFromEightThreadsEndWithTheLastOfEach() async throws {
    let table = TableNode(ListSnapshot(items: Array(0..<100))) { row($0, height: 30) }
    table.showsIndicators = false
    let h = try HeadlessStage(width: 100, height: 200, threads: 2) { table }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          for round in 0..<12 {
            table.apply(ListSnapshot(items: (0..<100).map { $0 * (thread + 1) + round }))
            table.scroll(to: Point(0, Double(thread * 300)), animated: false)
          }
        }
      }
    }
    try h.settle()
    try h.advance(by: 0.5)
    // It is one of them, whole.
    let start = try #require(table.snapshot(of: ListSnapshot<Int, Int>.self))
    for element in table.visibleElements {
      let index = try #require(element.index)
      #expect(table.node(for: element)?.id == "r\(start[index] ?? -1)")
    }
    #expect(!table.visibleElements.isEmpty && h.errors.isEmpty)
  }

  @Test func aShelfKeepsItsOffsetWhenItsRowReturns() throws {
    let table = TableNode(ListSnapshot(items: Array(0..<200))) { key in
      let shelf = ScrollNode(Scroll(.horizontal))
      shelf.id = "s\(key)"
      shelf.style.height = .points(50)
      for card in 0..<10 { shelf.addSubnode(row(card, width: 60)) }
      return shelf
    }
    table.showsIndicators = false
    let h = try HeadlessStage(width: 100, height: 200) { table }
    let shelf = try #require(try h.node("s1") as? ScrollNode)
    shelf.contentOffset = Point(130, 0)
    try h.settle()
    table.contentOffset.y = 5000
    try h.settle()
    #expect(table.node(for: .item(ListIndex(0, 1))) == nil)
    table.contentOffset.y = 0
    try h.settle()
    let again = try #require(try h.node("s1") as? ScrollNode)
    #expect(again !== shelf && again.contentOffset == Point(130, 0))
    #expect(try #require(try h.node("s2") as? ScrollNode).contentOffset == .zero)
  }
}
