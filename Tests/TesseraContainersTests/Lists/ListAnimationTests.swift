import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

/// How rows come, go and move.
@Suite struct ListAnimationTests {
  /// Rows of 50 in a stage of 100 x 200.
  private func table(_ items: [Int], _ log: Log? = nil) throws -> (HeadlessStage, TableNode) {
    let table = TableNode(ListSnapshot(items: items)) { row($0, log) }
    table.showsIndicators = false
    table.separator = nil
    return (try HeadlessStage(width: 100, height: 200) { table }, table)
  }

  private func y(_ h: HeadlessStage, _ id: String) -> Double? { h.root.find(id).flatMap { h.stage.convert(.zero, from: $0)?.y } }

  /// The pixel in the middle of the row that is seen at `y`.
  private func pixel(_ h: HeadlessStage, _ y: Int) -> [UInt8] {
    h.framebuffer.withUnsafeBytes { bytes in (0..<4).map { bytes[y * h.framebuffer.stride + 90 * 4 + $0] } }
  }

  @Test func rowsMoveToTheirNewPlaces() throws {
    let (h, table) = try table(Array(0..<10))
    let node = table.node(for: .item(ListIndex(0, 0)))
    table.apply(ListSnapshot(items: [1, 2, 0] + Array(3..<10)))
    try h.settle()
    // At first everything is seen where it was.
    #expect(y(h, "r0") == 0 && y(h, "r1") == 50)
    try h.advance(by: 0.125, step: 0.125)
    let middle = try #require(y(h, "r0"))
    #expect(middle > 10 && middle < 90)
    try h.advance(by: 0.2)
    #expect(y(h, "r0") == 100 && y(h, "r1") == 0 && y(h, "r2") == 50)
    #expect(table.node(for: .item(ListIndex(0, 2))) === node)
  }

  @Test func newRowsFadeInAndGoneRowsFadeOutWhereTheyWere() throws {
    let (h, table) = try table(Array(0..<10))
    let before = pixel(h, 75)
    table.apply(ListSnapshot(items: [0, 20] + Array(2..<10)))
    try h.settle()
    // What was there is still seen: nothing flashes.
    #expect(pixel(h, 75) == before)
    try h.advance(by: 0.125, step: 0.125)
    let middle = pixel(h, 75)
    try h.advance(by: 0.3)
    let after = pixel(h, 75)
    #expect(middle != before && middle != after && after != before)
    #expect(h.root.find("r1") == nil && y(h, "r20") == 50)
  }

  @Test func removedRowsMoveWithTheContent() throws {
    let (h, table) = try table(Array(0..<20))
    table.apply(ListSnapshot(items: [0, 1] + Array(3..<20)))
    try h.settle()
    let before = pixel(h, 125)
    table.contentOffset.y += 50
    try h.settle()
    // Row 2 was seen at 100: it fades where it went with its neighbours.
    #expect(pixel(h, 75) == before)
    try h.advance(by: 0.4)
    #expect(h.stage.statistics.frames > 0 && y(h, "r3") == 50)
  }

  @Test func rowsThatScrollIntoViewDoNotFade() throws {
    let (h, table) = try table(Array(0..<100))
    table.layoutTransition = LayoutTransition(duration: 1)
    try h.settle()
    table.contentOffset.y = 2000
    try h.settle()
    let plain = try self.table(Array(0..<100))
    plain.1.contentOffset.y = 2000
    try plain.0.settle()
    try expectEqualPixels(h.framebuffer, plain.0.framebuffer)
  }

  @Test func rowsThatShowSomethingElseKeepTheirNode() throws {
    let cells = ListSnapshot<Int, Int>.Cells(
      item: { key, _ in row(key) },
      update: { node, key, _ in
        (node as? Node<Row>)?.number = key + 100
        return true
      })
    let table = TableNode(ListSnapshot(items: Array(0..<10)), cells: cells)
    table.showsIndicators = false
    let h = try HeadlessStage(width: 100, height: 200) { table }
    let node = try #require(table.node(for: .item(ListIndex(0, 1))) as? Node<Row>)
    var new = ListSnapshot(items: Array(0..<10))
    new.reconfigure([1])
    table.apply(new)
    try h.settle()
    #expect(table.node(for: .item(ListIndex(0, 1))) === node && node.number == 101)
    #expect(table.listStatistics.made == 8)
  }

  @Test func rowsThatAreReplacedDoNotFlash() throws {
    // Rows that cannot be updated are made anew, in the same colour: at no moment is there anything else to be seen.
    let table = TableNode(ListSnapshot(items: Array(0..<10))) { row($0) }
    table.showsIndicators = false
    table.separator = nil
    let h = try HeadlessStage(width: 100, height: 200) { table }
    let (node, before) = (table.node(for: .item(ListIndex(0, 1))), pixel(h, 75))
    var new = ListSnapshot(items: Array(0..<10))
    new.reconfigure([1])
    table.apply(new, animated: false)
    for _ in 0..<60 {
      try h.stage.frame()
      #expect(zip(pixel(h, 75), before).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
      h.clock.advance(by: 1.0 / 60)
      h.workers.runOne()
    }
    try h.settle()
    #expect(pixel(h, 75) == before)
    #expect(table.node(for: .item(ListIndex(0, 1))) !== node)
  }

