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
}
