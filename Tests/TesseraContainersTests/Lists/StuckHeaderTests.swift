import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

/// Headers and footers that stick to an edge stay there while rows come, go and move, also where the list is then shorter than it was scrolled.
@Suite struct StuckHeaderTests {
  /// Rows of 30 below headers of 20, in sections "A" to "C" of ten, in a stage of 200 x 200.
  private func table(_ sections: [(section: String, items: [Int])], _ change: (TableNode) -> Void = { _ in }) throws -> (
    HeadlessStage, TableNode
  ) {
    let cells = ListSnapshot<String, Int>.Cells(
      item: { key, _ in row(key, height: 30) },
      header: { section, _ in
        let node = row(0, height: 20)
        node.id = section
        return node
      },
      footer: { section, _ in
        let node = row(1, height: 20)
        node.id = section + " end"
        return node
      })
    let table = TableNode(ListSnapshot(sections), cells: cells)
    table.showsIndicators = false
    table.separator = nil
    change(table)
    return (try HeadlessStage(width: 200, height: 200) { table }, table)
  }

  private var all: [(section: String, items: [Int])] {
    [(section: "A", items: Array(20..<30)), (section: "B", items: Array(30..<40)), (section: "C", items: Array(40..<60))]
  }

  private func y(_ h: HeadlessStage, _ id: String) -> Double? { h.root.find(id).flatMap { h.stage.convert(.zero, from: $0)?.y } }

  /// Places of a node in the frames of a data change.
  private func places(_ h: HeadlessStage, _ id: String, while change: () throws -> Void) throws -> [Double?] {
    try change()
    try h.settle()
    var places = [y(h, id)]
    for _ in 0..<30 {
      try h.advance(by: 1.0 / 60)
      places.append(y(h, id))
    }
    return places
  }

  @Test func aStickyHeaderStaysWhileItsRowsAreRemoved() throws {
    let (h, table) = try table(all)
    table.contentOffset = Point(0, 150)
    try h.settle()
    #expect(y(h, "A") == 0)
    let places = try places(h, "A") { table.apply(ListSnapshot([(section: "A", items: [20, 21])] + all.dropFirst())) }
    #expect(places.allSatisfy { $0 == 0 })
    #expect(table.contentOffset.y == (table.contentBounds?.minY ?? -1) && y(h, "B") == 100)
  }

  @Test func rowsBelowItStartAtTheirVisiblePositions() throws {
    let (h, table) = try table(all)
    table.contentOffset = Point(0, 150)
    try h.settle()
    let before = try #require(y(h, "B"))
    let places = try places(h, "B") { table.apply(ListSnapshot([(section: "A", items: [20, 21])] + all.dropFirst())) }
    #expect(places.first == before && places.last == 100)
    #expect(zip(places, places.dropFirst()).allSatisfy { ($0 ?? 0) >= ($1 ?? 0) && ($0 ?? 0) - ($1 ?? 0) < 30 })
  }

  @Test func aHeaderStaysInPlaceWhileTheEndOfTheListIsRemoved() throws {
    let (h, table) = try table(all)
    table.contentOffset = Point(0, 900)
    try h.settle()
    #expect(y(h, "C") == 0)
    let places = try places(h, "C") { table.apply(ListSnapshot(all.dropLast() + [(section: "C", items: Array(40..<48))])) }
    #expect(places.allSatisfy { $0 == 0 })
  }

  @Test func aHeaderStaysInPlaceWhileRowsAreInsertedAndMoved() throws {
    let (h, table) = try table(all)
    table.contentOffset = Point(0, 150)
    try h.settle()
    let come = try places(h, "A") { table.apply(ListSnapshot([(section: "A", items: [1, 2, 3] + Array(20..<30))] + all.dropFirst())) }
    #expect(come.allSatisfy { $0 == 0 })
    let move = try places(h, "A") {
      table.apply(ListSnapshot([(section: "A", items: Array(20..<30).reversed() + [1, 2, 3])] + all.dropFirst()))
    }
    #expect(move.allSatisfy { $0 == 0 })
    let others = try places(h, "A") { table.apply(ListSnapshot([(section: "A", items: Array(60..<75))] + all.dropFirst())) }
    #expect(others.allSatisfy { $0 == 0 })
  }

  @Test func aStickyFooterStaysWhileRowsAreRemoved() throws {
    let (h, table) = try table(all) { $0.hasStickyFooters = true }
    table.contentOffset = Point(0, 20)
    try h.settle()
    #expect(y(h, "A end") == 180)
    let places = try places(h, "A end") { table.apply(ListSnapshot([(section: "A", items: Array(20..<28))] + all.dropFirst())) }
    #expect(places.allSatisfy { $0 == 180 })
  }

  @Test func aHeaderStaysInPlaceDuringSuccessiveChanges() throws {
    let (h, table) = try table(all)
    table.contentOffset = Point(0, 150)
    try h.settle()
    for count in [8, 6, 4, 2] {
      table.apply(ListSnapshot([(section: "A", items: Array(20..<20 + count))] + all.dropFirst()))
      try h.settle()
      #expect(y(h, "A") == 0)
      try h.advance(by: 0.05)
      #expect(y(h, "A") == 0)
    }
  }
}
