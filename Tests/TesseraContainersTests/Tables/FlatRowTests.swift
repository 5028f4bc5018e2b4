import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

@testable import TesseraContainers

/// Rows without height: any number of them fits into the window.
@Suite struct FlatRowTests {
  /// A table that was laid out, whatever it reported on the way.
  private func table(_ style: String, count: Int = 3000, type: String = "table") throws -> HeadlessStage {
    let scene = try Scene.parse(
      text: """
        tessera: 1
        size: [320, 240]
        root:
          type: \(type)
          id: list
          items: range(\(count))
          item: {type: box\(style)}
          style: {width: 300, height: 200}
        """, registry: .standard)
    let h = try HeadlessStage(width: 320, height: 240, settled: false) { try scene.makeRoot(data: SceneData()) }
    try? h.settle()
    return h
  }

  @Test(arguments: [", style: {minHeight: 0}", ", style: {height: 0}"]) func theirNumberIsLimitedAndTheLineIsNamed(style: String) throws {
    let h = try table(style)
    let list = try #require(try h.node("list") as? TableNode)
    #expect(list.storage.list.state.withLock { $0.cells.count } <= ListState.mostFlat + 100)
    #expect(h.errors.count == 1, "\(h.errors)")
    #expect(h.errors.first?.reason.contains("scene:7:9: more than 500 items have no width or no height") == true, "\(h.errors)")
  }

  @Test func hiddenRowsBeforeOthersAreHarmless() throws {
    let h = try table(", style: {height: {bind: 'item < 300 ? 0 : 40'}}")
    let list = try #require(try h.node("list") as? TableNode)
    #expect(list.storage.list.state.withLock { state in state.cells.all.contains { $0.frame.height == 40 } })
    #expect(h.errors.isEmpty)
  }
}
