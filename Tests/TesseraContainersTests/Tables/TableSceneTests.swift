import TesseraContainers
import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

/// The table of docs/examples.
@Suite struct TableSceneTests {
  private static let reason = "versions of FreeType round outlines differently"

  private func birds() throws -> HeadlessStage {
    try HeadlessStage(sceneFile: try PackageFolder.root() + "/docs/examples/table.yaml")
  }

  @Test func rowsAreAsHighAsWhatTheyShow() throws {
    try expectGolden(birds().framebuffer, "table_birds", tolerance: .fewPixels(64, beyond: 24), because: Self.reason)
  }

  @Test func aHeaderStaysWhileItsSectionIsInView() throws {
    let h = try birds()
    let table = try #require(h.root as? TableNode)
    table.showsIndicators = false
    try h.drag(from: Point(160, 300), to: Point(160, 200), steps: 10, over: 1)
    try h.advance(by: 6, step: 0.1)
    #expect(!table.isMoving)
    #expect(table.contentOffset.y > 80)
    try h.tap(at: Point(160, 200))
    #expect(table.selectedRows.count == 1)
    try expectGolden(h.framebuffer, "table_birds_scrolled", tolerance: .fewPixels(64, beyond: 24), because: Self.reason)
  }

  @Test func aSceneIsWrittenAsItWasRead() throws {
    let h = try birds()
    let table = try #require(h.root as? TableNode)
    #expect(table.sceneChildren.count == 11)
    #expect(table.sceneChildren.map(\.typeName).filter { $0 == "table-header" }.count == 2)
  }
}
