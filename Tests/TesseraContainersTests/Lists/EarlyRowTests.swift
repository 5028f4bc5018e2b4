import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraLayout
import TesseraTestSupport
import Testing

/// Nodes that are made in a frame that shows nothing new, for the frames after it.
@Suite struct EarlyRowTests {
  /// Rows that were made and are still there.
  private final class Rows: @unchecked Sendable {
    // @unchecked: stages of these tests have no threads of their own; everything runs on the test's.
    private var all: [(key: Int, node: WeakNode)] = []
    func make(_ key: Int) -> Node<Row> {
      let node = row(key, height: 50)
      all.append((key, WeakNode(node)))
      return node
    }
    var alive: [Int] { all.filter { $0.node.node != nil }.map(\.key).sorted() }
  }

  private struct WeakNode {
    weak var node: AnyNode?
    init(_ node: AnyNode) { self.node = node }
  }

  /// A table of rows of 50 in a stage of 100 x 200, scrolled by `step` until rows wait that are no cells yet.
  private func scrolled(_ rows: Rows, by step: Double = 20) throws -> (HeadlessStage, TableNode) {
    let table = TableNode(ListSnapshot(items: Array(0..<1000))) { rows.make($0) }
    table.showsIndicators = false
    table.separator = nil
    table.rowHeight = 50
    let h = try HeadlessStage(width: 100, height: 200) { table }
    for _ in 0..<300 {
      table.contentOffset.y += step
      try h.settle()
      if rows.alive.count > shown(table).count { return (h, table) }
    }
    throw TestFailure("no row was made early")
  }

  /// The first data's rows that are cells.
  private func shown(_ table: TableNode) -> [Int] { (0..<1000).filter { table.node(for: .item(ListIndex(0, $0))) != nil } }

  @Test(arguments: [12.0, 20, 63]) func earlyRowsAreTheNextOnesAndAreCreatedOnce(step: Double) throws {
    let rows = Rows()
    let (h, table) = try scrolled(rows, by: step)
    let waiting = Set(rows.alive).subtracting(shown(table))
    #expect(waiting.count <= 3 && waiting.allSatisfy { $0 > shown(table).last ?? 0 })
    let made = table.listStatistics.made
    for _ in 0..<10 where !waiting.isSubset(of: shown(table)) {
      table.contentOffset.y += step
      try h.settle()
    }
    #expect(waiting.isSubset(of: shown(table)))
    #expect(Set(rows.alive).count == rows.alive.count)
    #expect(table.listStatistics.made >= made && table.listStatistics.placeholders <= 8)
  }

  /// A row that measures itself, and writes down when.
  private struct Measured: NodeType {
    static let typeName = "test-measured"
    var log: Log?
    func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
      log?.note("measured")
      return range.clamp(Size(10, 50))
    }
  }

  /// Layouts of a list that is scrolled ask rows that waited what they asked the rows before: the answers are there.
  @Test func earlyRowsAreMeasuredLikeThePreviousRows() throws {
    let log = Log()
    let table = TableNode(ListSnapshot(items: Array(0..<1000))) { _ in
      let row = BoxNode()
      row.addSubnode(Node(Measured(log: log)))
      return row
    }
    table.showsIndicators = false
    table.separator = nil
    table.rowHeight = 50
    let h = try HeadlessStage(width: 100, height: 200) { table }
    var (rows, late) = (0, 0)
    for step in 0..<100 {
      table.contentOffset.y += 20
      let (before, layouts) = (log.all.count, h.stage.statistics.layouts)
      let cells = table.listStatistics.cells + table.listStatistics.dropped
      try h.settle()
      // The first ones come before there is one to be like.
      guard step > 20, h.stage.statistics.layouts > layouts else { continue }
      rows += table.listStatistics.cells + table.listStatistics.dropped - cells
      late += log.all.count - before
    }
    #expect(rows > 20 && log.all.count > rows)
    #expect(late == 0)
  }

  @Test func unusedEarlyRowsAreReleased() throws {
    let rows = Rows()
    let (h, table) = try scrolled(rows)
    for _ in 0..<60 {
      table.contentOffset.y = max(0, table.contentOffset.y - 40)
      try h.settle()
    }
    #expect(table.contentOffset.y == 0)
    #expect(rows.alive == shown(table))
    #expect(table.listStatistics.made - table.listStatistics.dropped == table.listStatistics.cells)
  }

  @Test func otherDataHaveOtherRows() throws {
    let rows = Rows()
    let (h, table) = try scrolled(rows)
    let waiting = Set(rows.alive).subtracting(shown(table))
    table.apply(ListSnapshot(items: (0..<1000).filter { !waiting.contains($0) }))
    try h.settle()
    #expect(waiting.isDisjoint(with: rows.alive))
    for _ in 0..<20 {
      table.contentOffset.y += 20
      try h.settle()
    }
    #expect(table.visibleElements.allSatisfy { table.node(for: $0) != nil })
    #expect(Set(rows.alive).count == rows.alive.count && waiting.isDisjoint(with: rows.alive))
  }

  @Test func scarceMemoryBlocksNoDraw() throws {
    let rows = Rows()
    let (h, table) = try scrolled(rows)
    h.stage.memoryPressure = .critical
    try h.settle()
    table.contentOffset.y += 1
    try h.settle()
    #expect(rows.alive == shown(table))
  }

  /// What is under way when the stage gets another scale is made for the list that there is then.
  @Test func rowsInPreparationAppearAfterAChangeOfScale() throws {
    let rows = Rows()
    let table = TableNode(ListSnapshot(items: Array(0..<1000))) { rows.make($0) }
    let h = try HeadlessStage(width: 100, height: 200) { table }
    table.contentOffset.y = 4000
    // The rows of this place are asked for; the layout in the new scale comes before they are made.
    try h.stage.frame()
    try h.stage.resize(to: h.stage.size, scale: 2)
    try h.stage.frame()
    try h.settle()
    #expect(!table.visibleElements.isEmpty && table.visibleElements.allSatisfy { table.node(for: $0) != nil })
  }
}
