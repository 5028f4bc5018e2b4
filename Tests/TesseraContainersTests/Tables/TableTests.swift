import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

@Suite struct TableTests {
  /// A table of numbered rows of 50 that fills a stage of 100 x 200.
  private func table(_ count: Int, _ log: Log? = nil, _ change: (TableNode) -> Void = { _ in }) throws -> (HeadlessStage, TableNode) {
    let table = TableNode(ListSnapshot(items: Array(0..<count))) { row($0, log) }
    table.showsIndicators = false
    table.separator = nil
    change(table)
    return (try HeadlessStage(width: 100, height: 200) { table }, table)
  }

  /// Rows are made, laid out and drawn ahead of when they are wanted, so that a frame that lays rows out has none to draw, and none to make either.
  @Test(arguments: [5.0, 12, 17, 30, 47, 63]) func noFrameLaysRowsOutAndDrawsOrMakesOthers(step: Double) throws {
    let table = TableNode(ListSnapshot(items: Array(0..<2000))) { row($0, height: 84) }
    table.rowHeight = 84
    let h = try HeadlessStage(width: 200, height: 640) { table }
    var (laidOut, made, drawn, both) = (0, 0, 0, 0)
    let placeholders = table.listStatistics.placeholders
    for frame in 1...400 {
      let (madeBefore, before) = (table.listStatistics.made, h.stage.statistics)
      table.contentOffset = Point(0, Double(frame) * step)
      try h.settle()
      let now = h.stage.statistics
      let (laysOut, makes, draws) = (now.layouts > before.layouts, table.listStatistics.made > madeBefore, now.draws > before.draws)
      laidOut += laysOut ? 1 : 0
      made += makes ? 1 : 0
      drawn += draws ? 1 : 0
      // The first frames fill the range that begins with the first move.
      if laysOut, draws || makes, frame > 2 { both += 1 }
    }
    #expect(laidOut > 10 && made > 10 && drawn > 10)
    #expect(both == 0)
    #expect(table.listStatistics.placeholders == placeholders)
  }

  @Test(arguments: [100, 10_000, 1_000_000]) func onlyRowsNearTheScreenHaveNodes(count: Int) throws {
    let (h, table) = try table(count)
    #expect(table.visibleElements == (0..<4).map { .item(ListIndex(0, $0)) })
    #expect(table.listStatistics.made == 8 && table.listStatistics.placeholders == 5)

    #expect(table.contentBounds?.height == Double(count) * 50 - Double(count - 8) * 6)
    for _ in 0..<200 {
      table.contentOffset.y += 37
      try h.settle()
      #expect(table.subnodes.count < 60)
      for element in table.visibleElements {
        let node = try #require(table.node(for: element))
        #expect(node.interfaceState == .visible)
      }
    }

  }

  @Test func aHeaderStaysAtTheEdgeWhenItsSectionIsClosedAndOpened() throws {
    let sections = [(section: 0, items: Array(0..<3)), (section: 1, items: Array(10..<30)), (section: 2, items: Array(30..<50))]
    let cells = ListSnapshot<Int, Int>.Cells(item: { key, _ in row(key) }, header: { section, _ in row(100 + section, height: 20) })
    let table = TableNode(ListSnapshot(sections), cells: cells)
    let h = try HeadlessStage(width: 100, height: 200) { table }
    table.scroll(to: ListIndex(1, 8), at: .start, animated: false)
    try h.settle()
    let header = try h.node("r101")
    #expect(h.stage.convert(.zero, from: header)?.y == 0)
    var closed = sections
    closed[1].items = []
    table.apply(ListSnapshot(closed), animated: false)
    try h.settle()
    #expect(h.stage.convert(.zero, from: header)?.y == 0 && h.stage.hitTest(Point(50, 30))?.id == "r102")
    table.apply(ListSnapshot(sections), animated: false)
    try h.settle()
    #expect(h.stage.convert(.zero, from: header)?.y == 0)
    // Where rows of the section stay the header is at the edge anyhow, and nothing moves.
    table.scroll(to: ListIndex(1, 5), at: .start, animated: false)
    try h.settle()
    let offset = table.contentOffset
    closed[1].items = Array(10..<15) + Array(20..<30)
    table.apply(ListSnapshot(closed), animated: false)
    try h.settle()
    #expect(h.stage.convert(.zero, from: header)?.y == 0 && table.contentOffset == offset)
  }