  @Test func aRowThatGrowsMovesItsNeighborsInOneLayout() throws {
    let (h, table) = try table(Array(0..<100))
    let layouts = h.stage.statistics.layouts
    table.node(for: .item(ListIndex(0, 1)))?.style.height = .points(90)
    try h.settle()
    #expect(y(h, "r2") == 140 && h.stage.statistics.layouts == layouts + 1)
    // What lies above what is seen moves nothing of that.
    table.contentOffset.y = 150
    try h.settle()
    let before = y(h, "r3")
    table.node(for: .item(ListIndex(0, 0)))?.style.height = .points(20)
    try h.settle()
    #expect(y(h, "r3") == before && table.contentOffset.y == 120)
  }

  @Test func contentAddedAboveDoesNotMoveTheVisiblePart() throws {
    let (h, table) = try table(Array(100..<200))
    table.contentOffset.y = 20
    try h.settle()
    let before = try h.snapshot()
    for start in [80, 60, 40, 20, 0] {
      table.apply(ListSnapshot(items: Array(start..<200)), animated: start % 40 == 0)
      try h.settle()
      try h.advance(by: 0.3)
      try expectEqualPixels(h.framebuffer, before)
    }
    #expect(table.contentOffset.y > 4000)
    table.scroll(to: ListIndex(0, 0), at: .start, animated: false)
    try h.settle()
    #expect(table.contentOffset.y == 0 && y(h, "r0") == 0)
  }

  /// Rows of heights that the table does not know beforehand.
  private func chat(_ items: [Int], _ anchoring: ListAnchoring) throws -> (HeadlessStage, TableNode) {
    let table = TableNode(ListSnapshot(items: items)) { row($0, height: Double(20 + $0 * 37 % 70)) }
    table.showsIndicators = false
    table.separator = nil
    table.anchoring = anchoring
    return (try HeadlessStage(width: 100, height: 200) { table }, table)
  }

  @Test func aListAtItsStartStaysThereAfterChanges() throws {
    let (h, table) = try chat(Array(100..<160), .automatic)
    for first in [90, 83, 41, 7, 0] {
      table.apply(ListSnapshot(items: Array(first..<160)), animated: false)
      try h.settle()
      try h.advance(by: 0.3)
      #expect(table.contentOffset.y == 0 && y(h, "r\(first)") == 0)
    }
  }

  @Test func aListAtItsEndStaysThereAfterChanges() throws {
    let (h, table) = try chat([0], .end)
    var last = 0
    for count in [1, 2, 5, 1, 9, 30, 1] {
      last += count
      table.apply(ListSnapshot(items: Array(0...last)), animated: count % 2 == 0)
      try h.settle()
      try h.advance(by: 0.3)
      let end = try #require(h.root.find("r\(last)").flatMap(h.seen)).maxY
      let isLong = table.contentBounds?.height ?? 0 > 200
      #expect(isLong ? end == 200 : table.contentOffset.y == 0, "\(last): \(end)")
    }
    // What is at the end grows; a keyboard comes and goes.
    table.node(for: .item(ListIndex(0, last)))?.style.height = .points(130)
    try h.settle()
    #expect(h.root.find("r\(last)").flatMap(h.seen)?.maxY == 200)
    for height in [120.0, 60, 200, 300] {
      try h.stage.resize(to: Size(100, height), scale: 1)
      try h.settle()
      #expect(h.root.find("r\(last)").flatMap(h.seen)?.maxY == height)
    }
    // Elsewhere what is seen stays.
    table.contentOffset.y -= 700
    try h.settle()
    let (first, place) = (
      try #require(table.visibleElements.first), table.visibleElements.first.flatMap { table.node(for: $0) }.flatMap(h.seen)
    )
    table.apply(ListSnapshot(items: Array(0...last + 5)), animated: false)
    try h.settle()
    #expect(table.visibleElements.first == first && table.node(for: first).flatMap(h.seen) == place)
  }

  @Test(arguments: [0.0, 60]) func aHeaderThatSticksIsPushedAsTheRowsMove(offset: Double) throws {
    // Rows of 50 below headers of 20: the first header sticks to the edge, and is pushed out when its section gets short.
    let cells = ListSnapshot<Int, Int>.Cells(item: { key, _ in row(key) }, header: { section, _ in row(100 + section, height: 20) })
    func snapshot(_ count: Int) -> ListSnapshot<Int, Int> { ListSnapshot([(0, Array(0..<count)), (1, Array(20..<40))]) }
    let table = TableNode(snapshot(10), cells: cells)
    table.showsIndicators = false
    table.anchoring = .none
    let h = try HeadlessStage(width: 100, height: 200) { table }
    table.contentOffset.y = 100 + offset
    try h.settle()
    #expect(y(h, "r100") == 0)
    table.apply(snapshot(offset == 0 ? 2 : 3), cells: cells)
    try h.settle()
    // At first it is seen where it was, and then goes as far in each frame as the header that pushes it.
    #expect(y(h, "r100") == 0)
    var places: [Double] = []
    for _ in 0..<20 {
      try h.advance(by: 1.0 / 60)
      places.append(try #require(y(h, "r100")))
    }
    let end = offset == 0 ? 0.0 : -10
    #expect(places.last == end && places == places.sorted(by: >), "\(places)")
    if end != 0 { #expect(places.contains { $0 < -1 && $0 > end + 1 }, "\(places)") }
  }
}
