import TesseraKit
import TesseraTestSupport
import Testing

/// The feed of docs/examples, played as a person would use it.
@Suite struct ScrollSceneTests {
  private static let reason = "versions of FreeType round outlines, versions of libjpeg-turbo round colours differently"

  private func feed() throws -> HeadlessStage {
    try HeadlessStage(sceneFile: try PackageFolder.root() + "/docs/examples/scroll.yaml")
  }

  @Test func theFeedBeginsAtItsTop() throws {
    try expectGolden(feed().framebuffer, "feed_top", tolerance: .fewPixels(64, beyond: 24), because: Self.reason)
  }

  @Test func theShelfStopsCardByCardAndTheFeedShowsItsBarWhileItMoves() throws {
    let h = try feed()
    try h.drag(from: Point(300, 150), to: Point(120, 152), steps: 9, over: 0.15)
    try h.advance(by: 1)
    let shelf = try #require(try h.node("shelf") as? ScrollNode)
    #expect(shelf.contentOffset == Point(236, 0) && !shelf.isMoving)
    let feed = try #require(try h.node("feed") as? ScrollNode)
    try h.drag(from: Point(180, 560), to: Point(180, 220), steps: 8, over: 0.12)
    try h.advance(by: 0.25)
    #expect(feed.isMoving && feed.contentOffset.y > 400)
    try h.advance(by: 0.75)
    feed.contentOffset = Point(0, 300)
    try h.settle()
    try expectGolden(h.framebuffer, "feed_scrolled", tolerance: .fewPixels(64, beyond: 24), because: Self.reason)
  }

  @Test func contentBeyondItsEdgeIsDrawnThere() throws {
    let h = try feed()
    try h.touch(.began, at: Point(180, 300))
    try h.touch(.moved, at: Point(180, 310))
    try h.touch(.moved, at: Point(180, 450))
    try expectGolden(h.framebuffer, "feed_pulled", tolerance: .fewPixels(64, beyond: 24), because: Self.reason)
  }

  @Test func aSceneIsWrittenAsItWasRead() throws {
    let text = """
      tessera: 1
      root:
        type: scroll
        axes: horizontal
        snap: center
        paging: true
        contentInsets: [1, 2, 3, 4]
        bounces: false
        ready: full
        children: [{type: box, style: {width: 30}}]
      """
    let h = try HeadlessStage(scene: text, width: 100, height: 50)
    let scroll = try #require(h.root as? ScrollNode)
    #expect(scroll.axes == .horizontal && scroll.snap == .center && scroll.isPaging && !scroll.bounces && scroll.ready == .full)
    #expect(scroll.contentInsets == Insets(top: 1, right: 2, bottom: 3, left: 4) && scroll.clipsToBounds)
    #expect(h.root.attribute("contentInsets") == .list([1, 2, 3, 4].map { .number($0) }))
  }
}
