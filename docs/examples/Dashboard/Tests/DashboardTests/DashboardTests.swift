import Dashboard
import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct DashboardTests {
  private let plant = Plant()

  private func stage() throws -> (HeadlessStage, TableNode) {
    let h = try HeadlessStage(width: 800, height: 480) { Node(DashboardScreen(plant)) }
    return (h, try #require(h.root.find(Table.self)))
  }

  @Test func theDashboardMatchesItsGolden() throws {
    let (h, _) = try stage()
    try expectGolden(h.framebuffer, "dashboard", tolerance: .fewPixels(200, beyond: 24), because: "versions of FreeType differ")
    try h.tap(id: "theme")
    #expect(plant.view.isDark && h.framebuffer.color(x: 4, y: 4).hex == "#12161d")
    #expect(h.framebuffer.color(x: 700, y: 440).hex == "#1d2430")
  }

  @Test func aReadingOfEachSensorDrawsTheRowsInViewAndTheDetailAlone() throws {
    let (h, table) = try stage()
    let rows = table.visibleElements.count
    let before = h.stage.statistics.draws
    for _ in 0..<10 {
      plant.measure()
      try h.advance(by: 0.1)
    }
    // The number of each row near the screen, and the chart with three numbers.
    #expect(h.stage.statistics.draws - before <= 10 * (table.listStatistics.cells + 4) && rows < 20)
    #expect(table.source.itemCounts == [200])
  }

  @Test func theFilterShowsMatchingSensors() throws {
    let (h, table) = try stage()
    try h.focus(id: "filter")
    try h.type("boiler 1")
    try h.advance(by: 1)
    #expect(plant.view.filter == "boiler 1" && table.source.itemCounts[0] < 30 && table.source.itemCounts[0] > 0)
    #expect(h.root.find(Text.self) { $0.string == "\(table.source.itemCounts[0]) sensors" } != nil)
  }

  @Test func theSelectedSensorIsTheOneInTheDetail() throws {
    let (h, table) = try stage()
    #expect(table.selectedRows == [ListIndex(0, 0)])
    let row = try #require(table.node(for: .item(ListIndex(0, 2))))
    try h.tap(at: try #require(row.convert(Point(20, 20), to: nil)))
    try h.settle()
    let name = try #require(try h.node("name") as? TextNode)
    #expect(plant.view.selected == 2 && name.string == plant.sensors[2].name)
    plant.view.selected = 5
    try h.settle()
    #expect(table.selectedRows == [ListIndex(0, 5)])
  }
}