  /// Sections with headers of 20, the second of which is closed or open.
  private func sections(_ isOpen: Bool) -> ListSnapshot<Int, Int> {
    ListSnapshot([
      (section: 0, items: Array(0..<12)), (section: 1, items: isOpen ? Array(100..<112) : []), (section: 2, items: Array(200..<230)),
    ])
  }

  private func sectioned(isOpen: Bool) throws -> (HeadlessStage, TableNode) {
    let cells = ListSnapshot<Int, Int>.Cells(item: { key, _ in row(key) }, header: { section, _ in row(1000 + section, height: 20) })
    let table = TableNode(sections(isOpen), cells: cells)
    table.showsIndicators = false
    return (try HeadlessStage(width: 100, height: 200) { table }, table)
  }

  @Test(arguments: [0.0, 7]) func aSectionThatIsOpenedAtTheEdgeShowsItsRowsBelowItsHeader(above: Double) throws {
    let (h, table) = try sectioned(isOpen: false)
    table.scroll(to: .header(1), at: .start, animated: false)
    try h.settle()
    table.contentOffset.y += above
    try h.settle()
    #expect(h.root.find("r1001").flatMap(h.seen)?.minY == -above)
    table.apply(sections(true), animated: false)
    try h.settle()
    // Where it had gone a little beyond the edge it sticks there now.
    #expect(h.root.find("r1001").flatMap(h.seen)?.minY == 0 && h.root.find("r100").flatMap(h.seen)?.minY == 20 - above)
  }

  @Test func aStickyHeaderIsVisibleWhileItsSectionCloses() throws {
    let (h, table) = try sectioned(isOpen: true)
    table.scroll(to: ListIndex(1, 6), at: .start, animated: false)
    try h.settle()
    let header = try h.node("r1001")
    #expect(h.seen(header)?.minY == 0)
    table.apply(sections(false))
    try h.settle()
    #expect(h.seen(header)?.minY == 0)
    try h.advance(by: 0.125, step: 0.125)
    #expect(h.seen(header)?.minY == 0)
    try h.advance(by: 0.3)
    #expect(h.seen(header)?.minY == 0 && h.stage.hitTest(Point(50, 30))?.id == "r1002")
  }

  @Test(arguments: [0.0, 7]) func aSectionThatIsOpenedAtTheEdgeByItsHeaderMovesNothingElse(above: Double) throws {
    // The next header is pushed by the rows that come, not the opened one.
    let (h, table) = try sectioned(isOpen: false)
    table.scroll(to: .header(1), at: .start, animated: false)
    try h.settle()
    table.contentOffset.y += above
    try h.settle()
    let offset = table.contentOffset
    table.apply(sections(true))
    try h.settle()
    try h.advance(by: 0.4)
    #expect(table.contentOffset == offset && h.stage.hitTest(Point(50, 30))?.id == "r100")
  }

  @Test(arguments: [0.0, 1, 44, 400]) func aNewEstimateKeepsTheVisiblePart(estimate: Double) throws {
    let (h, table) = try table(100) { $0.estimatedRowHeight = 60 }
    table.scroll(to: ListIndex(0, 92), at: .start, animated: false)
    try h.settle()
    // All rows above that were not measured yet begin where the window does, or far above it, until they are.
    table.estimatedRowHeight = estimate
    try h.settle()
    #expect(table.visibleElements.first?.index?.item == 92 && h.stage.hitTest(Point(50, 2))?.id == "r92")
  }
}
